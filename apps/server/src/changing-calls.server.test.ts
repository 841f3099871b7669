import { randomUUID } from 'node:crypto';
import { allCalls } from '@depotwerk/api/all-calls';
import type { Access, Call } from '@depotwerk/api/call';
import { type KeptKind, takeBackDeletion } from '@depotwerk/api/deletions/deletions';
import { deleteGroup } from '@depotwerk/api/users/groups';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { AuthorisationWorld, type Caller, type Shot, type Shown } from '../test/authorisation-world.ts';
import { ChangedBanks } from '../test/changed-banks.ts';
import { requestsOf } from '../test/changed-calls.ts';
import { ChangedContracts } from '../test/changed-contracts.ts';
import { ChangedPeople } from '../test/changed-people.ts';
import { ChangedTariffs } from '../test/changed-tariffs.ts';
import { useTestDatabase } from '../test/database.ts';
import { PracticeBank } from '../test/practice-bank.ts';

const db = useTestDatabase();
let world: AuthorisationWorld;
let caller: Caller;
let bank: PracticeBank;
beforeAll(async () => {
  bank = await PracticeBank.start([]);
  world = await AuthorisationWorld.start(db, { bankUrl: bank.url });
  caller = world.mightiest;
}, 120_000);
afterAll(async () => {
  await world.stop();
  await bank.remove();
});

/** Calls about oneself: the tests of their areas hold them. */
const own: readonly Access[] = ['anonymous', 'signedIn', 'ownSide'];
/** Every call that changes what belongs to the house: its mail server first, which many are invited by, what takes objects away last. */
const turnOf = ({ id, method }: Call) => (id === 'putMailSettings' ? 0 : method === 'DELETE' ? 2 : 1);
const changing = allCalls
  .filter(({ method, access }) => method !== 'GET' && !own.includes(access))
  .toSorted((a, b) => turnOf(a) - turnOf(b));

/** Questions whose input is too large for an address, or which only compute. */
const questions = [
  'listCustomersByIds',
  'listContractsByIds',
  'listFundsByIds',
  'listFundsForWizard',
  'listUsersByIds',
  'previewContractChange',
  'previewCustomerChange',
  'previewHandovers',
  'previewInvitations',
  'previewReleases',
  'findLikelyCustomers',
  'previewUserImport',
  'checkAllocationComponentsCombination',
  'readPeergroupRisks',
  'rateFundMatrix',
  'previewTariffFile',
  'previewUniverse',
  'previewAutomaticSelection',
  'checkTariffCombination',
  'rateAllocation',
  'importSelection',
  'importUniverse',
  'computeAutomaticAllocation',
  'putElementCommand',
];
/** The demo's documents are released already: a second release changes nothing; its few contracts are counted without a job. */
const unchanged = ['releaseDocument', 'startTariffPerformance'];
/**
 * Opening a report's address makes the report and the address, a file of people has an entry beside that of each person, and
 * saving a customer or a contract also shows it. Two customers who become one, or two again, each have one. What goes to a
 * bank stands in the log three times: its code was right, it left, and what the bank said.
 */
const severalEntries: Readonly<Record<string, number>> = {
  createContractReportUrl: 2,
  importUsers: 2,
  putCustomer: 2,
  patchCustomer: 2,
  putContract: 2,
  patchContract: 2,
  putFundMovements: 2,
  putContractPayments: 2,
  mergeCustomers: 2,
  undoMerge: 2,
  createDepot: 3,
  executePlannedOptimization: 3,
};
/** Their version is the revision of a form, whose refusal says so (`elements.outdated`). */
const formCalls = ['putElementCommand', 'putElementFormData'];

interface Outcome {
  readonly shot: Shot;
  readonly answer: Shown;
  /** The answer to the same key at the same time; null without a key. */
  readonly twin: Shown | null;
  /** Actions in the log by it. */
  readonly logged: readonly string[];
  /** Status with a version nobody has. */
  readonly stale: number | null;
  /** Status of another one with the same version at the same time, with a key of its own; null without a version. */
  readonly rival: number | null;
}
const outcomes = new Map<string, Outcome>();
const done = () => [...outcomes].filter(([, { answer }]) => answer.status < 300);
const without = (ids: readonly string[]) => done().filter(([id]) => !ids.includes(id));

