import { liveChange } from '@depotwerk/api/live/live';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { AdviceWorld } from '../../../test/advice-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';
import { startChangeListener } from '../../platform/live/change-listener.ts';
import { LiveStreams, usualLimits } from '../../platform/live/live-streams.ts';
import { liveRoutes } from './routes.ts';

const db = useTestDatabase();
const limits = { ...usualLimits, gather: 20, heartbeat: 50, recent: 0 };
/** Streams of the server under test, and of another process beside it. */
const streams = new LiveStreams(limits);
const elsewhere = new LiveStreams(limits);
const world = startedForTests(() => AdviceWorld.start(db, 'small', () => liveRoutes(streams)));
startedForTests(async () => {
  const started = [streams, elsewhere].map((hub) =>
    startChangeListener(db.target, {
      onChange: (tenantId, topic, userId) => hub.tell(tenantId, topic, userId),
      onSessionEnded: (sessionId) => hub.endSession(sessionId),
      onGap: () => hub.tellEverything(),
      onLost: () => {},
    }),
  );
  return { stop: () => Promise.all(started.map((listener) => listener.stop())) };
});

const open: AbortController[] = [];
afterEach(() => {
  for (const controller of open.splice(0)) controller.abort();
});

/** What a caller hears, as it comes. */
async function follow(token: string) {
  const controller = new AbortController();
  open.push(controller);
  const response = await world.open(token, '/live', controller.signal);
  const heard: z.infer<typeof liveChange>[] = [];
  let beats = 0;
  const listen = async () => {
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts)
        if (part.startsWith('data: ')) heard.push(liveChange.parse(JSON.parse(part.slice(6))));
        else beats += 1;
    }
  };
  const ended = listen().catch(() => {});
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    heard,
    beats: () => beats,
    ended,
  };
}
const topicsOf = ({ heard }: { heard: readonly z.infer<typeof liveChange>[] }) =>
  [...new Set(heard.flatMap(({ topics }) => topics))].toSorted();
/** A change of a contract, as an adviser makes it. */
const change = async (token: string) => {
  const { body } = await world.call<{ id: string }[]>(token, 'GET', '/contracts?pageSize=1');
  const { status } = await world.call(token, 'POST', `/contracts/${body[0]?.id}/check`);
  expect(status).toBe(200);
};

