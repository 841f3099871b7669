import type { CallInput } from '@depotwerk/api/call';
import type {
  approveTariff as approveTariffCall,
  rejectTariff as rejectTariffCall,
} from '@depotwerk/api/tariffs/tariffs';
import { sql } from 'kysely';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { isFourEyes } from '../../platform/four-eyes.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { germanToday } from './change-version.ts';
import { openVersionStep } from './open-version-step.ts';
import { requirePlausible } from './require-plausible.ts';
import { reopened } from './submit-tariff.ts';

/**
 * Approves a submitted version.
 * @throws 409 for its submitter and for everybody who edited it or a component of it (four eyes), when it was submitted anew
 * since the caller looked, or is not plausible any more
 */
export const approveTariff = openVersionStep<CallInput<typeof approveTariffCall>>({
  permission: 'tariffs.approve',
  action: 'tariffs.approve',
  from: ['submitted'],
  take: async ({ services, scope, transaction, input, tariff, open }) => {
    if (!isFourEyes(open, scope.userId)) throw new AppError('tariffs.fourEyes');
    refuseAnotherSubmission(input.body.submittedAt, open.submittedAt);
    await requirePlausible(readerIn(transaction), scope, tariff.id, open.content, germanToday(services));
    await sql`update tariff_versions set state = 'approved', comment = coalesce(nullif(${input.body.comment}, ''), comment),
        approved_by = ${scope.userId}, approved_at = ${new Date(services.clock()).toISOString()}
      where tenant_id = app_tenant_id() and id = ${open.id}`.execute(transaction);
  },
});

/** Nobody approves or publishes what was changed after he looked. @throws 409 tariffs.submittedAnew */
export function refuseAnotherSubmission(seen: string | undefined, stored: string | null): void {
  if (seen !== undefined && Date.parse(seen) !== Date.parse(stored ?? ''))
    throw new AppError('tariffs.submittedAnew');
}

/** Sends a submitted version back to its editors with a reason. @throws 409 when it is not submitted */
export const rejectTariff = openVersionStep<CallInput<typeof rejectTariffCall>>({
  permission: 'tariffs.approve',
  action: 'tariffs.reject',
  from: ['submitted'],
  take: ({ transaction, input, open }) =>
    sql`update tariff_versions set state = 'rejected', comment = ${input.body.comment},
        content = ${JSON.stringify(reopened(open.content))}::jsonb
      where tenant_id = app_tenant_id() and id = ${open.id}`.execute(transaction),
});