it('is made by somebody who may, twice at once where it has a key', async () => {
  const requests = {
    ...(await requestsOf(world, caller.userId)),
    ...(await new ChangedPeople(world, caller).requests()),
    ...(await new ChangedTariffs(world, caller).requests()),
    ...(await new ChangedBanks(world, caller, bank).requests()),
    ...(await new ChangedContracts(world, caller).requests()),
  };
  // Paths first: what a call makes must not be the object of the next one.
  const paths = new Map<Call, string>();
  for (const call of changing) paths.set(call, await world.pathOf(call, caller));
  for (const [call, path] of paths) {
    const shot = { call, path, caller, key: randomUUID(), ...requests[call.id] };
    const stale = call.needsIfMatch ? (await world.ask({ ...shot, version: '"999"' })).status : null;
    const before = (await world.loggedActions()).length;
    const rivals = call.needsIfMatch ? [world.ask({ ...shot, key: randomUUID() })] : [];
    const [first, twin = null] = await Promise.all([
      world.ask(shot),
      ...(call.needsIdempotencyKey ? [world.ask(shot)] : []),
    ]);
    const second = await rivals[0];
    const [answer, rival] = second && second.status < first.status ? [second, first] : [first, second];
    const logged = (await world.loggedActions()).slice(before);
    outcomes.set(call.id, { shot, answer, twin, logged, stale, rival: rival?.status ?? null });
  }
  // A call that is new belongs into `requestsOf` or beside its like in one of the files above.
  expect(
    [...outcomes].filter(([, { answer }]) => answer.status >= 300).map(([id, { answer }]) => [id, answer]),
  ).toEqual([]);
  expect(outcomes.size).toBe(changing.length);
}, 120_000);

it('leaves exactly one entry in the log, with a key also for both', () => {
  const entries = without([...questions, ...unchanged]).map(([id, { logged }]) => [id, logged.length]);
  expect(entries.length).toBeGreaterThan(30);
  expect(entries).toEqual(entries.map(([id]) => [id, severalEntries[id ?? ''] ?? 1]));
  const silent = done().filter(([id]) => [...questions, ...unchanged].includes(id));
  expect(silent.flatMap(([, { logged }]) => logged)).toEqual([]);
});

it('takes back within a minute what was deleted, with all that went with it, once', async () => {
  const kinds: Readonly<Record<string, readonly [KeptKind, string]>> = {
    deleteInsurer: ['insurer', 'insurers'],
    deleteIssuer: ['issuer', 'issuers'],
    deleteCostModel: ['costModel', 'cost_models'],
    deleteFundCategory: ['fundCategory', 'fund_categories'],
    deletePeergroup: ['peergroup', 'peergroups'],
    deleteTag: ['tag', 'tags'],
    deleteTariff: ['tariff', 'tariffs'],
    deleteComponent: ['tariffComponent', 'components'],
    deleteQuestionnaireVersion: ['questionnaire', 'questionnaires'],
    deleteGroup: ['group', 'groups'],
    deleteRole: ['role', 'roles'],
    deleteAppearance: ['whiteLabel', 'white_label_configs'],
    deletePlannedOptimization: ['plan', 'planned_optimizations'],
  };
  const backs: unknown[] = [];
  for (const [callId, [objectType, table]] of Object.entries(kinds)) {
    const path = outcomes.get(callId)?.shot.path ?? '';
    const objectId = path.replace('/planned-optimization', '').split('/').at(-1) ?? '';
    const { rows } = await world.owner.query<{ parts: { table: string; rows: { id: unknown }[] }[] }>(
      'select parts from kept_deletions where tenant_id = $1 and object_type = $2 and object_id = $3',
      [world.tenantId, objectType, objectId],
    );
    const parts = rows[0]?.parts ?? [];
    const ask = () =>
      world.ask({
        call: takeBackDeletion,
        path: takeBackDeletion.path,
        caller,
        key: randomUUID(),
        body: { objectType, objectId },
      });
    const [back, again] = [await ask(), await ask()];
    const missing = [];
    for (const part of parts) {
      const { rows: stored } = await world.owner.query<{ row: Readonly<Record<string, unknown>> }>(
        `select to_jsonb(o) as row from ${part.table} o where tenant_id = $1`,
        [world.tenantId],
      );
      const there = new Set(stored.map(({ row }) => JSON.stringify(row)));
      missing.push(...part.rows.filter((row) => !there.has(JSON.stringify(row))));
    }
    backs.push([callId, parts[0]?.table, parts[0]?.rows.length, back.status, again.status, missing]);
    expect([callId, back.text]).toEqual([callId, '{}']);
    expect(table).toBe(parts[0]?.table);
  }
  expect(backs).toEqual(Object.entries(kinds).map(([id, [, table]]) => [id, table, 1, 200, 409, []]));
}, 60_000);

