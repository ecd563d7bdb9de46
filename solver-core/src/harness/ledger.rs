//! A ledger for long runs, with one line per declaration and form.

use super::{Failure, Report};
use std::fs::OpenOptions;
use std::io::Write;

/// Appends a line for each form to the file named by the environment variable `FERZ_LEDGER`, if it is set. The fields,
/// separated by tabs, are: test, declaration, form, cases, reasons, aliased cases, cases near the limits, seed,
/// seconds, and `ok` or the failure.
pub(super) fn enter(result: &Result<Report, Failure>) {
    let Some(path) = std::env::var_os("FERZ_LEDGER") else { return };
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("?");
    let lines = match result {
        Ok(report) => std::iter::once(report).chain(&report.reified).map(|r| line(test, r)).collect(),
        Err(Failure { name, form, seed, number, what, .. }) => {
            format!("{test}\t{name}\t{form}\t{number}\t-\t-\t-\t{seed}\t-\t{}\n", what.replace(['\t', '\n'], " "))
        }
    };
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.and_then(|mut file| file.write_all(lines.as_bytes())).expect("FERZ_LEDGER is a file that can be written");
}

fn line(test: &str, report: &Report) -> String {
    let Report { name, form, cases, reasons, aliased, extreme, seed, elapsed, .. } = report;
    let seconds = elapsed.as_secs_f64();
    format!("{test}\t{name}\t{form}\t{cases}\t{reasons}\t{aliased}\t{extreme}\t{seed}\t{seconds:.1}\tok\n")
}
