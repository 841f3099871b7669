import type { publishTariff as publishTariffCall } from '@depotwerk/api/tariffs/tariffs';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { earliestFirstDay } from '../../platform/http/client-zone.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { isLookOpenSql } from '../optimization/public.ts';
import { changeVersion, germanToday } from './change-version.ts';
import { refuseAnotherSubmission } from './decide-tariff.ts';
import { type LockedTariff, type LockedVersion, requireOpen } from './lock-tariff.ts';
import { requirePlausible } from './require-plausible.ts';
import { replaceTariffRows } from './write-tariff-rows.ts';

/**
 * Publishes an approved version: today at once, later on its day by itself (`publishPlannedVersions`).
 * @throws 400 for a day gone by, 409 when it is not approved, was submitted anew since the caller looked, is not plausible any more, or the published version began
 * later
 */
export const publishTariff: Verb<typeof publishTariffCall> = (services, context, input) => {
  const { scope } = context;
  requirePermission(scope, 'tariffs.publish');
  const { versionNumber, comment, submittedAt } = input.body;
  const today = germanToday(services);
  // Today where the caller is, and over at the house already: it counts at once.
  const isToday =
    input.body.validFrom < today && input.body.validFrom >= earliestFirstDay(context.zone, services);
  const validFrom = isToday ? today : input.body.validFrom;
  return changeVersion(services, context, {
    action: 'tariffs.publish',
    input,
    run: async (transaction, tariff) => {
      const open = requireOpen(tariff, versionNumber, ['approved']);
      refuseAnotherSubmission(submittedAt, open.submittedAt);
      if (validFrom < today) {
        throw new AppError('common.validationFailed', {
          validation: [{ path: 'body.validFrom', code: 'dayInPast', params: { today } }],
        });
      }
      const begun = tariff.published?.validFrom ?? null;
      // On the same day it may be replaced: what was published by mistake has to be undone at once.
      if (begun !== null && begun > validFrom)
        throw new AppError('tariffs.validFromTaken', { params: { validFrom: begun } });
      await requirePlausible(readerIn(transaction), scope, tariff.id, open.content, today);
      await sql`update tariff_versions set valid_from = ${validFrom}::date, comment = coalesce(nullif(${comment ?? ''}, ''), comment)
        where tenant_id = app_tenant_id() and id = ${open.id}`.execute(transaction);
      if (validFrom === today)
        await publishVersion(transaction, scope.tenantId, tariff, open, validFrom, services);
      return versionNumber;
    },
  });
};

/** Makes an approved version the one contracts follow from `validFrom` on; the former ends the day before. */
export async function publishVersion(
  transaction: Transaction<Schema>,
  tenantId: string,
  tariff: LockedTariff,
  version: LockedVersion,
  validFrom: string,
  { clock }: Pick<Services, 'clock'>,
): Promise<void> {
  const { content } = version;
  await sql`update tariff_versions set state = 'superseded', valid_to = greatest(valid_from, ${validFrom}::date - 1)
    where tenant_id = app_tenant_id() and tariff_id = ${tariff.id} and state = 'published'`.execute(
    transaction,
  );
  await sql`update tariff_versions set state = 'published', valid_from = ${validFrom}::date,
      published_at = ${new Date(clock()).toISOString()}
    where tenant_id = app_tenant_id() and id = ${version.id}`.execute(transaction);
  await replaceTariffRows(transaction, tenantId, tariff.id, content, version.versionNumber);
  if (tariff.publishedVersionNumber !== null) await enqueueChecks(transaction, tariff.id);
  // Otherwise the contracts wait for the day's look.
  const adjustsNow = content.tariff.continuousOptimization && content.tariff.makePortfolioAdjustmentsNow;
  if (adjustsNow || (await hasWaitingPlans(transaction, tariff.id)))
    await enqueueJob(transaction, {
      jobType: 'planContinuous',
      payload: {},
      createdBy: null,
      uniqueKey: 'planContinuous',
    });
}

/** Whether plans of the tariff's calendar wait or are released: nobody could carry them out any more, and a run makes them anew. */
async function hasWaitingPlans(transaction: Transaction<Schema>, tariffId: string): Promise<boolean> {
  const { rows } = await sql<{ isWaiting: boolean }>`select exists (select from continuous_plans k
      join contracts c on c.tenant_id = k.tenant_id and c.id = k.contract_id
     where k.tenant_id = app_tenant_id() and c.tariff_id = ${tariffId} and ${sql.raw(isLookOpenSql('k.state'))}) as "isWaiting"`.execute(
    transaction,
  );
  return rows[0]?.isWaiting === true;
}

/** Checks the tariff's contracts against what they follow now: its new hints stand in lists and on contracts by themselves. */
async function enqueueChecks(transaction: Transaction<Schema>, tariffId: string): Promise<void> {
  await enqueueJob(transaction, {
    jobType: 'checkContracts',
    payload: {
      filter: { tariffId },
      visibility: { groupIds: null, includesWithoutGroup: true, ownCustomerId: null },
    },
    createdBy: null,
  });
}
