import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import type { Route } from '../src/platform/http/route.ts';
import type { Services } from '../src/platform/services.ts';
import { type Answer, ContractWorld, TestServer, tenantA } from './contract-world.ts';
import { type OwnTestDatabase, useTestDatabase } from './database.ts';

/** What the server of a test file offers before it has started. */
type LateServer = Pick<TestServer, 'app' | 'call' | 'get' | 'caller' | 'lastingCaller'>;

interface ContractHouse {
  readonly test: OwnTestDatabase;
  readonly world: ContractWorld;
  readonly server: LateServer;
  /** Token of somebody with every right. */
  readonly admin: string;
  /** A tariff of the first insurer, "Zukunft". */
  readonly tariff: string;
  /** A call that writes, with a key of its own; without a body it sends none. */
  readonly post: (token: string | null, path: string, body?: unknown) => Promise<Answer>;
  /** A statement past all rules; `$1` is the tenant. */
  readonly run: (sql: string, ...values: unknown[]) => Promise<pg.QueryResult>;
}

/**
 * Gives a test file a database of its own with the two tenants of `ContractWorld` and a tariff, and a server on it, for
 * as long as it runs. Call at the top of the file; what is in the database is there inside the tests and in later `beforeAll`.
 * @param more routes of further areas
 */
export function contractHouse(more: (services: Services) => readonly Route[] = () => []): ContractHouse {
  const test = useTestDatabase();
  const world = new ContractWorld(() => test.owner);
  const [admin, tariff] = [randomUUID(), randomUUID()];
  let started: TestServer | undefined;
  beforeAll(async () => {
    await world.fill();
    await world.addTariff(tenantA, 'Zukunft', 1, tariff);
    const services = { database: test.database, clock: Date.now };
    started = await TestServer.start(test.database, test.owner, more(services));
    await started.caller({ userId: admin });
  });
  afterAll(() => started?.app.close());
  const current = (): TestServer => {
    if (!started) throw new Error('The server exists inside of tests only.');
    return started;
  };
  const server: LateServer = {
    get app() {
      return current().app;
    },
    call: (...input) => current().call(...input),
    get: (...input) => current().get(...input),
    caller: (...input) => current().caller(...input),
    lastingCaller: (...input) => current().lastingCaller(...input),
  };
  return {
    test,
    world,
    server,
    admin,
    tariff,
    post: (token, path, body) =>
      server.call(token, 'POST', path, {
        ...(body === undefined ? {} : { body }),
        headers: { 'idempotency-key': randomUUID() },
      }),
    run: (sql, ...values) => test.owner.query(sql, [tenantA, ...values]),
  };
}

/** Status and code of an answer, for a refusal. */
export function codeOf(answer: { readonly status: number; readonly body: unknown }): readonly unknown[] {
  return [answer.status, (answer.body as { code?: string } | null)?.code];
}
