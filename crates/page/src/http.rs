//! Requests and answers over a connection, with limits on their size and time. Each connection carries one request.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// The most bytes of the first line and the headers of a request.
pub const MOST_HEAD: usize = 16 << 10;
/// The most bytes of a request's body: a variant file of the largest size, written in JSON, and a long game.
pub const MOST_BODY: usize = 4 << 20;
/// The most headers of a request.
const MOST_HEADERS: usize = 64;
/// How long the first line and the headers may take, and then the body. Browsers send both at once.
const PATIENCE: [Duration; 2] = [Duration::from_secs(3), Duration::from_secs(10)];
/// How long the other side may take to accept a part of the answer.
const WRITING: Duration = Duration::from_secs(10);

/// A request.
#[derive(Debug, Default)]
pub struct Request {
    /// `GET` or another method.
    pub method: String,
    /// The path, without the query.
    pub path: String,
    /// The query string, without the question mark; empty if the target has none.
    pub query: String,
    headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Request {
    /// The value of a header, whose name is in lower case; `None` if it is missing.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// Why there is no request to answer.
#[derive(Debug, thiserror::Error)]
pub enum Unread {
    /// The connection ended before the request began, as connections do that a browser opens in advance.
    #[error("nothing was sent")]
    Nothing,
    /// The request is not HTTP, or of a kind that no browser sends here.
    #[error("{0}")]
    Wrong(&'static str),
    /// The head or the body is too long.
    #[error("the request is too large")]
    TooLarge,
    /// The request did not arrive in time, or the connection broke.
    #[error("the request did not arrive in time")]
    TooSlow,
}

impl Unread {
    /// The status of the answer.
    pub const fn status(&self) -> u16 {
        match self {
            Self::Nothing | Self::TooSlow => 408,
            Self::Wrong(_) => 400,
            Self::TooLarge => 413,
        }
    }
}

/// Reads the request of a connection.
pub fn read(stream: &mut TcpStream) -> Result<Request, Unread> {
    let mut source = Timed { stream, end: Instant::now() + PATIENCE[0] };
    let mut bytes = Vec::new();
    let (mut request, begin) = loop {
        if let Some(found) = parse(&bytes)? {
            break found;
        }
        if bytes.len() >= MOST_HEAD {
            return Err(Unread::TooLarge);
        }
        let room = MOST_HEAD - bytes.len();
        if source.append(&mut bytes, room.min(4096))? == 0 {
            return Err(if bytes.is_empty() { Unread::Nothing } else { Unread::TooSlow });
        }
    };
    let length = length_of_body(&request)?;
    let mut body = bytes.split_off(begin);
    if body.len() > length {
        return Err(Unread::Wrong("more was sent than the request announces"));
    }
    source.end = Instant::now() + PATIENCE[1];
    while body.len() < length {
        let room = length - body.len();
        if source.append(&mut body, room.min(64 << 10))? == 0 {
            return Err(Unread::TooSlow);
        }
    }
    request.body = body;
    Ok(request)
}

/// The head of the request in `bytes` and where its body begins; `None` if the head is not complete.
fn parse(bytes: &[u8]) -> Result<Option<(Request, usize)>, Unread> {
    let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut parsed = httparse::Request::new(&mut headers);
    let begin = match parsed.parse(bytes) {
        Ok(httparse::Status::Complete(begin)) => begin,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => return Err(Unread::TooLarge),
        Err(_) => return Err(Unread::Wrong("the request is not HTTP")),
    };
    let target = parsed.path.unwrap_or_default();
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let mut request = Request {
        method: parsed.method.unwrap_or_default().to_owned(),
        path: path.to_owned(),
        query: query.to_owned(),
        ..Request::default()
    };
    for header in parsed.headers.iter() {
        let name = header.name.to_ascii_lowercase();
        let value =
            std::str::from_utf8(header.value).map_err(|_| Unread::Wrong("a header is not UTF-8 text"))?;
        if request.header(&name).is_some() {
            return Err(Unread::Wrong("a header is given twice"));
        }
        request.headers.push((name, value.trim().to_owned()));
    }
    Ok(Some((request, begin)))
}

fn length_of_body(request: &Request) -> Result<usize, Unread> {
    if request.header("transfer-encoding").is_some() {
        return Err(Unread::Wrong("bodies in parts are not accepted"));
    }
    let Some(text) = request.header("content-length") else { return Ok(0) };
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse::<usize>() {
        Ok(length) if is_number && length <= MOST_BODY => Ok(length),
        _ if is_number => Err(Unread::TooLarge),
        _ => Err(Unread::Wrong("the length of the body is not a number")),
    }
}

/// A connection that is read until a moment.
struct Timed<'a> {
    stream: &'a mut TcpStream,
    end: Instant,
}

impl Timed<'_> {
    /// Appends at most `most` bytes; returns how many, 0 at the end of the connection.
    fn append(&mut self, bytes: &mut Vec<u8>, most: usize) -> Result<usize, Unread> {
        let left = self.end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(Unread::TooSlow);
        }
        let begin = bytes.len();
        bytes.resize(begin + most, 0);
        let read =
            self.stream.set_read_timeout(Some(left)).and_then(|()| self.stream.read(&mut bytes[begin..]));
        bytes.truncate(begin + read.as_ref().map_or(0, |&read| read));
        read.map_err(|_| if bytes.is_empty() { Unread::Nothing } else { Unread::TooSlow })
    }
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    /// The status, such as 200.
    pub status: u16,
    /// Headers besides those that every answer has.
    pub headers: Vec<(&'static str, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Answer {
    /// An answer with a body of this type.
    pub fn new(status: u16, content: &'static str, body: impl Into<Vec<u8>>) -> Self {
        Self { status, headers: vec![("Content-Type", content.to_owned())], body: body.into() }
    }

    /// Plain text.
    pub fn text(status: u16, text: &str) -> Self {
        Self::new(status, "text/plain; charset=utf-8", text)
    }

    /// The same answer with another header, which replaces one of that name.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.retain(|(known, _)| *known != name);
        self.headers.push((name, value.into()));
        self
    }