describe('what has changed', () => {
  it('is told to those of the house who may see such things, whatever process they are at', async () => {
    const admin = await world.caller();
    const all = await follow(admin);
    const tariffManager = await follow(await world.caller({ permissions: ['tariffs.view'] }));
    const { rows } = await world.owner.query<{ id: string }>(
      'select id from customers where tenant_id = $1 order by id limit 1',
      [world.tenantId],
    );
    const client = await follow(
      await world.caller({ permissions: ['contracts.view'], ownCustomerId: rows[0]?.id ?? '' }),
    );
    const foreign = await follow(await world.caller({ tenant: 'nord.example' }));
    expect([all.status, all.type]).toEqual([200, 'text/event-stream; charset=utf-8']);
    const there: string[] = [];
    const other = elsewhere.open(world.signedIn(admin));
    other.on('data', (chunk: Buffer) => there.push(chunk.toString()));
    await change(admin);
    await expect.poll(() => topicsOf(all)).toContain('contracts');
    await expect.poll(() => there.join('')).toContain('"contracts"');
    // What is told is a kind, and nothing else.
    expect(Object.keys(all.heard[0] ?? {}).toSorted()).toEqual(['everything', 'topics']);
    await expect.poll(() => tariffManager.beats()).toBeGreaterThan(2);
    expect([topicsOf(tariffManager), topicsOf(client), topicsOf(foreign)]).toEqual([[], [], []]);
    other.destroy();
  });

  it('is told to who comes a moment later, if it is his to see, and forgotten after that', async () => {
    const hub = new LiveStreams({ ...limits, recent: 300 });
    const heardBy = (token: string) => {
      const heard: string[] = [];
      hub.open(world.signedIn(token)).on('data', (chunk: Buffer) => heard.push(chunk.toString()));
      return heard;
    };
    const admin = await world.caller();
    const tariffManager = await world.caller({ permissions: ['tariffs.view'] });
    const foreign = await world.caller({ tenant: 'nord.example' });
    const { userId } = world.scopeOf(admin);
    hub.tell(world.tenantId, 'contracts');
    hub.tell(world.tenantId, 'notifications', userId);
    hub.tell(world.tenantId, 'tariffs', 'somebody else');
    const [early, unentitled, elsewhereHeard] = [heardBy(admin), heardBy(tariffManager), heardBy(foreign)];
    await expect
      .poll(() => early.join(''))
      .toContain('{"topics":["contracts","notifications"],"everything":false}');
    await new Promise((passed) => setTimeout(passed, 400));
    const late = heardBy(admin);
    await expect.poll(() => late.length).toBeGreaterThan(1);
    expect([unentitled, elsewhereHeard, late].filter((heard) => heard.join('').includes('data:'))).toEqual(
      [],
    );
    hub.endAll();
  });

  it('is asked for again as a whole after the connection to the database was lost', async () => {
    const all = await follow(await world.caller());
    await world.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'depotwerk-live' and datname = current_database()`,
    );
    await expect.poll(() => all.heard.some(({ everything }) => everything), { timeout: 10_000 }).toBe(true);
    await change(await world.caller());
    await expect.poll(() => topicsOf(all)).toContain('contracts');
  });

  it('is told through six streams of one user at most, none of which outlives its time or its reader', async () => {
    const admin = await world.caller();
    const opened = [];
    for (let count = 0; count < usualLimits.perUser; count += 1) opened.push(await follow(admin));
    expect((await world.call(admin, 'GET', '/live')).status).toBe(429);
    open.at(-1)?.abort();
    await expect.poll(() => streams.size).toBe(usualLimits.perUser - 1);
    expect((await follow(admin)).status).toBe(200);
    const short = new LiveStreams({ ...limits, lifetime: 40, inAll: 1 });
    const { scope, actor } = world.signedIn(admin);
    const only = short.open({ scope, actor });
    expect(() => short.open({ scope: { ...scope, userId: 'somebody' }, actor })).toThrow(
      expect.objectContaining({ code: 'common.unavailable' }),
    );
    only.resume();
    await expect.poll(() => short.size).toBe(0);
    streams.endAll();
    await Promise.all(opened.map(({ ended }) => ended));
    expect(world.failures).toEqual([]);
  });

  it('is told to one person alone where it is his', async () => {
    const [one, other] = [await world.caller(), await world.caller()];
    const [heard, silent] = [await follow(one), await follow(other)];
    await world.owner.query(
      `insert into notifications (tenant_id, user_id, notification_kind, happened, happened_at, is_in_app)
       values ($1, $2, 'hints', 1, now(), true)`,
      [world.tenantId, world.scopeOf(one).userId],
    );
    await expect.poll(() => topicsOf(heard)).toEqual(['notifications']);
    await expect.poll(() => silent.beats()).toBeGreaterThan(2);
    expect(topicsOf(silent)).toEqual([]);
  });

  it('is not what somebody only looks at, though the log says so: who shows it would ask again without end', async () => {
    const admin = await world.caller();
    const all = await follow(admin);
    const { body } = await world.call<{ id: string }[]>(admin, 'GET', '/contracts?pageSize=1');
    const looks = async () => {
      const { rows } = await world.owner.query<{ count: number }>(
        "select count(*)::int as count from audit_entries where action = 'contracts.read'",
      );
      return rows[0]?.count ?? 0;
    };
    const before = await looks();
    expect((await world.call(admin, 'GET', `/contracts/${body[0]?.id}`)).status).toBe(200);
    expect(await looks()).toBeGreaterThan(before);
    const beats = all.beats();
    await expect.poll(() => all.beats()).toBeGreaterThan(beats + 2);
    expect(topicsOf(all)).toEqual([]);
  });

  it('is not told when nothing was done', async () => {
    const admin = await world.caller();
    const all = await follow(admin);
    const { status } = await world.call(
      admin,
      'DELETE',
      '/contracts/00000000-0000-4000-8000-000000000000',
      undefined,
      {
        'if-match': '"1"',
      },
    );
    expect(status).toBe(404);
    const beats = all.beats();
    await expect.poll(() => all.beats()).toBeGreaterThan(beats + 2);
    expect(topicsOf(all)).toEqual([]);
  });
});
