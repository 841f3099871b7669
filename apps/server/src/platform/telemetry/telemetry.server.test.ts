import { createServer as createReceiver } from 'node:http';
import type { AddressInfo } from 'node:net';
import { allCalls } from '@depotwerk/api/all-calls';
import { afterAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { plainServer } from '../../../test/plain-server.ts';
import { Database } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import { createServer } from '../http/create-server.ts';
import { createOpenTelemetry } from './open-telemetry.ts';
import { createTelemetry, type Telemetry } from './telemetry.ts';

const db = useTestDatabase();
const nobody = { tenantId: null, userId: null };
const secret = 'Änne von der Höhe';

interface Told {
  readonly path: string;
  readonly text: string;
}

/** What any receiver of OTLP over HTTP does. */
async function startReceiver() {
  const told: Told[] = [];
  const receiver = createReceiver((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      told.push({ path: request.url ?? '', text: Buffer.concat(parts).toString() });
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready));
  const endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  return { told, endpoint, close: () => receiver.close() };
}

interface Span {
  readonly name: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly status: { readonly code: number };
  readonly attributes: readonly { key: string; value: Record<string, unknown> }[];
}

/** Every span of the messages, in the shape of OTLP/JSON. */
function spansOf(told: readonly Told[]): Span[] {
  return told
    .filter(({ path }) => path === '/v1/traces')
    .flatMap(({ text }) => {
      // The protocol's own shape; only what is read here is named.
      const message = JSON.parse(text) as {
        resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
      };
      return message.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
    });
}

const valueOf = (span: Span | undefined, key: string) =>
  Object.values(span?.attributes.find((attribute) => attribute.key === key)?.value ?? {})[0];

/** A server whose insurers can be listed, and on whose banks everything breaks. */
async function serve(telemetry: Telemetry) {
  const database = new Database(db.target, { onRoundTrip: telemetry.onRoundTrip });
  const app = await createServer({
    ...plainServer,
    telemetry,
    routes: allCalls.map((call) => ({
      call,
      handle: async () => {
        if (call.id !== 'getWhiteLabelConfig') throw new AppError('common.notFound');
        await database.read(nobody, { sql: 'select $1::text as "name"', parameters: [secret] });
        await database.transaction(nobody, (transaction) =>
          transaction.selectFrom('tenants').select('tenant_id').execute(),
        );
        await database.read(nobody, { sql: 'select $1::int', parameters: [secret] });
      },
    })),
    authenticator: { authenticate: async () => null },
    clock: Date.now,
  });
  return { app, database };
}

describe('what an operator is told', () => {
  const logged: object[] = [];
  const logger = { info: (values: object, message: string) => void logged.push({ ...values, message }) };
  const endings: (() => unknown)[] = [];
  afterAll(async () => {
    for (const end of endings) await end();
  });

  it('is each call with its statements, to any receiver of OpenTelemetry, and nobody’s data', async () => {
    const receiver = await startReceiver();
    const gauges = { eventLoopDelay: () => 3, waitingForDatabase: () => 0 };
    const { endpoint } = receiver;
    const observer = await createOpenTelemetry({
      endpoint,
      productVersion: '1.2.3',
      role: 'server',
      gauges,
      everyMs: 50,
    });
    const telemetry = createTelemetry({ logger, slowMs: 60_000, observer });
    const { app, database } = await serve(telemetry);
    endings.push(
      () => app.close(),
      () => database.close(),
      receiver.close,
    );
    const call = allCalls.find(({ id }) => id === 'getWhiteLabelConfig');
    const { statusCode } = await app.inject({ method: 'GET', url: `/api${call?.path}` });
    expect(statusCode).toBe(500);
    await expect.poll(() => spansOf(receiver.told).length, { timeout: 10_000 }).toBeGreaterThanOrEqual(6);
    const told = () => receiver.told.map(({ text }) => text).join('');
    // Gauges are told from the beginning: the first metrics may know of no call yet.
    await expect.poll(told, { timeout: 10_000 }).toContain('http.server.request.duration');

    const spans = spansOf(receiver.told);
    const asked = spans.find(({ name }) => name === 'getWhiteLabelConfig');
    expect(valueOf(asked, 'http.route')).toBe(`/api${call?.path}`);
    expect(Number(valueOf(asked, 'http.response.status_code'))).toBe(500);
    expect(asked?.status.code).toBe(2);
    const parts = spans.filter(({ parentSpanId }) => parentSpanId === asked?.spanId);
    expect(parts.map((part) => valueOf(part, 'db.query.text'))).toEqual([
      'select $1::text as "name"',
      expect.stringMatching(/^begin isolation level/),
      'select "tenant_id" from "tenants"',
      'commit',
      'select $1::int',
    ]);
    expect(parts.map(({ status }) => status.code)).toEqual([0, 0, 0, 0, 2]);
    const all = told();
    expect(all).toContain('db.client.operation.duration');
    expect(all).toContain('depotwerk.event_loop.delay');
    expect(all).not.toContain('Höhe');
    await telemetry.close();
  });

  it('is a slow statement in the log with its call, also without a receiver', async () => {
    const telemetry = createTelemetry({ logger, slowMs: 40, observer: null });
    const trip = { kind: 'read', text: 'select   1\n-- here', startedAt: 0, hasFailed: false } as const;
    const tell = async (milliseconds: number) => telemetry.onRoundTrip({ ...trip, milliseconds });
    const job = { kind: 'job', name: 'checkContracts' } as const;
    await telemetry.around(
      job,
      () => tell(40.4),
      () => null,
    );
    await telemetry.around(
      job,
      () => tell(39.9),
      () => null,
    );
    await tell(1000);
    expect(logged).toEqual([
      { job: 'checkContracts', milliseconds: 40, statement: 'select 1 -- here', message: 'database.slow' },
      { work: 'background', milliseconds: 1000, statement: 'select 1 -- here', message: 'database.slow' },
    ]);
  });

  it('holds nothing up where the receiver is away', async () => {
    const observer = await createOpenTelemetry({
      endpoint: 'http://127.0.0.1:9',
      productVersion: '1.2.3',
      role: 'server',
      gauges: { eventLoopDelay: () => 0, waitingForDatabase: () => 0 },
    });
    const telemetry = createTelemetry({ logger, slowMs: 60_000, observer });
    const { app, database } = await serve(telemetry);
    endings.push(
      () => app.close(),
      () => database.close(),
    );
    const { statusCode } = await app.inject({ method: 'GET', url: '/api/white-label-config' });
    expect(statusCode).toBeGreaterThanOrEqual(400);
    await expect(telemetry.close()).resolves.toBeUndefined();
  });
});
