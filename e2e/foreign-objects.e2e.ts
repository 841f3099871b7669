import { randomUUID } from 'node:crypto';
import { allCalls } from '@depotwerk/api/all-calls';
import { beforeAll, describe, expect, it } from 'vitest';
import { DeskApi } from './support/desk-api.ts';
import {
  beleg,
  consultation,
  draftOf,
  missing,
  note,
  type Objects,
  recommending,
  type Try,
  tries,
} from './support/foreign-attempts.ts';
import { ownProduct } from './support/own-product.ts';

const url = ownProduct().url;
const nothing = { contractId: '', hintId: '', customerId: '', planId: '' };

/** A contract that can be planned, with its plan, and one of everything that is made for it. */
async function makeObjects(api: DeskApi): Promise<Objects> {
  const contracts = await api.get<{ id: string; customer: { id: string } }[]>(
    '/contracts?pageSize=60&sort=-hints',
  );
  const made = { ...nothing };
  for (const contract of contracts) {
    const hints = await api.get<{ id: string }[]>(`/contracts/${contract.id}/optimization-hints`);
    const plan = await api.call('POST', `/contracts/${contract.id}/plan-optimization`, { mode: 'full' });
    if (hints[0] && plan.status === 200) {
      const { id: planId } = plan.body as { id: string };
      Object.assign(made, {
        contractId: contract.id,
        hintId: hints[0].id,
        customerId: contract.customer.id,
        planId,
      });
      break;
    }
  }
  const of = `contractId=${made.contractId}`;
  const { id: documentId } = await api.send<{ id: string }>('POST', `/documents?${of}`, beleg);
  await api.send('POST', `/contracts/${made.contractId}/report-url`, { reportType: 'depotOverview' });
  const documents = await api.get<{ reportId: string | null }[]>(`/documents?${of}`);
  const { id: consultationId } = await api.send<{ id: string }>('POST', '/consultations', {
    customerId: made.customerId,
    contractIds: [made.contractId],
    consultationKind: 'other',
    initiative: 'customer',
  });
  const job = await api.send<{ id: string }>('POST', '/contracts/check', { contractIds: [made.contractId] });
  const depots = await api.get<{ traderDepotId: string | null }[]>(
    '/trader-depot-contracts?isLinked=true&pageSize=250',
  );
  const { id: noteId } = await api.send<{ id: string }>('POST', `/contracts/${made.contractId}/notes`, note);
  return {
    ...made,
    noteId,
    documentId,
    reportId: documents.find((each) => each.reportId !== null)?.reportId ?? '',
    consultationId,
    jobId: job.id,
    depotId: depots.find((each) => each.traderDepotId !== null)?.traderDepotId ?? '',
  };
}

/** Calls with an id that need no attempt here, and why. */
const elsewhere: Record<string, string> = {
  approvePlan: 'an adviser may not, whosever it is: authorisation.server.test.ts',
  refusePlan: 'an adviser may not, whosever it is: authorisation.server.test.ts',
  listApprovalRows: 'an adviser may not, whosever it is: authorisation.server.test.ts',
  getFundReport: 'funds are common to all users of a tenant',
  listFundDocuments: 'funds are common to all users of a tenant',
  uploadFundDocument: 'funds are common to all users of a tenant',
  createTariffReport: 'tariffs are common to all users of a tenant',
  revokePublicLink: 'links are those of whoever made them (public-reports.server.test.ts)',
  openReportAddress: 'the address is the secret (document-security.server.test.ts)',
  createPublicReportPdf: 'the id is the secret (public-reports.server.test.ts)',
};

let adviser: DeskApi;
let own: Objects;
let strangers: Map<string, Objects>;
/** Who makes one half of the reports: of one user only 30 attempts in a minute are heard (docs/security.md). */
let other: { readonly api: DeskApi; readonly own: Objects; readonly strangers: Map<string, Objects> };

beforeAll(async () => {
  const found = new Map<string, { api: DeskApi; objects: Objects }>();
  // Not the adviser of the other journeys: the attempts use up her reports of the minute.
  const hers = 'beraterin@demo.example';
  const others = 'berater@demo.example';
  const northern = 'berater@nord.example';
  for (const name of [hers, others, northern]) {
    const api = await DeskApi.signIn(url, name);
    found.set(name, { api, objects: await makeObjects(api) });
  }
  const personOf = (name: string) => {
    const person = found.get(name);
    if (!person) throw new Error(`nobody is ${name}`);
    return person;
  };
  const objectsOf = (...names: string[]) => new Map(names.map((name) => [name, personOf(name).objects]));
  adviser = personOf(hers).api;
  own = personOf(hers).objects;
  strangers = objectsOf(others, northern);
  other = {
    api: personOf(northern).api,
    own: personOf(northern).objects,
    strangers: objectsOf(others, hers),
  };
});

