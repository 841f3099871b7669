import type { TestProject } from 'vitest/node';
import { setUpServer } from './global-setup.ts';

/** A PostgreSQL 15 over TCP, as `DATABASE_URL` would name it. */
export function setup(project: TestProject): Promise<() => Promise<void>> {
  return setUpServer(project, 'outside');
}
