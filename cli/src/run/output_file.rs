//! An output file. It is opened before the search, so that an unwritable path is reported at once, and written after
//! the search.

use anyhow::Context;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// A writable file. Existing contents remain until the first write. A new file is removed if nothing is written.
pub(crate) struct OutputFile {
    path: PathBuf,
    file: File,
    is_new: bool,
    is_begun: bool,
}

impl OutputFile {
    pub(crate) fn open(path: &Path) -> anyhow::Result<OutputFile> {
        let (file, is_new) = match OpenOptions::new().write(true).create_new(true).open(path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                (OpenOptions::new().write(true).create(true).truncate(false).open(path), false)
            }
            new => (new, true),
        };
        let file = file.with_context(|| format!("cannot write {}", path.display()))?;
        Ok(OutputFile { path: path.to_owned(), file, is_new, is_begun: false })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The number of bytes written; `None` if nothing has been written.
    pub(crate) fn len(&self) -> Option<u64> {
        self.is_begun.then(|| self.file.metadata().map_or(0, |data| data.len()))
    }

    /// Replaces the contents; returns the new number of bytes.
    pub(crate) fn write(
        mut self,
        content: impl FnOnce(&mut BufWriter<&mut OutputFile>) -> io::Result<()>,
    ) -> anyhow::Result<u64> {
        let mut out = BufWriter::new(&mut self);
        let written = content(&mut out).and_then(|()| out.flush());
        drop(out);
        written.with_context(|| format!("cannot write {}", self.path.display()))?;
        Ok(self.len().unwrap_or_default())
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Devices and pipes do not have a length.
        if !std::mem::replace(&mut self.is_begun, true) && self.file.metadata()?.is_file() {
            self.file.set_len(0)?;
        }
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for OutputFile {
    fn drop(&mut self) {
        if self.is_new && !self.is_begun {
            // The original error has already been reported.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}
