import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { type Adviser, isins, quader, RefreshWorld, talgrund } from '../../../../test/refresh-world.ts';
import { startedForTests } from '../../../../test/started-for-tests.ts';

const db = useTestDatabase();
const world = startedForTests(() => RefreshWorld.start(db));
let adviser: Adviser;
let stranger: Adviser;

beforeAll(async () => {
  adviser = await world.adviser();
  // Another partner number: his bank logins see other depots.
  stranger = await world.adviser({
    groupId: world.otherGroupId,
    partnerKey: 'stranger',
    seesWithoutGroup: false,
  });
});
beforeEach(() => world.later());

interface Row {
  id: string;
  externalKey: string;
  issuerId: number;
  state: string;
  rowVersion: number;
}
const listed = async (query = '', who = adviser): Promise<Row[]> =>
  (await world.call(who, 'GET', `/trader-depots/new${query}`)).body as Row[];
const codeOf = (answer: { body: unknown }) => (answer.body as { code?: string }).code;
const link = (body: object, who = adviser) =>
  world.call(who, 'POST', '/trader-depots/link-to-contract', body);
const ignore = (body: object, who = adviser) =>
  world.call(who, 'POST', '/trader-depots/mark-as-ignored', body);

/** A depot the bank has shown to the adviser. */
async function newDepot(state: 'open' | 'rejected' = 'open', bank = quader): Promise<string> {
  const externalKey = `N-${randomUUID().slice(0, 8)}`;
  await world.bankDepot(externalKey, { state }, bank);
  const answer = await world.refresh(adviser, { issuerId: bank.issuerId });
  if (answer.body !== true) throw new Error(`no refresh: ${answer.text}`);
  await world.later();
  return externalKey;
}

describe('new depots', () => {
  it('come with the refresh; rejected ones on request', async () => {
    const [open, rejected] = [await newDepot(), await newDepot('rejected')];
    const keys = (rows: Row[]) => rows.map((row) => row.externalKey);
    expect(keys(await listed())).toContain(open);
    expect(keys(await listed())).not.toContain(rejected);
    const all = await listed('?includeRejected=true&issuerId=1');
    expect(all.find((row) => row.externalKey === rejected)).toMatchObject({
      state: 'rejected',
      issuerId: 1,
      isLinked: false,
      holderName: 'Elif Krüger',
      externalConsumerKey: `K-${rejected}`,
      totalValue: 5000,
      customer: null,
    });
    expect(await listed('?includeRejected=true&issuerId=2')).toEqual([]);
    expect((await world.call(adviser, 'GET', '/trader-depots/new')).headers['x-total-count']).toBe(
      String((await listed()).length),
    );
  });

  it('of nobody known are seen by those who may see customers without a group only', async () => {
    const externalKey = await newDepot();
    expect(await listed('?includeRejected=true', stranger)).toEqual([]);
    const contractId = await world.contract({ issuer_id: 1 }, world.otherGroupId);
    const missing = await link({ contractId, externalKey: 'NO-SUCH', issuerId: 1 }, stranger);
    const foreign = await link({ contractId, externalKey, issuerId: 1 }, stranger);
    expect([foreign.status, codeOf(foreign)]).toEqual([404, 'common.notFound']);
    expect([missing.status, codeOf(missing)]).toEqual([404, 'common.notFound']);
    expect((await ignore([{ externalKey, issuerId: 1 }], stranger)).status).toBe(404);
    expect((await listed()).map((row) => row.externalKey)).toContain(externalKey);
  });

  it('are ignored all or none, and can still be linked', async () => {
    const [one, two] = [await newDepot(), await newDepot()];
    const some = await ignore([
      { externalKey: one, issuerId: 1 },
      { externalKey: 'NO-SUCH', issuerId: 1 },
    ]);
    expect(some.status).toBe(404);
    expect((await listed()).map((row) => row.externalKey)).toEqual(expect.arrayContaining([one, two]));
    const both = [one, two].map((externalKey) => ({ externalKey, issuerId: 1 }));
    expect((await ignore(both)).status).toBe(204);
    const left = await listed();
    expect(left.filter((row) => [one, two].includes(row.externalKey))).toEqual([]);
    const shown = await listed('?includeRejected=true');
    expect(shown.find((row) => row.externalKey === one)?.state).toBe('ignored');
    // The bank reports it again: ignored it stays.
    await world.refresh(adviser, { issuerId: quader.issuerId });
    expect((await listed()).map((row) => row.externalKey)).not.toContain(one);
    const contractId = await world.contract({ issuer_id: 1 });
    expect((await link({ contractId, externalKey: one })).status).toBe(200);
    expect((await ignore([{ externalKey: one, issuerId: 1 }])).status).toBe(409);
  });
});

