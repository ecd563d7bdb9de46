//! The page server under requests that no browser sends: it answers or rejects them, and keeps running.

use crate::served::Served;
use std::io::{Read, Write};
use std::net::TcpStream;

/// Starts both commands that serve a page.
fn both() -> [Served; 2] {
    ["study live queens 6", "play --port 0"].map(Served::start)
}

/// If the head is rejected or the body is too long, the server neither reserves memory for the body nor waits for it.
#[test]
fn a_body_that_is_announced_takes_no_memory() {
    for served in both() {
        let host = &served.host;
        for length in ["999999999999999999", "18446744073709551613", "1048577"] {
            for (named, status) in [("evil.example", " 403 "), (host, " 413 ")] {
                let answer = served.send(&format!(
                    "POST /what-if HTTP/1.1\r\nHost: {named}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
                ));
                assert!(answer[..20.min(answer.len())].contains(status), "{length} {named}: {answer}");
                assert_eq!(served.get("/").0, 200);
            }
        }
        // Tests an invalid length, and two lengths.
        for length in ["-1", "1e3", "18446744073709551615", "99999999999999999999", "1\r\nContent-Length: 2"] {
            let answer = served.send(&format!("POST / HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\n\r\n"));
            assert!(answer.starts_with("HTTP/1.1 4"), "{length}: {answer}");
            assert_eq!(served.get("/").0, 200);
        }
        served.end();
    }
}

#[test]
fn a_body_in_pieces_ends_at_the_same_length() {
    for served in both() {
        let mut stream = served.connect();
        let head = "Content-Type: application/json\r\nTransfer-Encoding: chunked";
        write!(stream, "POST /ask HTTP/1.1\r\nHost: {}\r\n{head}\r\n\r\n", served.host).expect("it reads");
        let piece = format!("8000\r\n{}\r\n", " ".repeat(0x8000));
        // The server closes the connection long before everything is sent.
        let sent = (0..10_000).take_while(|_| stream.write_all(piece.as_bytes()).is_ok()).count();
        assert!(sent < 1_000, "{sent} pieces");
        assert_eq!(served.get("/").0, 200);
        let broken = served.send(&format!("POST /ask HTTP/1.1\r\nHost: {}\r\n{head}\r\n\r\nxyz\r\n", served.host));
        assert!(broken.starts_with("HTTP/1.1 400 "), "{broken}");
        assert_eq!(served.get("/").0, 200);
        served.end();
    }
}

#[test]
fn foreign_pages_and_names_are_refused_before_their_body() {
    for served in both() {
        let own = format!("Host: {}\r\n", served.host);
        let port = served.host.split(':').nth(1).expect("a port");
        for refused in [
            String::new(),
            "Host: evil.example\r\n".to_owned(),
            format!("Host: evil.example:{port}\r\n"),
            format!("{own}{own}"),
            format!("{own}Host: evil.example\r\n"),
            format!("{own}Origin: http://evil.example\r\n"),
            format!("{own}Origin: null\r\n"),
            format!("{own}Origin: https://{}\r\n", served.host),
            format!("{own}Origin: http://{}\r\nOrigin: http://evil.example\r\n", served.host),
        ] {
            // The body is never sent: the reply does not wait for it.
            let head =
                format!("POST /ask HTTP/1.1\r\n{refused}Content-Type: application/json\r\nContent-Length: 5\r\n\r\n");
            let answer = served.send(&head);
            assert!(answer.starts_with("HTTP/1.1 403 "), "{refused}: {answer}");
        }
        let elsewhere = format!("GET http://evil.example/ HTTP/1.1\r\n{own}\r\n");
        assert!(served.send(&elsewhere).starts_with("HTTP/1.1 403 "));
        for (method, status) in [("PUT", 405), ("OPTIONS", 405), ("DELETE", 405)] {
            assert_eq!(served.ask(method, "/", &own, "").0, status, "{method}");
        }
        assert_eq!(served.ask("GET", "/", &format!("Host: localhost:{port}\r\n"), "").0, 200);
        served.end();
    }
}

#[test]
fn long_heads_are_refused() {
    for served in both() {
        let own = format!("Host: {}\r\n", served.host);
        for head in [
            format!("GET / HTTP/1.1\r\n{own}X: {}\r\n\r\n", "x".repeat(1 << 20)),
            format!("GET / HTTP/1.1\r\n{own}{}\r\n", "X: x\r\n".repeat(10_000)),
            format!("GET /{} HTTP/1.1\r\n{own}\r\n", "x".repeat(1 << 20)),
            "\u{0}\u{1}\u{2}\r\n\r\n".to_owned(),
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_owned(),
        ] {
            let answer = served.send(&head);
            // If more is sent than read, the reply may be lost with the connection.
            assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer}");
            assert_eq!(served.get("/").0, 200);
        }
        served.end();
    }
}

/// Connections that send nothing, or half a request, block neither other connections nor shutdown.
#[test]
fn slow_connections_delay_neither_others_nor_the_end() {
    for served in both() {
        let begun = ["", "GET", "GET / HTTP/1.1\r\nHost: ", "POST /ask HTTP/1.1\r\nHost: "];
        let mut slow: Vec<TcpStream> = Vec::new();
        for i in 0..400 {
            let mut stream = served.connect();
            let _ = write!(stream, "{}", begun[i % 4]);
            if i % 4 == 3 {
                let head = "Content-Type: application/json\r\nContent-Length: 100";
                let _ = write!(stream, "{}\r\n{head}\r\n\r\n[", served.host);
            }
            slow.push(stream);
            if i % 100 == 99 {
                assert_eq!(served.get("/").0, 200);
            }
        }
        // The first connections were closed.
        let mut rest = Vec::new();
        assert!(matches!(slow[0].read_to_end(&mut rest), Ok(0) | Err(_)));
        served.end();
    }
}

#[test]
fn no_answer_is_framed_or_kept() {
    for served in both() {
        let page = served.send(&format!("GET / HTTP/1.1\r\nHost: {}\r\n\r\n", served.host));
        let (head, _) = page.split_once("\r\n\r\n").expect("a head");
        let policy = head.lines().find(|line| line.starts_with("content-security-policy: ")).expect("a policy");
        assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{policy}");
        let scripts = policy.split("; ").find(|part| part.starts_with("script-src ")).expect("scripts");
        assert!(!scripts.contains("unsafe") && !scripts.contains('*'), "{scripts}");
        for line in ["x-frame-options: DENY", "x-content-type-options: nosniff", "cache-control: no-store"] {
            assert!(head.contains(line), "{line}: {head}");
        }
        served.end();
    }
}
