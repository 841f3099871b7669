import { afterAll, beforeAll } from 'vitest';

/** Starts filling a database with the demo world at the latest; the first file of a run waits for it. */
const startTimeoutMs = 120_000;

/**
 * Something that runs for as long as a test file (or describe) does: it is started before its tests and before every later
 * `beforeAll`, and stopped after them. What is returned stands for it; reading a member of it too early throws.
 */
export function startedForTests<Thing extends { stop(): Promise<unknown> }>(
  start: () => Promise<Thing>,
): Thing {
  const running: { thing?: Thing } = {};
  beforeAll(async () => {
    running.thing = await start();
  }, startTimeoutMs);
  afterAll(() => running.thing?.stop());
  const current = (): Thing => {
    if (!running.thing) throw new Error('It runs inside of tests only.');
    return running.thing;
  };
  // Every member is looked up in what was started: the empty object itself is never read.
  return new Proxy({} as Thing, {
    get: (_target, name) => {
      const value: unknown = Reflect.get(current(), name);
      return typeof value === 'function' ? value.bind(current()) : value;
    },
    set: (_target, name, value) => Reflect.set(current(), name, value),
  });
}