it('refuses a version that is not the present one', () => {
  const versioned = [...outcomes].filter(([, { shot }]) => shot.call.needsIfMatch);
  expect(versioned.length).toBeGreaterThan(20);
  expect(versioned.map(([id, { stale }]) => [id, stale])).toEqual(
    versioned.map(([id]) => [id, formCalls.includes(id) ? 409 : 412]),
  );
});

it('lets one of two with the same version pass', () => {
  const versioned = [...outcomes].filter(
    ([id, { shot }]) => shot.call.needsIfMatch && !questions.includes(id),
  );
  expect(versioned.length).toBeGreaterThan(20);
  expect(
    versioned.flatMap(([id, { rival }]) => ([409, 412, 404].includes(rival ?? 0) ? [] : [[id, rival]])),
  ).toEqual([]);
});

it('gives a repeated key the first answer, whatever became of the object since', async () => {
  // A group more than at sign-in would mean fewer rights in "all groups".
  const group = outcomes.get('createGroup')?.answer.text ?? '{}';
  const { id } = z.object({ id: z.string() }).parse(JSON.parse(group));
  await world.ask({ call: deleteGroup, path: `/groups/${id}`, caller });
  for (const [table, change] of [
    ['customers', "deleted_at = now(), last_name = 'Anders'"],
    ['contracts', "deleted_at = now(), deletion_reason = 'Storno'"],
    ['white_label_configs', 'registration_mode = 0'],
    ['jobs', "state = 'dead', last_error = 'Abbruch'"],
    ['mail_outbox', "state = 'sent'"],
    ['mail_settings', "sender_name = 'Anders'"],
    ['book_imports', "state = 'failed', file_name = 'Anders'"],
    ['users', "full_name = 'Anders'"],
    ['insurers', "insurer_name = 'Anders ' || id"],
    ['tariffs', "name = 'Anders ' || id"],
    ['components', "name = 'Anders ' || id"],
    ['workbench_tasks', 'assigned_user_id = null'],
    ['issuers', 'is_inactive = true'],
    ['peergroups', 'is_inactive = true'],
    ['planned_optimizations', "state = 'expired'"],
  ]) {
    await world.owner.query(`update ${table} set ${change} where tenant_id = $1`, [world.tenantId]);
  }
  const before = await world.loggedActions();
  const keyed = done().filter(([, { shot }]) => shot.call.needsIdempotencyKey);
  const repeated: unknown[] = [];
  for (const [id, { shot, answer, twin }] of keyed) {
    expect([id, twin]).toEqual([id, answer]);
    repeated.push([id, await world.ask(shot)]);
  }
  expect(keyed.length).toBeGreaterThan(20);
  expect(repeated).toEqual(keyed.map(([id, { answer }]) => [id, answer]));
  expect(await world.loggedActions()).toEqual(before);
}, 60_000);

it('breaks nothing of the server', () => {
  expect(world.failures).toEqual([]);
});
