import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { isins, RefreshWorld } from '../../../../test/refresh-world.ts';
import { startedForTests } from '../../../../test/started-for-tests.ts';
import { applyDepot } from './apply-depot.ts';

const db = useTestDatabase();
const world = startedForTests(() => RefreshWorld.start(db));

it('a savings plan the bank reports is in force from the day it was asked, not from a day before the order', async () => {
  const { contractId, depotId, externalKey } = await world.linked();
  const { userId } = await world.adviser();
  // Half past midnight in Germany.
  const by = { jobId: randomUUID(), askedAt: '2026-03-16T23:30:00Z' };
  await db.database.transaction({ tenantId: world.tenantId, userId }, (transaction) =>
    applyDepot(
      transaction,
      depotId,
      {
        externalKey,
        externalConsumerKey: null,
        holderName: 'Elif Krüger',
        productKey: null,
        isRejected: false,
        totalValue: 0,
        revision: '1',
        // Friday's holdings, asked for after the weekend.
        valuationDate: '2026-03-13',
        cashValue: 0,
        positions: [],
        savingsPlan: {
          contribution: 150,
          contributionInterval: 1,
          entries: [{ isin: isins[0], fraction: 1 }],
        },
      },
      by,
    ),
  );
  const { rows } = await world.run(
    `select contribution::int, valid_from::text as from, valid_to::text as to from savings_plans
      where tenant_id = $1 and contract_id = $2 order by valid_from`,
    contractId,
  );
  expect(rows).toEqual([{ contribution: 150, from: '2026-03-17', to: null }]);
});
