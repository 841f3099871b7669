import { expect } from 'vitest';
import * as z from 'zod/mini';
import type { Answer, TestServer } from './contract-world.ts';

const jobShape = z.looseObject({ id: z.string(), state: z.string() });

/** The job that a call asked for, once it is over, as whoever asked reads it. */
export async function endedJob(server: Pick<TestServer, 'get'>, token: string, started: Answer) {
  expect([started.status, started.text]).toEqual([202, started.text]);
  const { id } = jobShape.parse(started.body);
  const read = async () => jobShape.parse((await server.get(token, `/jobs/${id}`)).body);
  await expect.poll(async () => (await read()).state, { timeout: 20_000 }).toMatch(/done|dead/);
  return read();
}
