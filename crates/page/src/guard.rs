//! Who may ask: only the page itself, opened with the secret of this start.
//!
//! `docs/lab.md` lists the threats that each check answers.

use crate::http::{Answer, Request};
use dropline_engine::text::hex;
use std::io;
use std::sync::{Mutex, PoisonError};

/// The policy of the page: nothing but its own files, and no page around it.
const PAGE: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                    frame-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";
/// The policy of reports, which may come from anybody: scripts run, but in an origin of their own, without network.
const REPORT: &str = "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; \
                      img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'";

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The `Host` header names another host, as in DNS rebinding.
    #[error("the Host header is not the address of this page")]
    Host,
    /// Another page asks.
    #[error("the request comes from another page")]
    Origin,
    /// There is no valid cookie.
    #[error("the request has no valid cookie: open the address that `dropline lab` printed")]
    Cookie,
    /// The address was used before.
    #[error("this address was used before or is wrong: open the last one that `dropline lab` printed")]
    Token,
    /// The method is not the one of that path.
    #[error("the method is not allowed here")]
    Method,
    /// The body is not JSON.
    #[error("the body is not announced as JSON")]
    Content,
}

impl Refusal {
    /// The status of the answer.
    pub const fn status(self) -> u16 {
        match self {
            Self::Host | Self::Origin | Self::Token => 403,
            Self::Cookie => 401,
            Self::Method => 405,
            Self::Content => 415,
        }
    }
}

/// The secrets of a start, and the checks.
#[derive(Debug)]
pub struct Guard {
    port: u16,
    /// The secret of the next address, which opens the page once.
    token: Mutex<String>,
    /// The value of the cookie.
    cookie: String,
    /// The folder of addresses of reports. Reports have no cookies, since they run in an origin of their own.
    pub reports: String,
}

impl Guard {
    /// New secrets for a server on `port`.
    pub fn new(port: u16) -> io::Result<Self> {
        Ok(Self { port, token: Mutex::new(secret()?), cookie: secret()?, reports: secret()? })
    }

    /// The address that opens the page once.
    pub fn address(&self) -> String {
        let token = self.token.lock().unwrap_or_else(PoisonError::into_inner);
        format!("{}/?token={token}", self.origin())
    }

    fn origin(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Exchanges the token in the query for the cookie. Afterwards another address opens the page.
    pub fn enter(&self, request: &Request) -> Result<Answer, Refusal> {
        let given = request.query.strip_prefix("token=").unwrap_or_default();
        let mut token = self.token.lock().unwrap_or_else(PoisonError::into_inner);
        if !is_same(given, &token) {
            return Err(Refusal::Token);
        }
        *token = secret().map_err(|_| Refusal::Token)?;
        let cookie = format!("{}={}; HttpOnly; SameSite=Strict; Path=/", self.cookie_name(), self.cookie);
        Ok(Answer::text(303, "").with("Location", "/").with("Set-Cookie", cookie))
    }

    /// The name of the cookie. Browsers share cookies among all ports of an address.
    fn cookie_name(&self) -> String {
        format!("dropline-{}", self.port)
    }

    /// Checks that the request is for this address.
    pub fn check_host(&self, request: &Request) -> Result<(), Refusal> {
        let own = format!("127.0.0.1:{}", self.port);
        if request.header("host") == Some(own.as_str()) { Ok(()) } else { Err(Refusal::Host) }
    }

    /// Checks that the page asks, with its cookie, and that a request that may change something is a post of JSON.
    pub fn check(&self, request: &Request) -> Result<(), Refusal> {
        let is_post = request.method == "POST";
        let origin = request.header("origin");
        if origin.is_some_and(|origin| origin != self.origin()) || (is_post && origin.is_none()) {
            return Err(Refusal::Origin);
        }
        if request.header("sec-fetch-site").is_some_and(|site| site != "same-origin") {
            return Err(Refusal::Origin);
        }
        let cookies = request.header("cookie").unwrap_or_default().split(';');
        let mut named = cookies.filter_map(|cookie| cookie.trim().split_once('='));
        let name = self.cookie_name();
        if !named.any(|(known, value)| known == name && is_same(value, &self.cookie)) {
            return Err(Refusal::Cookie);
        }
        let content = request.header("content-type").unwrap_or_default();
        if is_post && content != "application/json" { Err(Refusal::Content) } else { Ok(()) }
    }

    /// Adds the headers that every answer has; `report` says whether it is a file of a run.
    pub fn seal(answer: Answer, report: bool) -> Answer {
        let (policy, frame) = if report { (REPORT, "SAMEORIGIN") } else { (PAGE, "DENY") };
        answer
            .with("Content-Security-Policy", policy)
            .with("X-Frame-Options", frame)
            .with("X-Content-Type-Options", "nosniff")
            .with("Referrer-Policy", "no-referrer")
            .with("Cross-Origin-Resource-Policy", "same-origin")
            .with("Cross-Origin-Opener-Policy", "same-origin")
            .with("Cache-Control", "no-store")
    }
}

/// 32 random digits in hexadecimal.
fn secret() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(hex(&bytes))
}

/// Whether two texts are the same, in a time that does not depend on where they differ.
fn is_same(given: &str, known: &str) -> bool {
    let differ = |(a, b): (u8, u8)| a ^ b;
    given.len() == known.len()
        && given.bytes().zip(known.bytes()).map(differ).fold(0, |all, one| all | one) == 0
}