describe('linking', () => {
  it('joins depot and contract and reads the data from the bank', async () => {
    const externalKey = await newDepot();
    const contractId = await world.contract({ issuer_id: 1 });
    const answer = await link({ contractId, externalKey, externalConsumerKey: `K-${externalKey}` });
    expect(answer).toMatchObject({ status: 200, body: { contractId } });
    await vi.waitFor(async () => {
      expect(await world.portfolio(contractId)).toMatchObject({ quantities: { [isins[0]]: 50 } });
    }, 10_000);
    const { body } = await world.call(
      adviser,
      'GET',
      '/trader-depot-contracts?isLinked=true&issuerId=1&pageSize=250',
    );
    expect((body as { contractId: string }[]).find((row) => row.contractId === contractId)).toMatchObject({
      externalKey,
      externalConsumerKey: `K-${externalKey}`,
      isLinked: true,
      traderDepotId: (answer.body as { traderDepotId: string }).traderDepotId,
    });
    const again = await link({ contractId: await world.contract({ issuer_id: 1 }), externalKey });
    expect([again.status, codeOf(again)]).toEqual([409, 'traderDepots.alreadyLinked']);
    const taken = await link({ contractId, externalKey: await newDepot() });
    expect([taken.status, codeOf(taken)]).toEqual([409, 'traderDepots.alreadyLinked']);
  });

  it('makes the contract when there is none yet', async () => {
    const externalKey = await newDepot();
    const customerId = await world.customer();
    const newContract = { customerId, tariffId: world.tariffId, startDate: '2026-01-02' };
    const answer = await link({ contractId: null, externalKey, newContract });
    expect(answer.status).toBe(200);
    const { rows } = await world.run(
      `select external_key, issuer_id, start_date::text, is_linked, group_id from contracts where tenant_id = $1 and id = $2`,
      (answer.body as { contractId: string }).contractId,
    );
    expect(rows[0]).toEqual({
      external_key: externalKey,
      issuer_id: 1,
      start_date: '2026-01-02',
      is_linked: true,
      group_id: world.groupId,
    });
    const foreign = await world.customer(world.otherGroupId);
    const refused = await link({
      contractId: null,
      externalKey: await newDepot(),
      newContract: { customerId: foreign, tariffId: world.tariffId },
    });
    expect([refused.status, codeOf(refused)]).toEqual([404, 'common.notFound']);
  });

  it('offers every published, active tariff of the institution, also one no contract follows yet', async () => {
    const offered = async (issuerId: number) => {
      const answer = await world.call(adviser, 'GET', `/trader-depots/tariffs?issuerId=${issuerId}`);
      return (answer.body as { id: string }[]).map(({ id }) => id);
    };
    expect(await offered(1)).toContain(world.tariffId);
    expect(await offered(2)).not.toContain(world.tariffId);
    const change = (assignment: string) =>
      world.run(`update tariffs set ${assignment} where tenant_id = $1 and id = $2`, world.tariffId);
    await change('is_inactive = true');
    expect(await offered(1)).not.toContain(world.tariffId);
    await change('is_inactive = false');
    expect(await offered(1)).toContain(world.tariffId);
  });

  it('refuses what does not belong together', async () => {
    const externalKey = await newDepot();
    const elsewhere = await world.contract({ issuer_id: 2 });
    const other = await link({ contractId: elsewhere, externalKey, issuerId: 1 });
    expect([other.status, codeOf(other)]).toEqual([400, 'traderDepots.otherIssuer']);
    expect((await link({ contractId: elsewhere, externalKey })).status).toBe(404);
    const contractId = await world.contract({ issuer_id: 1 });
    expect((await link({ contractId, externalKey, externalConsumerKey: 'K-OTHER' })).status).toBe(404);
    const foreign = await world.contract({ issuer_id: 1 }, world.otherGroupId);
    expect((await link({ contractId: foreign, externalKey })).status).toBe(404);
    const rejected = await link({ contractId, externalKey: await newDepot('rejected') });
    expect([rejected.status, codeOf(rejected)]).toEqual([400, 'traderDepots.rejected']);
    expect((await link({ contractId: null, externalKey })).status).toBe(400);
  });

  it('is undone by deleting: the contract and its history stay', async () => {
    const { contractId, depotId } = await world.linked();
    await world.refresh(adviser, { contractIds: [contractId] });
    const before = await world.portfolio(contractId);
    const remove = (version: string, who = adviser) =>
      world.call(who, 'DELETE', `/trader-depots/${depotId}`, undefined, { 'if-match': version });
    expect((await world.call(adviser, 'DELETE', `/trader-depots/${depotId}`)).status).toBe(428);
    expect((await remove('"77"')).status).toBe(412);
    expect((await remove('"1"', stranger)).status).toBe(404);
    expect((await remove('"1"')).status).toBe(204);
    expect(await world.portfolio(contractId)).toEqual(before);
    const { rows } = await world.run(
      'select is_linked from contracts where tenant_id = $1 and id = $2',
      contractId,
    );
    expect(rows[0]).toEqual({ is_linked: false });
    expect((await listed()).map((row) => row.id)).toContain(depotId);
    expect((await remove('"2"')).status).toBe(404);
  });
});

