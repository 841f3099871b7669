import { expect, it } from 'vitest';
import { AdviceWorld } from '../../../test/advice-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { meanwhile } from '../../../test/meanwhile.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';
import { type CheckToStore, storeChecks } from './store-checks.ts';

const db = useTestDatabase();
const world = startedForTests(() => AdviceWorld.start(db, 'medium'));

it('is not stored where the bank told other holdings while the check waited for them', async () => {
  const { rows } = await db.owner.query<Omit<CheckToStore, 'hints' | 'stored'>>(
    `select c.id as "contractId", p.id as "portfolioId", c.risk_class_id as "riskClassId", c.tariff_id as "tariffId"
       from contracts c join portfolios p on p.contract_id = c.id and p.is_current where c.tenant_id = $1 order by c.id limit 1`,
    [world.tenantId],
  );
  const [read] = rows;
  if (!read) throw new Error('a contract holds something');
  const stored: CheckToStore['stored'] = {
    contract_score: 50,
    score_risk: null,
    score_allocation: null,
    score_quality: null,
    score_costs: null,
    score_savings_plan: null,
    risk_value: null,
    risk_target: null,
    risk_band_low: null,
    risk_band_high: null,
    risk_band_status: 'unknown',
    risk_distance: 0,
    share_quota: null,
    check_fingerprint: 1,
  };
  const store = () =>
    db.database.transaction({ tenantId: world.tenantId, userId: null }, (transaction) =>
      // system job: whose contracts they are does not matter
      storeChecks(transaction, [{ ...read, stored, hints: [] }], new Date().toISOString()),
    );
  const checked = await meanwhile(
    db,
    world.tenantId,
    async (bank) => {
      await bank.query('select from contracts where id = $1 for no key update', [read.contractId]);
      await bank.query('update portfolios set is_current = false where id = $1', [read.portfolioId]);
      await bank.query(
        `insert into portfolios (tenant_id, contract_id, valuation_date, is_current, total_value, cash_value)
         select tenant_id, contract_id, valuation_date, true, 1, 1 from portfolios where id = $1`,
        [read.portfolioId],
      );
    },
    store,
  );
  expect([...checked]).toEqual([]);
});
