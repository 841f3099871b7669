import { allCalls } from '@depotwerk/api/all-calls';
import type { Call } from '@depotwerk/api/call';
import { describe, expect, it } from 'vitest';
import { AuthorisationWorld, type Caller, type Shot } from '../test/authorisation-world.ts';
import { type Request, requestsOf } from '../test/changed-calls.ts';
import { useTestDatabase } from '../test/database.ts';
import { type NamedObject, namedObjectsOf, naming } from '../test/named-objects.ts';
import { type Place, places } from '../test/object-ids.ts';
import { isOfSomebody } from '../test/object-kinds.ts';
import { companions, pathPartsOf } from '../test/path-objects.ts';
import { sampleOf, shapeOf } from '../test/request-samples.ts';
import { startedForTests } from '../test/started-for-tests.ts';

const db = useTestDatabase();
const world = startedForTests(() => AuthorisationWorld.start(db));

/** One request of the table. */
interface Cell {
  readonly call: Call;
  readonly caller: Caller;
  /** Where the object of one parameter lies; the others are own. null: the path names none. */
  readonly place: Place | null;
  readonly parameter: string | null;
  readonly path: string;
}

const guarded = allCalls.filter((call) => call.access !== 'anonymous');
const mayCall = ({ access }: Call, { scope }: Caller) =>
  access === 'ownSide'
    ? scope.ownCustomerId !== null
    : access === 'anonymous' || access === 'signedIn' || scope.permissions.has(access);

/** Every request of one caller to one call: each object of its path once at each place, beside own ones. */
async function cellsOf(call: Call, caller: Caller): Promise<Cell[]> {
  const named = pathPartsOf(call).filter(({ kind }) => kind !== null);
  const aims =
    named.length === 0
      ? [{ name: null, place: null }]
      : named.flatMap(({ name }) => places.map((place) => ({ name, place })));
  const cells: Cell[] = [];
  for (const { name, place } of aims) cells.push(...(await cellAt(call, caller, name, place)));
  return cells;
}

async function cellAt(
  call: Call,
  caller: Caller,
  parameter: string | null,
  place: Place | null,
): Promise<Cell[]> {
  let { path } = call;
  for (const { name, kind, value } of pathPartsOf(call)) {
    const at = name === parameter && place !== null ? place : 'own';
    const found = kind === null ? value : await world.ids.find(kind, at, caller.viewer);
    if (found === null) return [];
    path = path.replace(`:${name}`, found);
  }
  const [member, kind] = companions[call.id] ?? [];
  if (kind !== undefined) path += `?${member}=${await world.ids.find(kind, 'own', caller.viewer)}`;
  return [{ call, caller, place, parameter, path }];
}

/** The requests of one caller that name, outside of the path, an object at each place; everything else is own. */
async function cellsNaming(
  call: Call,
  caller: Caller,
  { part, steps, kind }: NamedObject,
  request: Request,
): Promise<(Cell & { readonly shot: Shot; readonly id: string })[]> {
  const [cell] = await cellAt(call, caller, null, null);
  if (!cell) return [];
  const found: (Cell & { readonly shot: Shot; readonly id: string })[] = [];
  for (const place of places) {
    // The rights of these callers were read before the group was deleted.
    const isKnown = place === 'deleted' && (kind === 'group' || ofHolder.includes(call.id));
    const id = place === 'own' || isKnown ? null : await world.ids.find(kind, place, caller.viewer);
    if (id === null) continue;
    const path = request.path ?? cell.path;
    const base = part === 'body' ? (request.body ?? sampleOf(call.body)) : sampleOf(call.query);
    const filled = naming(shapeOf(call[part]), base, steps, id);
    const shot: Shot = {
      ...request,
      call,
      caller,
      // Queries are objects of texts.
      path:
        part === 'query'
          ? `${path.split('?')[0]}?${new URLSearchParams(filled as Record<string, string>)}`
          : path,
      ...(part === 'body' && { body: filled }),
    };
    found.push({ ...cell, place, parameter: `${part} ${steps.join('.')}`, shot, id });
  }
  return found;
}

/** Asks in turns of eight: as many as the pool of connections bears. */
async function askAll<Item, Result>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += 8) {
    results.push(...(await Promise.all(items.slice(start, start + 8).map(ask))));
  }
  return results;
}

/**
 * Members whose unknown objects are left out of what is done, with an entry in the log or a job as always: what is not
 * there need not be passed over, taken away, exported or checked.
 */
const leftOut = [
  'claimNextTask afterId',
  'putGroupUsers remove.*',
  'putGroupCustomers remove.*',
  'exportSelection ids.*',
  'exportUniverse ids.*',
  'checkContracts contractIds.*',
  'planContracts selection.contractIds.*',
  'handOverToMany selection.contractIds.*',
  'handOverToMany documents.*.fundId',
  'previewReleases selection.contractIds.*',
  'previewInvitations selection.customerIds.*',
  'releasePlans plans.*.contractId',
  'startApprovals plans.*.contractId',
  // A job is its own answer, whatever it will find.
  'startContractChange selection.contractIds.*',
  'startCustomerChange selection.customerIds.*',
  'exportChosenContracts contractIds.*',
  'exportChosenCustomers customerIds.*',
];
/** Papers are their holder's, also when the contract is over. */
const ofHolder = ['listDocuments', 'listConsultations'];
/** What two answers to the same question may differ in. */
const instants = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

const nameOf = ({ call, caller, parameter, place }: Cell) =>
  [call.id, caller.roleName, parameter, place].filter((part) => part !== null).join(' ');

