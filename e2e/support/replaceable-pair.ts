import { setTimeout as pause } from 'node:timers/promises';
import { listOptimizationHints } from '@depotwerk/api/contracts/contract-detail';
import { listContracts } from '@depotwerk/api/contracts/contracts';
import { fund } from '@depotwerk/api/funds/funds';
import { job } from '@depotwerk/api/jobs/jobs';
import { contractPlanRow } from '@depotwerk/api/optimization/bulk-plans';
import * as z from 'zod/mini';
import { adviserApi } from './adviser-api.ts';

/** A fund that costs more than another of its group which the check names, and which can take its place in a contract now. */
export async function replaceablePair(url: string) {
  const call = await adviserApi(url);
  const list = await call('GET', '/contracts?hintId=11&pageSize=50');
  for (const contract of listContracts.answer.parse(list.answer)) {
    const hints = listOptimizationHints.answer.parse(
      (await call('GET', `/contracts/${contract.id}/optimization-hints`)).answer,
    );
    for (const { fundIds, suggestedFundIds } of hints) {
      const [fromFundId, toFundId] = [fundIds[0], suggestedFundIds[0]];
      if (fromFundId === undefined || toFundId === undefined) continue;
      const started = job.parse(
        (
          await call('POST', '/contracts/plan', {
            selection: { contractIds: [contract.id] },
            replacement: { fromFundId, toFundId },
          })
        ).answer,
      );
      const over = async () => job.parse((await call('GET', `/jobs/${started.id}`)).answer);
      let seen = await over();
      for (; seen.state !== 'done'; seen = await over()) await pause(100);
      const rows = await call('GET', `/jobs/${started.id}/contract-plans?result=planned`);
      const isPlanned = z.array(contractPlanRow).parse(rows.answer).length === 1;
      await call('POST', `/jobs/${started.id}/discard-plans`);
      if (!isPlanned) continue;
      const [from, to] = await Promise.all(
        [fromFundId, toFundId].map(async (id) => fund.parse((await call('GET', `/funds/${id}`)).answer)),
      );
      if (from && to) return { from, to, contract };
    }
  }
  throw new Error('The demo has no fund that can be replaced.');
}