const plain = (body: unknown): unknown =>
  typeof body === 'object' && body !== null ? { ...body, requestId: undefined, traceId: undefined } : body;

async function attempt(
  by: Pick<typeof other, 'api' | 'own'>,
  [method, path, body]: Try,
  theirs: Objects,
): Promise<[number, unknown]> {
  // Some steps on an object want the version that was seen as well.
  const ifMatch = method === 'GET' ? undefined : '"1"';
  const ask = () => by.api.call(method, path(theirs, by.own), body?.(theirs, by.own), ifMatch);
  let answer = await ask();
  for (let tries = 0; answer.status === 429 && tries < 15; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    answer = await ask();
  }
  return [answer.status, plain(answer.body)];
}

describe('what belongs to somebody else is what does not exist', () => {
  it.each(Object.entries(tries))('%s', async (call, one) => {
    const isOthers = /^create(Comparison|Optimization|ContractReportUrl|ReportUrl)/.test(call);
    const by = isOthers ? other : { api: adviser, own, strangers };
    const expected = await attempt(by, one, missing());
    expect(expected[0]).toBe(404);
    for (const [name, theirs] of by.strangers) {
      expect([name, await attempt(by, one, theirs)]).toEqual([name, expected]);
    }
  });

  it.each([
    [
      'a foreign contract in a consultation',
      (o: Objects) => ['POST', '/consultations', consultation(own.customerId, o.contractId)],
    ],
    [
      'a foreign contract in a recommendation',
      (o: Objects) => [
        'PUT',
        `/consultations/${own.consultationId}`,
        { ...draftOf(own.contractId), recommendations: [recommending(o.contractId)] },
      ],
    ],
    [
      'a foreign contract in a report',
      (o: Objects) => [
        'POST',
        `/contracts/${own.contractId}/comparison-report-data`,
        { contractId: o.contractId },
      ],
    ],
    [
      'a foreign difference',
      (o: Objects) => [
        'POST',
        `/contracts/${own.contractId}/process-pending-changes`,
        { keepChanges: true, pendingChangeIds: [o.planId] },
      ],
    ],
  ] as const)('%s is refused like a missing one', async (_name, build) => {
    const ask = async (theirs: Objects) => {
      const [method, path, body] = build(theirs) as [string, string, unknown];
      const answer = await adviser.call(method, path, body, '"1"');
      return [answer.status, plain(answer.body)] as const;
    };
    const expected = await ask(missing());
    expect(expected[0]).toBeGreaterThanOrEqual(400);
    for (const theirs of strangers.values()) expect(await ask(theirs)).toEqual(expected);
  });

  it.each([
    ['/documents?contractId=', 'contractId'],
    ['/documents?customerId=', 'customerId'],
    ['/documents?consultationId=', 'consultationId'],
    ['/consultations?contractId=', 'contractId'],
    ['/consultations?customerId=', 'customerId'],
    ['/trader-depot-contracts?customerId=', 'customerId'],
  ] as const)('nothing is listed under %s of another', async (path, member) => {
    const expected = await adviser.call('GET', `${path}${randomUUID()}`);
    for (const theirs of strangers.values()) {
      const answer = await adviser.call('GET', `${path}${theirs[member]}`);
      expect([answer.status, plain(answer.body)]).toEqual([expected.status, plain(expected.body)]);
    }
  });

  it.each([
    ['check', (contractIds: string[]) => ['/contracts/check', { contractIds }]],
    [
      'plan',
      (contractIds: string[]) => ['/contracts/plan', { selection: { contractIds }, replacement: null }],
    ],
  ] as const)('a bulk %s leaves foreign contracts out', async (_name, build) => {
    const contractIds = [...strangers.values()].map((theirs) => theirs.contractId);
    const [path, body] = build(contractIds) as [string, unknown];
    const { id } = await adviser.send<{ id: string }>('POST', path, body);
    await expect.poll(async () => (await adviser.get<{ state: string }>(`/jobs/${id}`)).state).toBe('done');
    expect(await adviser.get(`/jobs/${id}`)).toMatchObject({ total: 0, done: 0 });
  });

  it('every call of these areas with an id in its path is tried', () => {
    const tried = new Set(Object.keys(tries).map((name) => name.split(' ')[0]));
    const areas = new Set(['traders', 'optimization', 'documents', 'jobs', 'notes']);
    const open = allCalls.filter(
      (call) =>
        areas.has(call.area) &&
        /:(id|contractId|challengeId|token)\b/.test(call.path) &&
        !tried.has(call.id) &&
        elsewhere[call.id] === undefined,
    );
    expect(open.map((call) => call.id)).toEqual([]);
  });
});
