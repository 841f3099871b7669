import { createHash } from 'node:crypto';
import {
  chownSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** A file of a backup: its way inside, its bytes, and their SHA-256 in hexadecimal digits. */
export interface CopiedFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

const buffer = Buffer.allocUnsafe(1 << 20);
const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Copies a file as it is now, with owner and mode; null where it is gone by now. */
export function copyFile(from: string, to: string, path: string): CopiedFile | null {
  let source: number;
  try {
    source = openSync(from, 'r');
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
  try {
    const { mode, uid, gid } = statSync(from);
    const target = openSync(to, 'wx', mode & 0o777);
    const hash = createHash('sha256');
    let size = 0;
    try {
      for (let read = readSync(source, buffer); read > 0; read = readSync(source, buffer)) {
        const bytes = buffer.subarray(0, read);
        hash.update(bytes);
        writeSync(target, bytes);
        size += read;
      }
      fsyncSync(target);
    } finally {
      closeSync(target);
    }
    keepOwner(to, uid, gid);
    return { path, size, sha256: hash.digest('hex') };
  } finally {
    closeSync(source);
  }
}

/** Only root can give files away, and PostgreSQL's belong to somebody else then. */
function keepOwner(path: string, uid: number, gid: number): void {
  if (process.getuid?.() === 0) chownSync(path, uid, gid);
}

/**
 * Copies a folder and all below it, except what `leavesOut` names by its way inside; folders left out stay empty folders where
 * `keepsEmpty` says so. Files that go while they are copied are left out, new ones may be.
 */
export function copyTree(
  from: string,
  to: string,
  inside: string,
  rule: { readonly leavesOut: (path: string) => boolean; readonly keepsEmpty: (path: string) => boolean },
): CopiedFile[] {
  const { mode, uid, gid } = statSync(from);
  mkdirSync(to, { mode: mode & 0o777 });
  keepOwner(to, uid, gid);
  if (rule.keepsEmpty(inside)) return [];
  return readdirSync(from, { withFileTypes: true }).flatMap((entry) => {
    const path = join(inside, entry.name);
    if (rule.leavesOut(path)) return [];
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      try {
        return copyTree(source, target, path, rule);
      } catch (error) {
        if (isGone(error)) return [];
        throw error;
      }
    }
    const copied = entry.isFile() ? copyFile(source, target, path) : null;
    return copied === null ? [] : [copied];
  });
}

/** SHA-256 of a file in hexadecimal digits. */
export function hashOf(file: string): string {
  const source = openSync(file, 'r');
  try {
    const hash = createHash('sha256');
    for (let read = readSync(source, buffer); read > 0; read = readSync(source, buffer))
      hash.update(buffer.subarray(0, read));
    return hash.digest('hex');
  } finally {
    closeSync(source);
  }
}
