import type { CallAnswer } from '@depotwerk/api/call';
import type { startTariffPerformance as startTariffPerformanceCall } from '@depotwerk/api/tariffs/tariff-performance';
import { sql } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import { readerIn } from '../../../platform/database/transaction-reader.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { answerPrepared } from '../../../platform/idempotency.ts';
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts';
import { requirePermission } from '../../../platform/scope.ts';
import type { Services } from '../../../platform/services.ts';
import type { TargetMix } from '../../optimization/public.ts';
import { performanceJobType } from './performance-job.ts';
import {
  type AskedPerformance,
  readClassTargets,
  readTariffPerformance,
  windowOf,
} from './tariff-performance.view.ts';

/** Starts the computation for a tariff with many contracts; one on its way for the same period is left to end. @throws 404 */
export async function startTariffPerformance(
  services: Services,
  targetMix: TargetMix,
  context: SignedInContext,
  asked: AskedPerformance,
): Promise<CallAnswer<typeof startTariffPerformanceCall>> {
  const { scope, actor } = context;
  requirePermission(scope, 'tariffs.view');
  const { tariffId, period, today, atOnce } = asked;
  return answerPrepared(
    services.database,
    context,
    'startTariffPerformance',
    { id: tariffId, period },
    async () => ({
      present: await readTariffPerformance(services, targetMix, scope, asked),
      targets: await readClassTargets(targetMix, scope, tariffId, today),
    }),
    async (transaction, { present, targets }) => {
      if (present.contractCount <= atOnce) return present;
      const jobId = await enqueueJob(transaction, {
        jobType: performanceJobType,
        payload: { tariffId },
        createdBy: scope.userId,
        uniqueKey: `${performanceJobType} ${tariffId} ${period}`,
      });
      if (jobId !== null) {
        // Only the newest is ever shown.
        await sql`delete from tariff_performances p using jobs j
           where p.tenant_id = app_tenant_id() and p.tariff_id = ${tariffId} and p.performance_period = ${period}
             and j.tenant_id = p.tenant_id and j.id = p.job_id and j.state in ('done', 'dead')`.execute(
          transaction,
        );
        const { from, to } = windowOf(period, today);
        await sql`insert into tariff_performances (tenant_id, job_id, tariff_id, performance_period, from_day, to_day,
            targets, created_at)
          values (app_tenant_id(), ${jobId}, ${tariffId}, ${period}, ${from}::date, ${to}::date,
            ${JSON.stringify(targets)}::jsonb, ${new Date(services.clock()).toISOString()})`.execute(
          transaction,
        );
        await writeAudit(transaction, {
          actor,
          action: 'tariffs.startPerformance',
          objectType: 'tariff',
          objectId: tariffId,
          details: { jobId, period },
        });
      }
      return readTariffPerformance({ database: readerIn(transaction) }, targetMix, scope, asked);
    },
  );
}
