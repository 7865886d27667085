//! Charts as PNG, for programs that cannot display SVG. The fonts are embedded, so that a chart is the same on every machine.

use super::{CHARTS, ReportError, make_folder};
use dropline_lab::run::{ReadError, read_text, reason, write_atomically};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb::Database};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The minimum width of a picture, in pixels. Maps are half as wide as charts, and are drawn at twice their size.
const WIDTH: f32 = 1120.0;
/// The largest chart that is read, in bytes: it may be untrusted.
const LARGEST: u64 = 1 << 24;
/// DejaVu Sans, normal and bold: Latin, Greek and Cyrillic.
const FONTS: [&[u8]; 2] =
    [include_bytes!("fonts/DejaVuSans.ttf"), include_bytes!("fonts/DejaVuSans-Bold.ttf")];

/// Converts each chart in the folder `dir` of a run or an experiment to a PNG file next to it; returns the paths of these files, in
/// order.
///
/// # Errors
/// Returns an error if a chart cannot be read or drawn, or a picture cannot be written.
pub fn write_pngs(dir: &Path) -> Result<Vec<PathBuf>, ReportError> {
    let dir = dir.join(CHARTS);
    make_folder(&dir).map_err(|source| ReportError::Write { path: dir.clone(), source })?;
    let files = std::fs::read_dir(&dir).map_err(|error| ReadError::file(&dir, reason(&error)))?;
    let mut charts: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
    charts.retain(|file| file.extension().is_some_and(|ending| ending == "svg"));
    charts.sort();
    let mut fonts = Database::new();
    FONTS.into_iter().for_each(|font| fonts.load_font_data(font.to_vec()));
    fonts.set_sans_serif_family("DejaVu Sans");
    let options =
        Options { fontdb: Arc::new(fonts), font_family: "DejaVu Sans".to_owned(), ..Options::default() };
    charts.iter().map(|chart| write(chart, &options)).collect()
}

/// Converts the SVG file `chart` to a PNG file next to it.
fn write(chart: &Path, options: &Options<'_>) -> Result<PathBuf, ReportError> {
    let png = chart.with_extension("png");
    let failed = |source| ReportError::Write { path: png.clone(), source };
    let svg = read_text(chart, LARGEST).map_err(|error| ReadError::file(chart, reason(&error)))?;
    let picture = drawn(svg.as_bytes(), options).map_err(|what| {
        let chart = chart.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        ReportError::Draw { chart, what }
    })?;
    write_atomically(&png, &picture).map_err(failed)?;
    Ok(png)
}

/// The picture that `svg` describes, as PNG.
fn drawn(svg: &[u8], options: &Options<'_>) -> Result<Vec<u8>, String> {
    let tree = Tree::from_data(svg, options).map_err(|error| error.to_string())?;
    let scale = (WIDTH / tree.size().width()).max(1.0);
    let size = tree.size().to_int_size().scale_by(scale).ok_or("it has no size")?;
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or("it is too large")?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charts_become_pictures_with_text_at_twice_the_size() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::create_dir(dir.path().join(CHARTS)).unwrap();
        let chart = |name: &str, text: &str| {
            let path = dir.path().join(CHARTS).join(name);
            let svg = format!(
                r##"<svg xmlns="http://www.w3.org/2000/svg" width="560" height="300" viewBox="0 0 560 300" font-family="system-ui, sans-serif"><rect width="100%" height="100%" fill="#ffffff"/><text x="20" y="100" font-size="40" font-weight="bold">{text}</text></svg>"##
            );
            std::fs::write(&path, svg).unwrap();
        };
        chart("empty.svg", "");
        chart("komi.svg", "Komi −5");
        let written = write_pngs(dir.path()).unwrap();
        assert_eq!(written, ["empty.png", "komi.png"].map(|name| dir.path().join(CHARTS).join(name)));
        let dark = written.iter().map(|path| {
            let picture = Pixmap::load_png(path).unwrap();
            assert_eq!((picture.width(), picture.height()), (1120, 600));
            picture.pixels().iter().filter(|pixel| pixel.red() < 128).count()
        });
        let dark: Vec<usize> = dark.collect();
        assert!(dark[0] == 0 && (2000..50_000).contains(&dark[1]), "{dark:?}");
    }
}
