//! The server: connections, and which answer belongs to which request.

use crate::api;
use crate::experiments::Players;
use crate::folder::Folder;
use crate::guard::{Guard, Refusal};
use crate::http::{self, Answer, Request, Unread};
use crate::jobs::Jobs;
use dropline_lab::contestant::Contestant;
use serde_json::json;
use std::io::{self, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The port that is tried first, so that links stay valid.
pub const PORT: u16 = 7387;
/// The most connections at a time, and the most of them that receive events.
const MOST_CONNECTIONS: usize = 64;
const MOST_LISTENERS: usize = 12;
/// The stack of a thread that answers: trying actions keeps several positions on it, and positions on the largest grids are large.
const STACK: usize = 16 << 20;
/// How often a listener without news gets a sign of life, which also shows whether it is still there.
const HEARTBEAT: Duration = Duration::from_secs(5);
/// How often the server looks for connections, and whether it should end.
const LOOK: Duration = Duration::from_millis(2);

/// The files of the page, with their types.
const FILES: [(&str, &str, &str); 11] = [
    ("/", "text/html; charset=utf-8", include_str!("../assets/index.html")),
    ("/page.css", "text/css; charset=utf-8", include_str!("../assets/page.css")),
    ("/board.css", "text/css; charset=utf-8", include_str!("../assets/board.css")),
    ("/main.js", JS, include_str!("../assets/main.js")),
    ("/api.js", JS, include_str!("../assets/api.js")),
    ("/editor.js", JS, include_str!("../assets/editor.js")),
    ("/complete.js", JS, include_str!("../assets/complete.js")),
    ("/board.js", JS, include_str!("../assets/board.js")),
    ("/game.js", JS, include_str!("../assets/game.js")),
    ("/runs.js", JS, include_str!("../assets/runs.js")),
    ("/share.js", JS, include_str!("../assets/share.js")),
];
const JS: &str = "text/javascript; charset=utf-8";

/// How to serve.
#[derive(Debug)]
pub struct Options {
    /// The port; `None` for [`PORT`], or any free one if that is taken.
    pub port: Option<u16>,
    /// The external programs that may play.
    pub programs: Vec<Contestant>,
    /// This program, which runs the experiments.
    pub program: PathBuf,
}

/// A server, bound to its port.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    shared: Arc<Shared>,
}

/// What all connections share.
#[derive(Debug)]
pub struct Shared {
    /// Who may ask.
    pub guard: Guard,
    /// The folder.
    pub folder: Folder,
    /// Who may play.
    pub players: Players,
    /// The experiments.
    pub jobs: Jobs,
    /// Places for agents that think at the same time.
    pub thinking: [Mutex<()>; 2],
    connections: AtomicUsize,
    listeners: AtomicUsize,
    log: Log,
}

type Log = fn(&str);

impl Server {
    /// Binds a port of the loopback address and serves the current folder. Calls `log` with a line for each request that it refuses.
    ///
    /// # Errors
    /// Returns an error if the port is taken or the folder is gone.
    pub fn bind(options: Options, log: Log) -> io::Result<Self> {
        let bind = |port| TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
        let listener = match options.port {
            Some(port) => bind(port)?,
            None => bind(PORT).or_else(|_| bind(0))?,
        };
        listener.set_nonblocking(true)?;
        let shared = Shared {
            guard: Guard::new(listener.local_addr()?.port())?,
            folder: Folder::current()?,
            players: Players { programs: options.programs },
            jobs: Jobs::new(options.program)?,
            thinking: Default::default(),
            connections: AtomicUsize::new(0),
            listeners: AtomicUsize::new(0),
            log,
        };
        Ok(Self { listener, shared: Arc::new(shared) })
    }

    /// The address that opens the page once.
    pub fn address(&self) -> String {
        self.shared.guard.address()
    }

    /// Serves until `stop` is set; then ends the experiments.
    pub fn run(&self, stop: &AtomicBool) {
        while !stop.load(Ordering::Relaxed) {
            match self.listener.accept() {
                Ok((stream, _)) => self.accept(stream),
                Err(_) => std::thread::sleep(LOOK),
            }
        }
        self.shared.jobs.close();
    }

