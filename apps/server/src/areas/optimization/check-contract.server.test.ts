import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdviceWorld } from '../../../test/advice-world.ts';
import { useTestDatabase } from '../../../test/database.ts';

const db = useTestDatabase();
let world: AdviceWorld;
let admin: string;

beforeAll(async () => {
  world = await AdviceWorld.start(db, { contracts: 500, customers: 300, funds: 1070 });
  admin = await world.caller();
}, 120_000);
afterAll(() => world.stop());

interface Hint {
  id: string;
  optimizationHintId: number;
  hintCode: string;
  state: string;
  severity: number;
  note: string | null;
  dismissedReason: string | null;
  stateChangedBy: string | null;
  createdAt: string;
}
interface Checked {
  contractScore: { value: number; parts: { scoreKey: string; value: number }[] };
  risk: { status: string };
  hints: Hint[];
  lastCheck: string;
  lastCheckedBy: string;
}

const check = (token: string | null, id: string, headers = {}) =>
  world.call<Checked>(token, 'POST', `/contracts/${id}/check`, undefined, headers);

/** What a check may write, without times. */
async function storedOf(ids: readonly string[]): Promise<unknown> {
  const contracts = await world.owner.query(
    `select id, contract_score, score_risk, score_allocation, score_quality, score_costs, score_savings_plan, risk_value,
            risk_target, risk_band_low, risk_band_high, risk_band_status, risk_distance, hint_count,
            highest_hint_severity, hint_mask, check_fingerprint
       from contracts where id = any ($1) order by id`,
    [ids],
  );
  const hints = await world.owner.query(
    `select id, contract_id, optimization_hint_id, title, text, severity, scope, fund_ids, peergroup_id, actual, target,
            range, suggested_fund_ids, state, created_at
       from contract_hints where contract_id = any ($1) order by id`,
    [ids],
  );
  const portfolios = await world.owner.query(
    'select id, risk_value, share_quota from portfolios where contract_id = any ($1) order by id',
    [ids],
  );
  return { contracts: contracts.rows, hints: hints.rows, portfolios: portfolios.rows };
}

describe('checking a contract', () => {
  it('finds for 200 demo contracts exactly what the demo stored', async () => {
    const ids = await world.contractIds('true', 200);
    expect(ids).toHaveLength(200);
    const before = await storedOf(ids);
    for (const id of ids) expect((await check(admin, id)).status).toBe(200);
    expect(await storedOf(ids)).toEqual(before);
  });

  it('occurs with every hint a demo can show', async () => {
    const { rows } = await world.owner.query<{ optimization_hint_id: number; n: string }>(
      'select optimization_hint_id, count(*) as n from contract_hints group by 1 order by 1',
    );
    console.log(rows.map((row) => `${row.optimization_hint_id}:${row.n}`).join(' '));
    expect(rows.map((row) => row.optimization_hint_id)).toEqual(Array.from({ length: 21 }, (_, k) => k + 1));
  });
});