    /// Writes the head; with a `length`, that of the body.
    pub fn write_head(&self, stream: &mut TcpStream, length: Option<usize>) -> io::Result<()> {
        stream.set_write_timeout(Some(WRITING))?;
        // What the status means is left out: browsers know.
        let mut head = format!("HTTP/1.1 {} \r\nConnection: close\r\n", self.status);
        for (name, value) in &self.headers {
            head += &format!("{name}: {value}\r\n");
        }
        if let Some(length) = length {
            head += &format!("Content-Length: {length}\r\n");
        }
        head += "\r\n";
        stream.write_all(head.as_bytes())
    }

    /// Writes the answer.
    pub fn write(&self, stream: &mut TcpStream) -> io::Result<()> {
        self.write_head(stream, Some(self.body.len()))?;
        stream.write_all(&self.body)?;
        stream.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Option<(Request, usize)>, Unread> {
        parse(text.as_bytes())
    }

    #[test]
    fn a_request_is_split_into_its_parts() {
        let text = "POST /api/list?x=1 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}";
        let (request, begin) = parsed(text).unwrap().unwrap();
        assert_eq!(
            (request.method.as_str(), request.path.as_str(), request.query.as_str()),
            ("POST", "/api/list", "x=1")
        );
        assert_eq!((request.header("host"), &text[begin..]), (Some("a"), "{}"));
        assert_eq!(length_of_body(&request).unwrap(), 2);
        assert!(parsed("GET / HTTP/1.1\r\nHost: a").unwrap().is_none(), "the head is not complete");
    }

    #[test]
    fn what_no_browser_sends_is_refused() {
        let head = |headers: &str| {
            let (request, _) =
                parsed(&format!("POST / HTTP/1.1\r\n{headers}\r\n\r\n"))?.expect("a whole head");
            length_of_body(&request)
        };
        assert!(matches!(parsed("\0\0\0"), Err(Unread::Wrong(_))));
        assert!(matches!(head("Host: a\r\nHost: b"), Err(Unread::Wrong(_))));
        assert!(matches!(head("Transfer-Encoding: chunked"), Err(Unread::Wrong(_))));
        for length in ["-1", "+1", "0x1", "1 1", ""] {
            assert!(matches!(head(&format!("Content-Length: {length}")), Err(Unread::Wrong(_))), "{length}");
        }
        for length in [MOST_BODY + 1, 100_000_000, usize::MAX] {
            assert!(matches!(head(&format!("Content-Length: {length}")), Err(Unread::TooLarge)), "{length}");
        }
        assert!(matches!(head("Content-Length: 99999999999999999999999"), Err(Unread::TooLarge)));
        assert!(matches!(head("A: b\r\n".repeat(MOST_HEADERS + 1).trim_end()), Err(Unread::TooLarge)));
    }
}
