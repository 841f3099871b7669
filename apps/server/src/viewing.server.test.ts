import { randomUUID } from 'node:crypto';
import { allCalls } from '@depotwerk/api/all-calls';
import { isOpenWhileViewing } from '@depotwerk/api/call';
import { beforeAll, expect, it } from 'vitest';
import { AuthorisationWorld, type Caller } from '../test/authorisation-world.ts';
import { requestsOf } from '../test/changed-calls.ts';
import { useTestDatabase } from '../test/database.ts';
import { startedForTests } from '../test/started-for-tests.ts';

const db = useTestDatabase();
const world = startedForTests(() => AuthorisationWorld.start(db));
let caller: Caller;
beforeAll(async () => {
  caller = world.mightiest;
}, 120_000);

/** The log, in which a look that is told everybody is told. */
const log = /^audit_/;

it('while somebody looks as another person, every call that changes answers 403 and writes nothing; no other writes either', async () => {
  const requests = await requestsOf(world, caller.userId);
  const shots = [];
  for (const call of allCalls.filter(({ access }) => access !== 'anonymous'))
    shots.push({ call, caller, path: await world.pathOf(call, caller), ...requests[call.id] });
  world.lookAs(caller, { userId: randomUUID(), fullName: 'Andere Person', endsAt: new Date().toISOString() });
  const closed = shots.filter(({ call }) => !isOpenWhileViewing(call));
  const open = shots.filter(({ call }) => isOpenWhileViewing(call) && call.id !== 'endViewing');
  expect(closed.length).toBeGreaterThan(150);
  expect(closed.filter(({ call }) => call.method !== 'GET').length + open.length).toBeGreaterThan(250);
  // What changes by its method is closed, but for the questions that are asked with a body.
  expect(open.filter(({ call }) => call.method !== 'GET').map(({ call }) => call.id)).toEqual(
    expect.not.arrayContaining(['putUser', 'createApiToken', 'setTraderPassword', 'createReportUrl']),
  );
  const before = await world.digest();
  const answers = [];
  for (const shot of closed) {
    const { status, code } = await world.ask(shot);
    answers.push([shot.call.id, status, code]);
  }
  expect(answers).toEqual(closed.map(({ call }) => [call.id, 403, 'auth.viewingAs']));
  expect(await world.digest()).toEqual(before);
  for (const shot of open) await world.ask(shot);
  for (const { call, path } of shots.filter((shot) => shot.call.isExportable)) {
    const exported = await world.ask({ call, path: `${path}?format=csv`, caller });
    expect([call.id, exported.code]).toEqual([call.id, 'auth.viewingAs']);
  }
  const rest = (states: Map<string, string>) => [...states].filter(([table]) => !log.test(table));
  expect(rest(await world.digest())).toEqual(rest(before));
}, 120_000);
