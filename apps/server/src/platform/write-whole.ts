import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file for its owner's eyes, on the disk and whole or not at all, whatever happens meanwhile. */
export function writeWhole(file: string, content: string): void {
  const temporary = `${file}.${process.pid}`;
  const handle = openSync(temporary, 'w', 0o600);
  try {
    writeSync(handle, content);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(temporary, file);
  if (process.platform === 'win32') return;
  const folder = openSync(dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
}
