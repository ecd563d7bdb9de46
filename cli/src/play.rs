//! `ferz play`: serves the puzzle page to the browser, with this program as its engine.

use crate::exit::{BadInput, Ended, complain};
use crate::interrupt;
use crate::puzzle::read;
use crate::server::{Answer, Request, Server, Site};
use clap::Args;
use clap::builder::PossibleValuesParser;
use hyper::{Method, StatusCode};
use puzzles::KINDS;

/// The default port. A browser stores games by address, so games played at this port do not appear at another.
const PORT: u16 = 8136;

#[derive(Args)]
#[command(
    after_help = "Prints the address of the page and opens it in the browser. Only this machine can reach it. Ctrl-C stops the server."
)]
pub(crate) struct Play {
    /// The kind of puzzle to open (default: the start page)
    #[arg(value_name = "NAME", value_parser = PossibleValuesParser::new(KINDS.iter().map(|kind| kind.name)), hide_possible_values = true)]
    name: Option<String>,

    /// A file with the puzzle, or the puzzle itself as one word; `-` reads standard input (default: the kind's
    /// example)
    #[arg(value_name = "FILE")]
    file: Option<String>,

    /// Serve the page on this port; 0 chooses a free one (default: 8136)
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
}

pub(crate) fn run(args: &Play) -> anyhow::Result<Ended> {
    let fragment = fragment(args)?;
    let server = match args.port {
        Some(port) => Server::bind(port)?,
        None => Server::bind(PORT).or_else(elsewhere)?,
    };
    server.run(Puzzles, &fragment, &interrupt::token()?)?;
    Ok(Ended::Complete)
}

/// Returns the URL fragment that names the puzzle to open, in the form that `web/page/link.js` reads.
fn fragment(args: &Play) -> Result<String, BadInput> {
    let Some(name) = &args.name else { return Ok(String::new()) };
    let Some(file) = &args.file else { return Ok(format!("#{name}")) };
    let text = read(name, file)?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    let one = |byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    Ok(format!("#play={name}&text={}", text.bytes().map(one).collect::<String>()))
}

/// Chooses another port if the default one is in use, perhaps by a page that is already open.
fn elsewhere(taken: BadInput) -> Result<Server, BadInput> {
    complain(&format!("{taken}; using another port, at which the browser has none of your saved games"));
    Server::bind(0)
}

struct Puzzles;

/// The content security policy: only the page's own scripts and styles, and no scripts or markup built from strings.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; \
                      manifest-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";

impl Site for Puzzles {
    fn answer(&self, request: &Request) -> anyhow::Result<Answer> {
        let (path, ask) = (request.path.trim_start_matches('/'), request.path == "/ask");
        Ok(match (&request.method, std::str::from_utf8(&request.body)) {
            (&Method::POST, Ok(question)) if ask => {
                Answer::new("application/json", web::ask_until(question, &request.cancel))
            }
            (&Method::POST, Err(error)) if ask => Answer::refusal(StatusCode::BAD_REQUEST, error.to_string()),
            (&Method::GET, _) => file(if path.is_empty() { web::FILES[0].0 } else { path }),
            _ => Answer::not_found(),
        })
    }
}

fn file(path: &str) -> Answer {
    match web::FILES.iter().find(|&&(name, _)| name == path) {
        Some(&(name, text)) if name.ends_with(".js") => Answer::new("text/javascript; charset=utf-8", text),
        Some(&(name, text)) if name.ends_with(".css") => Answer::new("text/css; charset=utf-8", text),
        Some(&(name, text)) if name.ends_with(".webmanifest") => Answer::new("application/manifest+json", text),
        Some(&(_, text)) => Answer::page(POLICY, text),
        None => Answer::not_found(),
    }
}
