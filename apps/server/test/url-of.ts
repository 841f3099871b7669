import type { DatabaseTarget } from '../src/platform/database/connection.ts';

/** The address of a target, as a process of its own is told it (`DATABASE_URL`). */
export function urlOf(target: DatabaseTarget): string {
  if (target.kind === 'url') return target.url;
  const { directory, port, database } = target;
  return `postgresql://depotwerk@localhost:${port}/${database}?host=${encodeURIComponent(directory)}`;
}
