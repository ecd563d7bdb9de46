//! An output file that is opened before the search, so that an unwritable path is reported at once, and written after
//! it.

use anyhow::Context;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// A writable file. Existing contents remain until the first write. A new file is removed if nothing is written.
pub(super) struct OutputFile {
    path: PathBuf,
    file: File,
    /// Whether the file is new and nothing has been written.
    is_idle: bool,
}

impl OutputFile {
    pub(super) fn open(path: &Path) -> anyhow::Result<OutputFile> {
        let (file, is_idle) = match OpenOptions::new().write(true).create_new(true).open(path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                (OpenOptions::new().write(true).create(true).truncate(false).open(path), false)
            }
            new => (new, true),
        };
        let file = file.with_context(|| format!("cannot write {}", path.display()))?;
        Ok(OutputFile { path: path.to_owned(), file, is_idle })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Replaces the contents; returns the new number of bytes.
    pub(super) fn write(
        mut self,
        content: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>,
    ) -> anyhow::Result<u64> {
        self.is_idle = false;
        self.replace(content).with_context(|| format!("cannot write {}", self.path.display()))
    }

    fn replace(&self, content: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>) -> io::Result<u64> {
        // Devices and pipes do not have a length.
        if self.file.metadata()?.is_file() {
            self.file.set_len(0)?;
        }
        let mut out = BufWriter::new(&self.file);
        content(&mut out)?;
        out.flush()?;
        Ok(self.file.metadata()?.len())
    }
}

impl Drop for OutputFile {
    fn drop(&mut self) {
        if self.is_idle {
            // The original error has already been reported.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}
