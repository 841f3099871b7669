import type { CallAnswer } from '@depotwerk/api/call';
import type { startTariffImpact as startTariffImpactCall } from '@depotwerk/api/tariffs/tariff-impact';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { readerIn } from '../../../platform/database/transaction-reader.ts';
import { AppError, notFound } from '../../../platform/http/app-error.ts';
import type { Verb } from '../../../platform/http/verb.ts';
import { answerPrepared } from '../../../platform/idempotency.ts';
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts';
import { requirePermission, type Scope } from '../../../platform/scope.ts';
import type { Services } from '../../../platform/services.ts';
import type { VersionTariffs } from '../../optimization/public.ts';
import { type ImpactInputs, readImpactInputs } from './impact-inputs.view.ts';
import { impactJobType } from './impact-job.ts';
import { type ComparedInputs, readTariffImpact } from './tariff-impact.view.ts';

/** Starts the preview of a version as a job; one that is on its way for the same version is left to end. */
export const startTariffImpact: Verb<typeof startTariffImpactCall, Services, [VersionTariffs]> = async (
  services,
  tariffs,
  context,
  { params, body },
) => {
  const { scope, actor } = context;
  requirePermission(scope, 'tariffs.view');
  const { versionNumber } = body;
  return answerPrepared<ImpactInputs, CallAnswer<typeof startTariffImpactCall>>(
    services.database,
    context,
    'startTariffImpact',
    { ...params, ...body },
    async () => {
      const inputs = await readImpactInputs(services.database, tariffs, scope, params.id, versionNumber);
      if (!inputs) throw notFound();
      if (inputs.version.isIncomplete) throw new AppError('tariffs.incomplete');
      return inputs;
    },
    async (transaction, inputs) => {
      const jobId = await enqueueJob(transaction, {
        jobType: impactJobType,
        payload: { versions: [{ tariffId: params.id, versionNumber }] },
        createdBy: scope.userId,
        uniqueKey: `${impactJobType} ${params.id} ${versionNumber}`,
      });
      if (jobId !== null) {
        await storeInputs(services, transaction, scope, {
          jobId,
          tariffId: params.id,
          versionNumber,
          inputs,
        });
        await writeAudit(transaction, {
          actor,
          action: 'tariffs.startImpact',
          objectType: 'tariff',
          objectId: params.id,
          details: { jobId, versionNumber, comparedWith: inputs.comparedWith },
        });
      }
      return readTariffImpact({ database: readerIn(transaction) }, scope, params.id, versionNumber, (row) =>
        Promise.resolve(differs(row, inputs)),
      );
    },
  );
};

interface NewImpact {
  readonly jobId: string;
  readonly tariffId: string;
  readonly versionNumber: number;
  readonly inputs: ImpactInputs;
}

/** What the preview is computed from takes the place of that of ended ones. */
async function storeInputs(
  services: Services,
  transaction: Transaction<Schema>,
  { tenantId }: Scope,
  { jobId, tariffId, versionNumber, inputs }: NewImpact,
): Promise<void> {
  // Only the newest is ever shown, and each holds a whole content.
  await sql`delete from tariff_impacts i using jobs j
     where i.tenant_id = app_tenant_id() and i.tariff_id = ${tariffId} and i.version_number = ${versionNumber}
       and j.tenant_id = i.tenant_id and j.id = i.job_id and j.state in ('done', 'dead')`.execute(
    transaction,
  );
  await sql`insert into tariff_impacts (tenant_id, job_id, tariff_id, version_number, compared_with, version_content,
      inputs_hash, stamp, book_stamp, created_at)
    values (${tenantId}, ${jobId}, ${tariffId}, ${versionNumber}, ${inputs.comparedWith},
      ${JSON.stringify(inputs.version.content)}::jsonb, ${inputs.hash}, ${inputs.stamp}, ${inputs.bookStamp},
      ${new Date(services.clock()).toISOString()})`.execute(transaction);
}

/** Whether a preview on its way was begun from something else than is there now. */
const differs = (row: ComparedInputs, inputs: ImpactInputs): boolean =>
  row.bookStamp !== inputs.bookStamp ||
  row.comparedWith !== inputs.comparedWith ||
  row.inputsHash !== inputs.hash.toString('hex');
