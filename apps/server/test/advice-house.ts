import { randomUUID } from 'node:crypto';
import { beforeAll } from 'vitest';
import type { TariffData } from '../src/areas/optimization/tariff-data.ts';
import type { Route } from '../src/platform/http/route.ts';
import type { Services } from '../src/platform/services.ts';
import { adviceCalls } from './advice-calls.ts';
import { AdviceWorld } from './advice-world.ts';
import { type OwnTestDatabase, useTestDatabase } from './database.ts';
import type { demoSizes } from './demo-template.ts';
import { startedForTests } from './started-for-tests.ts';

interface AdviceHouse extends ReturnType<typeof adviceCalls> {
  readonly db: OwnTestDatabase;
  readonly world: AdviceWorld;
  /** Token of somebody with every right in every group, who asks where the calls are given none. */
  readonly admin: string;
}

/**
 * Gives a test file the demo world of a size in a database of its own, and a server on it, for as long as it runs. Call at the
 * top of the file; the world is there inside the tests and in later `beforeAll`.
 * @param more routes of further areas
 */
export function adviceHouse(
  size: keyof typeof demoSizes,
  more?: (services: Services, tariffs: TariffData) => readonly Route[],
): AdviceHouse {
  const db = useTestDatabase();
  const world = startedForTests(() => AdviceWorld.start(db, size, more));
  const admin = randomUUID();
  beforeAll(async () => void (await world.caller({ userId: admin })));
  return { db, world, admin, ...adviceCalls(world, () => admin) };
}
