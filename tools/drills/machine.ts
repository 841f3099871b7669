import { readdirSync, readFileSync } from 'node:fs';

/** Ticks of the machine that were busy, and those of the product with all below it and of this drill. */
export function ticks(productPid: number): {
  readonly all: number;
  readonly busy: number;
  readonly own: number;
} {
  const [, ...columns] = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '').trim().split(/\s+/);
  const all = columns.slice(0, 8).reduce((sum, column) => sum + Number(column), 0);
  const idle = Number(columns[3]) + Number(columns[4]);
  const own = [...processesBelow(productPid), process.pid].reduce((sum, pid) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      // Its own time and that of children it has waited for.
      return sum + [11, 12, 13, 14].reduce((part, place) => part + Number(fields[place]), 0);
    } catch {
      return sum;
    }
  }, 0);
  return { all, busy: all - idle, own };
}

/** A process and all below it. */
function processesBelow(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const text = readFileSync(`/proc/${name}/status`, 'utf8');
      parents.set(Number(name), Number(/^PPid:\s+(\d+)/m.exec(text)?.[1]));
    } catch {
      // It ended meanwhile.
    }
  }
  const isOurs = (each: number | undefined): boolean =>
    each !== undefined && (each === pid || isOurs(parents.get(each)));
  return [...parents.keys()].filter(isOurs);
}

/** Resident memory of the largest process of the product. */
export const largestProcess = (pid: number): number =>
  processesBelow(pid).reduce((largest, each) => {
    try {
      const size = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${each}/status`, 'utf8'))?.[1];
      return Math.max(largest, Number(size ?? 0) * 1024);
    } catch {
      return largest;
    }
  }, 0);
