import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const GIB = 1024 ** 3;
const memoryFolder = '/dev/shm';

/**
 * Where databases of a test run are: in memory where the system has a file system there and enough of it is free, else
 * among temporary files. Each test file copies a database of a thousand files, which costs the kernel a third of the
 * processor time there.
 */
export function folderOfTestData(): string {
  return freeBytesOf(memoryFolder) >= 4 * GIB && process.availableMemory() >= 6 * GIB
    ? memoryFolder
    : tmpdir();
}

/** 0 where there is no such folder. */
function freeBytesOf(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
