import { beforeEach } from 'vitest';
import { useTestDatabase } from './database.ts';
import { ExecutionWorld } from './execution-world.ts';
import { startedForTests } from './started-for-tests.ts';

/** A world of executions for as long as a test file runs, and an adviser with logins at both banks; each test begins without faults. */
export function useExecutions() {
  const db = useTestDatabase();
  const world = startedForTests(() => ExecutionWorld.start(db));
  const adviser = startedForTests(async () => ({
    ...(await world.adviserAtBanks()),
    stop: () => Promise.resolve(),
  }));
  beforeEach(() => world.bank.clearFaults());
  return { db, world, adviser };
}

type Answer = { json(): unknown };

/** Code of a refusal. */
export const codeOf = (answer: Answer) => (answer.json() as { code: string }).code;

/** What a refusal's text speaks of. */
export const paramsOf = (answer: Answer) => (answer.json() as { params: unknown }).params;
