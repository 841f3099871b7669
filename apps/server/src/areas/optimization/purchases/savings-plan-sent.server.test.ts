import { expect, it } from 'vitest';
import { isins } from '../../../../test/execution-world.ts';
import { useExecutions } from '../../../../test/use-executions.ts';
import { readPlanKeyInformation } from '../key-information/plan-key-information.view.ts';
import { readPlanForExecution } from '../plan-for-execution.view.ts';

const { db, world } = useExecutions();

const now = Date.parse('2026-03-05T12:00:00Z');
const today = '2026-03-05';
const running = `('2026-01-01', null)`;
const endsToday = `('2026-01-01', '2026-03-05')`;
const ended = `('2026-01-01', '2026-03-04')`;
const begins = `('2026-03-06', null)`;

it.each([
  ['runs', [running], true],
  ['pays for the last time today, and the next one begins tomorrow', [endsToday, begins], true],
  ['has ended, and the next one begins tomorrow', [ended, begins], false],
  ['begins tomorrow', [begins], false],
  ['has ended', [ended], false],
])('a savings plan that %s is bought for and sent to the bank alike', async (_when, plans, isSent) => {
  const { contractId, planId } = await world.depot();
  const run = (sql: string, ...values: unknown[]) => db.owner.query(sql, [world.tenantId, ...values]);
  await run('delete from savings_plans where tenant_id = $1 and contract_id = $2', contractId);
  await run(
    `insert into savings_plans (tenant_id, contract_id, valid_from, valid_to, contribution, contribution_interval)
      select $1, $2, v.valid_from::date, v.valid_to::date, 150, 1 from (values ${plans.join(', ')}) v (valid_from, valid_to)`,
    contractId,
  );
  await run('delete from planned_transactions where tenant_id = $1 and planned_optimization_id = $2', planId);
  await run(
    'update planned_optimizations set savings_plan_changes = $3 where tenant_id = $1 and id = $2',
    planId,
    JSON.stringify([{ fundId: 2, fractionBefore: 0, fractionAfter: 1 }]),
  );
  const { database } = world.services;
  const scope = { tenantId: world.tenantId, userId: null };
  const execution = await readPlanForExecution(database, scope, contractId, now, today);
  expect(execution?.savingsPlan).toEqual(
    isSent ? { contribution: 150, entries: [{ isin: isins[1], name: 'Fonds 2', fraction: 1 }] } : null,
  );
  const information = await readPlanKeyInformation(database, scope, [planId], today);
  expect(information.get(planId)?.funds.map(({ fundId }) => fundId)).toEqual(isSent ? [2] : []);
});
