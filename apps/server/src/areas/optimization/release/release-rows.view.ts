import type { CallAnswer } from '@depotwerk/api/call';
import type { listReleaseRows, sumReleases } from '@depotwerk/api/optimization/bulk-releases';
import { releaseRowResults } from '@depotwerk/domain/contracts/release-of-many';
import { personNameOf } from '../../../platform/customers/person-name.ts';
import { Parameters } from '../../../platform/database/parameters.ts';
import { quotedList } from '../../../platform/database/quoted-list.ts';
import { type Scope, visibilityOf } from '../../../platform/scope.ts';
import type { ReadServices } from '../../../platform/services.ts';
import { contractRowsOfJob, visibilityConditions } from '../../contracts/public.ts';
import { readJob } from '../../jobs/public.ts';

const inOrder = `array_position(array[${quotedList(releaseRowResults)}], r.result)`;

/**
 * What releasing the plans of many contracts came to, of those the caller sees: what needs an eye first.
 * @throws 404 when the caller does not see the job
 */
export const readReleaseRows = contractRowsOfJob<CallAnswer<typeof listReleaseRows>[number]>({
  name: 'contract_release_rows',
  columns: `r.contract_id as "contractId", c.external_key as "externalKey", ${personNameOf('u')} as "customerName",
    r.result, r.message, r.turnover`,
  joins: 'join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id',
  order: `${inOrder}, c.external_key, c.id`,
});

/**
 * What is signed for: contracts and euros by result, of those the caller sees.
 * @throws 404 when the caller does not see the job
 */
export async function readReleaseSums(
  { database }: ReadServices,
  scope: Scope,
  jobId: string,
): Promise<CallAnswer<typeof sumReleases>> {
  await readJob(database, scope, jobId);
  const parameters = new Parameters();
  const conditions = visibilityConditions(visibilityOf(scope, 'groupContracts.view'), parameters);
  return database.read(scope, {
    sql: `select r.result, count(*)::int as "contractCount", coalesce(sum(r.turnover), 0) as turnover
            from contract_release_rows r join contracts c on c.tenant_id = r.tenant_id and c.id = r.contract_id
           where ${conditions.join(' and ')} and r.job_id = ${parameters.add(jobId)} group by r.result order by ${inOrder}`,
    parameters: parameters.values,
  });
}