describe('opening a depot', () => {
  const order = async () => ({
    customerId: await world.customer(),
    issuerId: 1,
    tariffId: world.tariffId,
    externalConsumerKey: null,
    iban: 'DE89 3704 0044 0532 0130 00',
    bic: null,
    productKey: 'QB-DEPOT',
    consents: ['terms'],
  });
  const open = (body: object, factor: object | null, who = adviser) =>
    world.call(who, 'POST', '/trader-depots', { ...body, secondFactorData: factor });
  const factor = (challengeId: string | null, token: string | null = null, id = 'sms') => ({
    challengeId,
    tokenProviderType: id === 'decoupled' ? 'bankDecoupled' : id,
    tokenProviderId: id,
    token,
  });
  const idOf = (answer: { body: unknown }) => (answer.body as { challengeId: string }).challengeId;

  it('goes from the challenge over the code to the depot, once', async () => {
    const body = await order();
    const first = await open(body, null);
    expect(first).toMatchObject({
      status: 200,
      body: { purpose: 'depotCreate', selectedTokenProviderId: null },
    });
    const challengeId = idOf(first);
    expect(await open(body, factor(challengeId))).toMatchObject({
      status: 200,
      body: { challengeId, selectedTokenProviderId: 'sms' },
    });
    const wrong = await open(body, factor(challengeId, '000000'));
    expect([wrong.status, codeOf(wrong)]).toEqual([400, 'secondFactor.invalidToken']);
    const last = await open(body, factor(challengeId, await world.bank.newestCode()));
    expect(last.status).toBe(201);
    const { id } = last.body as { id: string };
    const row = (await listed()).find((each) => each.id === id);
    expect(row).toMatchObject({
      issuerId: 1,
      state: 'new',
      customer: { id: body.customerId },
      tariff: { id: world.tariffId },
    });
    const again = await open(body, factor(challengeId, await world.bank.newestCode()));
    expect([again.status, codeOf(again)]).toEqual([400, 'secondFactor.expired']);
    const linked = await link({
      contractId: null,
      externalKey: row?.externalKey,
      newContract: { customerId: body.customerId, tariffId: world.tariffId },
    });
    expect(linked.status).toBe(200);
  });

  it('takes approval in the bank app, and voids what was signed when anything changes', async () => {
    const body = await order();
    const challengeId = idOf(await open(body, null));
    expect((await open(body, factor(challengeId, null, 'decoupled'))).status).toBe(200);
    expect(await open(body, factor(challengeId, null, 'decoupled'))).toMatchObject({
      status: 200,
      body: { challengeId },
    });
    const changed = await open(
      { ...body, consents: ['terms', 'more'] },
      factor(challengeId, null, 'decoupled'),
    );
    expect([changed.status, codeOf(changed)]).toEqual([409, 'secondFactor.transactionChanged']);
    const next = idOf(await open(body, null));
    await open(body, factor(next, null, 'decoupled'));
    await world.bank.decide('approve');
    expect((await open(body, factor(next, null, 'decoupled'))).status).toBe(201);
  });

  it('opens one depot when the answer of the bank is lost', async () => {
    const body = await order();
    const challengeId = idOf(await open(body, null));
    await open(body, factor(challengeId));
    const code = await world.bank.newestCode();
    await world.bank.fault('depots.open', 'lostAnswer', { bankId: quader.bankId });
    const lost = await open(body, factor(challengeId, code));
    expect([lost.status, codeOf(lost)]).toEqual([504, 'fundsApi.traderUnavailable']);
    const before = await bankDepots();
    expect((await open(body, factor(challengeId, code))).status).toBe(201);
    expect(await bankDepots()).toBe(before);
  });

  it('checks whom and what for first', async () => {
    const body = await order();
    expect((await open({ ...body, iban: 'DE89 3704 0044 0532 0130 01' }, null)).status).toBe(400);
    expect((await open({ ...body, customerId: await world.customer(world.otherGroupId) }, null)).status).toBe(
      404,
    );
    const other = await open({ ...body, issuerId: 2 }, null);
    expect([other.status, codeOf(other)]).toEqual([400, 'traderDepots.otherIssuer']);
    const fresh = await world.adviser({ passwords: false });
    const missing = await open(body, null, fresh);
    expect([missing.status, codeOf(missing)]).toEqual([400, 'traderAuth.passwordMissing']);
    expect((await open({ ...body, iban: '' }, null)).status).toBe(400);
  });

  async function bankDepots(): Promise<number> {
    const state = (await world.bank.control('GET', '/control/state')) as { depots: number };
    return state.depots;
  }
});

it('a bank of its own kind is named in every list', async () => {
  const externalKey = await newDepot('open', talgrund);
  expect((await listed('?issuerId=2')).map((row) => [row.externalKey, row.issuerId])).toEqual([
    [externalKey, 2],
  ]);
});
