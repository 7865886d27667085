// Steps through the pictures of an exported game. Without scripts, all of them are shown.
const figures = [...document.querySelectorAll("#game figure")];
const bar = document.querySelector("#game .bar");
if (figures.length > 1) {
  const slider = bar.querySelector("input");
  const show = at => {
    slider.value = Math.min(Math.max(at, 0), figures.length - 1);
    figures.forEach((figure, i) => { figure.hidden = i !== Number(slider.value); });
  };
  bar.hidden = false;
  slider.max = figures.length - 1;
  slider.oninput = () => show(Number(slider.value));
  const [back, ahead] = bar.querySelectorAll("button");
  back.onclick = () => show(Number(slider.value) - 1);
  ahead.onclick = () => show(Number(slider.value) + 1);
  addEventListener("keydown", event => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step && event.target !== slider) show(Number(slider.value) + step);
  });
  show(figures.length - 1);
}