    fn accept(&self, mut stream: TcpStream) {
        if stream.set_nonblocking(false).is_err() {
            return;
        }
        let shared = Arc::clone(&self.shared);
        if shared.connections.fetch_add(1, Ordering::Relaxed) >= MOST_CONNECTIONS {
            shared.connections.fetch_sub(1, Ordering::Relaxed);
            (shared.log)("refused a connection: there are too many");
            let busy = Guard::seal(Answer::text(503, "too many connections\n"), false);
            let _ = stream.set_nonblocking(true).and_then(|()| busy.write(&mut stream));
            return;
        }
        let answer = move || {
            let _ = stream.set_nodelay(true);
            shared.serve(&mut stream);
            shared.connections.fetch_sub(1, Ordering::Relaxed);
        };
        if std::thread::Builder::new().stack_size(STACK).spawn(answer).is_err() {
            self.shared.connections.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

impl Shared {
    fn serve(&self, stream: &mut TcpStream) {
        let request = match http::read(stream) {
            Ok(request) => request,
            Err(Unread::Nothing) => return,
            Err(error) => {
                (self.log)(&format!("refused a request: {error}"));
                let answer = Answer::text(error.status(), &format!("{error}\n"));
                let _ = Guard::seal(answer, false).write(stream);
                // Whatever is still on its way is not read: closing would discard the answer.
                let _ = stream.shutdown(std::net::Shutdown::Write);
                return;
            }
        };
        let answered = catch_unwind(AssertUnwindSafe(|| self.answer(&request, stream)));
        let (answer, report) = match answered {
            Ok(Some(answer)) => answer,
            Ok(None) => return,
            Err(_) => {
                (self.log)(&format!("a request failed: {}", request.path));
                (problem(500, "an error of the program: please report it"), false)
            }
        };
        let _ = Guard::seal(answer, report).write(stream);
    }

    /// The answer, and whether it is a file of a run; `None` if the request has been answered.
    fn answer(&self, request: &Request, stream: &mut TcpStream) -> Option<(Answer, bool)> {
        match self.routed(request, stream) {
            Ok(answer) => answer,
            Err(refusal) => {
                (self.log)(&format!("refused {} {}: {refusal}", request.method, request.path));
                let answer = if request.path.starts_with("/api/") {
                    problem(refusal.status(), &refusal.to_string())
                } else {
                    Answer::text(refusal.status(), &format!("{refusal}\n"))
                };
                Some((answer, false))
            }
        }
    }

    fn routed(&self, request: &Request, stream: &mut TcpStream) -> Result<Option<(Answer, bool)>, Refusal> {
        self.guard.check_host(request)?;
        let path = request.path.as_str();
        let page = |answer| Ok(Some((answer, false)));
        if let Some(name) = path.strip_prefix("/api/") {
            let wanted = if name == "events" { "GET" } else { "POST" };
            if request.method != wanted {
                return Err(Refusal::Method);
            }
            self.guard.check(request)?;
            if name == "events" {
                self.send_events(stream);
                return Ok(None);
            }
            return page(api::answer(self, name, &request.body));
        }
        if request.method != "GET" {
            return Err(Refusal::Method);
        }
        if path == "/" && request.query.starts_with("token=") {
            // An address that was used before still leads to the page, in the browser that used it.
            return match self.guard.enter(request) {
                Err(_) if self.guard.check(request).is_ok() => {
                    page(Answer::text(303, "").with("Location", "/"))
                }
                Ok(answer) => {
                    (self.log)(&format!(
                        "the page is open; the address for another browser is {}",
                        self.guard.address()
                    ));
                    page(answer)
                }
                Err(refusal) => Err(refusal),
            };
        }
        if let Some((_, content, text)) = FILES.iter().find(|(known, ..)| *known == path) {
            return page(Answer::new(200, content, *text));
        }
        let prefix = format!("/{}/", self.guard.reports);
        if let Some(name) = path.strip_prefix(&prefix) {
            return Ok(Some((api::file_of_run(self, name), true)));
        }
        page(Answer::text(404, "there is no such page\n"))
    }

    /// Sends the state of the experiments whenever it changes.
    fn send_events(&self, stream: &mut TcpStream) {
        if self.listeners.fetch_add(1, Ordering::Relaxed) < MOST_LISTENERS {
            let head = Guard::seal(Answer::new(200, "text/event-stream", ""), false);
            let mut sent = head.write_head(stream, None);
            let mut known = None;
            while sent.is_ok() && !self.jobs.is_closed() {
                let (version, jobs) = self.jobs.after(known, HEARTBEAT);
                let event =
                    if known == Some(version) { ":\n\n".to_owned() } else { format!("data: {jobs}\n\n") };
                known = Some(version);
                sent = stream.write_all(event.as_bytes());
            }
        } else {
            let _ = Guard::seal(problem(503, "too many pages are open"), false).write(stream);
        }
        self.listeners.fetch_sub(1, Ordering::Relaxed);
    }
}

/// An answer that says what is wrong.
pub fn problem(status: u16, what: &str) -> Answer {
    Answer::new(status, "application/json", json!({ "ok": false, "problem": what }).to_string())
}