async function table(filter: (call: Call, caller: Caller) => boolean): Promise<Cell[]> {
  const cells: Cell[] = [];
  for (const caller of world.callers) {
    for (const call of guarded) if (filter(call, caller)) cells.push(...(await cellsOf(call, caller)));
  }
  return cells;
}

describe('every call by every role, with objects from everywhere', () => {
  it('is asked by every role with rights', () => {
    expect(world.callers.length).toBeGreaterThanOrEqual(8);
  });

  it('wants a session', async () => {
    const answers = await askAll(guarded, async (call) => {
      const path = call.path.replaceAll(/:\w+/g, '1');
      const { status, code } = await world.ask({ call, path, caller: null });
      return [call.id, status, code];
    });
    expect(answers).toEqual(guarded.map((call) => [call.id, 401, 'auth.unauthenticated']));
  });

  it('is refused without the right, whatever it names, and writes nothing', {
    timeout: 120_000,
  }, async () => {
    const before = await world.digest();
    const cells = await table((call, caller) => !mayCall(call, caller));
    expect(cells.length).toBeGreaterThan(2_000);
    const answers = await askAll(cells, async (cell) => {
      const { status, code, text } = await world.ask(cell);
      return [nameOf(cell), status, code, text];
    });
    const refusal = answers[0]?.[3];
    expect(answers).toEqual(cells.map((cell) => [nameOf(cell), 403, 'auth.forbidden', refusal]));
    expect(await world.digest()).toEqual(before);
  });

  it('answers alike for what is foreign, deleted or missing, and writes nothing', async () => {
    const before = await world.digest();
    const cells = (await table(mayCall)).filter(({ place }) => place !== null && place !== 'own');
    expect(cells.length).toBeGreaterThan(1_500);
    const answers = await askAll(cells, (cell) => world.ask(cell));
    const objectOf = ({ call, caller, parameter }: Cell) => [call.id, caller.roleName, parameter].join(' ');
    const missing = new Map(
      cells.flatMap((cell, index) => (cell.place === 'missing' ? [[objectOf(cell), answers[index]]] : [])),
    );
    expect(cells.map((cell, index) => [nameOf(cell), answers[index]])).toEqual(
      cells.map((cell) => [nameOf(cell), missing.get(objectOf(cell))]),
    );
    // Only a request that came as far as the object says anything: for somebody it is 404, and never a mistake of ours.
    const reached = new Set(
      cells.flatMap(({ call, parameter }, index) =>
        answers[index]?.status === 404 ? [`${call.id} ${parameter}`] : [],
      ),
    );
    const aimed = new Set(cells.map(({ call, parameter }) => `${call.id} ${parameter}`));
    expect([...aimed].filter((name) => !reached.has(name))).toEqual([]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(await world.loggedActions()).toEqual([]);
    expect(await world.digest()).toEqual(before);
  }, 120_000);

  it('answers alike for what a query or body names, be it foreign, deleted or missing, and writes nothing', async () => {
    const most = world.mightiest;
    const requests = await requestsOf(world, most.userId);
    const cells: (Cell & { readonly shot: Shot; readonly id: string })[] = [];
    for (const call of guarded) {
      for (const named of namedObjectsOf(call)) {
        if (leftOut.includes(`${call.id} ${named.steps.join('.')}`)) continue;
        // What belongs to the house is the same for all its roles.
        const isForAll = isOfSomebody(named.kind);
        for (const caller of world.callers.filter(
          (each) => mayCall(call, each) && (isForAll || each === most),
        ))
          cells.push(...(await cellsNaming(call, caller, named, requests[call.id] ?? {})));
      }
    }
    expect(cells.length).toBeGreaterThan(1_000);
    const before = await world.digest();
    const logged = await world.loggedActions();
    const answers = await askAll(cells, async ({ shot, id }) => {
      const { status, code, text } = await world.ask(shot);
      return [status, code, text.replaceAll(id, 'id').replaceAll(instants, 'now')];
    });
    const objectOf = ({ call, caller, parameter }: Cell) => [call.id, caller.roleName, parameter].join(' ');
    const missing = new Map(
      cells.flatMap((cell, index) => (cell.place === 'missing' ? [[objectOf(cell), answers[index]]] : [])),
    );
    const different = cells.flatMap((cell, index) => {
      const [answer, other] = [answers[index], missing.get(objectOf(cell))];
      return JSON.stringify(answer) === JSON.stringify(other) ? [] : [[nameOf(cell), answer, other]];
    });
    expect(different).toEqual([]);
    expect(answers.filter(([status]) => Number(status) >= 500)).toEqual([]);
    // A form of an own contract shows what the contract holds: that is told by the log.
    const entries = (await world.loggedActions()).slice(logged.length);
    expect(entries.filter((entry) => !entry.startsWith('contracts.read '))).toEqual([]);
    const rest = (states: Map<string, string>) =>
      [...states].filter(([table]) => !table.startsWith('audit_'));
    expect(rest(await world.digest())).toEqual(rest(before));
  }, 240_000);

  it('is not refused with the right', async () => {
    const cells = (await table(mayCall)).filter(
      ({ call, place }) => call.method === 'GET' && (place === null || place === 'own'),
    );
    const answers = await askAll(cells, (cell) => world.ask(cell));
    // Own drafts and whole books take more than the right of the call.
    const wantsMore = ({ call }: Cell) => call.area === 'drafts' || call.path.startsWith('/book-imports');
    const wrong = cells.flatMap((cell, index) => {
      const { status = 0, code } = answers[index] ?? {};
      return status >= 500 || (code === 'auth.forbidden' && !wantsMore(cell))
        ? [[nameOf(cell), status, code]]
        : [];
    });
    expect(wrong).toEqual([]);
  }, 120_000);

  it('breaks nothing of the server', () => {
    expect(world.failures).toEqual([]);
  });
});
