import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { type Adviser, ExecutionWorld, quader, talgrund } from '../../../../test/execution-world.ts';
import { signIn } from '../../../../test/sign-in-world.ts';
import { startedForTests } from '../../../../test/started-for-tests.ts';
import { startReconciliation } from './reconciliation.ts';

const db = useTestDatabase();
const world = startedForTests(() => ExecutionWorld.start(db));
let adviser: Adviser;

beforeEach(async () => {
  await world.bank.clearFaults();
  adviser = await world.adviserAtBanks();
});
afterEach(() => {
  world.signIns.clock.ahead = 0;
});

const codeOf = (answer: { json(): unknown }) => (answer.json() as { code: string }).code;
const inApp = { tokenProviderType: 'bankDecoupled', tokenProviderId: 'decoupled' };
const minutes = 60_000;

/** The approval in the bank's app is asked for. */
async function asked() {
  const depot = await world.depot(talgrund);
  const { challengeId } = (await world.step(adviser, depot.depotId)).json<{ challengeId: string }>();
  expect((await world.step(adviser, depot.depotId, inApp)).statusCode).toBe(200);
  return { ...depot, challengeId };
}

describe('an approval in the app of the bank', () => {
  it('given after the five minutes executes nothing', async () => {
    const { depotId, contractId, challengeId } = await asked();
    await world.bank.decide('approve');
    world.signIns.clock.ahead = 5 * minutes + 1000;
    const state = await world.call(adviser, 'GET', `/second-factor/${challengeId}`);
    expect(state.json()).toMatchObject({ state: 'expired' });
    const late = await world.step(adviser, depotId, inApp);
    expect([late.statusCode, codeOf(late)]).toEqual([400, 'secondFactor.expired']);
    expect(await world.orders(contractId)).toEqual([]);
  });

  it('executes for the session it was asked in only', async () => {
    const { depotId, contractId, challengeId } = await asked();
    await world.bank.decide('approve');
    const { accessToken } = await signIn(world.signIns, adviser.userName);
    const elsewhere = { ...adviser, accessToken };
    expect((await world.call(elsewhere, 'GET', `/second-factor/${challengeId}`)).statusCode).toBe(404);
    const stolen = await world.step(elsewhere, depotId, inApp);
    expect([stolen.statusCode, codeOf(stolen)]).toEqual([400, 'secondFactor.expired']);
    expect(await world.orders(contractId)).toEqual([]);
    expect((await world.step(adviser, depotId, inApp)).statusCode).toBe(204);
  });
});

it('a code belongs to its session as well', async () => {
  const { depotId, contractId } = await world.depot();
  const body = await world.signed(adviser, depotId);
  const { accessToken } = await signIn(world.signIns, adviser.userName);
  expect(codeOf(await world.step({ ...adviser, accessToken }, depotId, body))).toBe('secondFactor.expired');
  expect(await world.orders(contractId)).toEqual([]);
});

it('the last step gives up on a bank that hangs: 504, with the order unknown', async () => {
  const depot = await world.depot();
  const body = await world.signed(adviser, depot.depotId);
  for (const endpoint of ['orders.place', 'orders.read']) {
    await world.bank.fault(endpoint, 'hang', { bankId: quader.bankId, remaining: null });
  }
  const answer = await world.step(adviser, depot.depotId, body);
  expect([answer.statusCode, codeOf(answer)]).toEqual([504, 'fundsApi.traderUnavailable']);
  expect((await world.orders(depot.contractId)).map(({ state }) => state)).toEqual(['unknown']);
}, 40_000);

it('an order is asked about with a colleague’s bank password, and never sent with it', async () => {
  const colleague = await world.adviserAtBanks();
  const depot = await world.depot();
  const body = await world.signed(adviser, depot.depotId);
  await world.bank.fault('orders.place', 'reset', { bankId: quader.bankId, remaining: null });
  await world.bank.fault('orders.read', 'reset', { bankId: quader.bankId, remaining: null });
  await world.step(adviser, depot.depotId, body);
  await world.call(adviser, 'DELETE', `/trader-credentials?issuerId=${quader.issuerId}`);
  await world.bank.clearFaults();
  const reconcile = async () => {
    await db.owner.query(
      "update trader_orders set next_check_at = now() where contract_id = $1 and state in ('prepared', 'sent', 'unknown')",
      [depot.contractId],
    );
    const reconciliation = startReconciliation(world.services);
    await reconciliation.runOnce();
    await reconciliation.stop();
  };
  await reconcile();
  const [order] = await world.orders(depot.contractId);
  expect(order?.state).toBe('unknown');
  expect(await world.bank.ledger(order?.clientOrderId ?? '')).toEqual([]);
  expect(colleague.userId).not.toBe(adviser.userId);
  const { status } = (
    await db.owner.query('select status from trader_credentials where user_id = $1 and issuer_id = $2', [
      colleague.userId,
      quader.issuerId,
    ])
  ).rows[0];
  expect(status).toBe('valid');
});

it('an order at an institution that became inactive is asked about, and sent again only when it is active', async () => {
  const setInactive = (isInactive: boolean) =>
    db.owner.query('update issuers set is_inactive = $2 where tenant_id = $1 and id = $3', [
      world.tenantId,
      isInactive,
      quader.issuerId,
    ]);
  const afterFault = async (kind: 'lostAnswer' | 'reset') => {
    const depot = await world.depot();
    const body = await world.signed(adviser, depot.depotId);
    await world.bank.fault('orders.place', kind, { bankId: quader.bankId, remaining: null });
    await world.bank.fault('orders.read', 'reset', { bankId: quader.bankId, remaining: null });
    await world.step(adviser, depot.depotId, body);
    await world.bank.clearFaults();
    return depot.contractId;
  };
  const [known, unheard] = [await afterFault('lostAnswer'), await afterFault('reset')];
  const reconcile = async () => {
    await db.owner.query(
      "update trader_orders set next_check_at = now() where state in ('prepared', 'sent', 'unknown')",
    );
    const reconciliation = startReconciliation(world.services);
    await reconciliation.runOnce();
    await reconciliation.stop();
  };
  const stateOf = async (contractId: string) => (await world.orders(contractId))[0]?.state;
  await setInactive(true);
  await reconcile();
  expect([await stateOf(known), await stateOf(unheard)]).toEqual([
    expect.stringMatching(/sent|onfirmed/),
    'unknown',
  ]);
  const [order] = await world.orders(unheard);
  expect(await world.bank.ledger(order?.clientOrderId ?? '')).toEqual([]);
  await setInactive(false);
  await reconcile();
  expect(await stateOf(unheard)).toMatch(/sent|onfirmed/);
});
