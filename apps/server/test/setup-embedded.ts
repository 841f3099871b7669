import type { TestProject } from 'vitest/node';
import { setUpServer } from './global-setup.ts';

/** The embedded PostgreSQL 18, as `npm start` runs it. */
export function setup(project: TestProject): Promise<() => Promise<void>> {
  return setUpServer(project, 'embedded');
}
