import type { CallInput } from '@depotwerk/api/call';
import type {
  approveTariff as approveTariffCall,
  rejectTariff as rejectTariffCall,
  TariffVersion,
} from '@depotwerk/api/tariffs';
import { sql } from 'kysely';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { isFourEyes } from '../../platform/four-eyes.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { changeVersion, germanToday } from './change-version.ts';
import { requireOpen } from './lock-tariff.ts';
import { requirePlausible } from './require-plausible.ts';
import { reopened } from './submit-tariff.ts';

/**
 * Approves a submitted version.
 * @throws 409 for its submitter and for everybody who edited it or a component of it (four eyes), or when it is not
 * plausible any more
 */
export function approveTariff(
  services: Services,
  context: SignedInContext,
  input: CallInput<typeof approveTariffCall>,
): Promise<TariffVersion> {
  const { scope } = context;
  requirePermission(scope, 'tariffs.approve');
  return changeVersion(services, context, {
    action: 'tariffs.approve',
    input,
    run: async (transaction, tariff) => {
      const open = requireOpen(tariff, input.body.versionNumber, ['submitted']);
      if (!isFourEyes(open, scope.userId)) throw new AppError('tariffs.fourEyes');
      await requirePlausible(readerIn(transaction), scope, tariff.id, open.content, germanToday(services));
      await sql`update tariff_versions set state = 'approved', comment = coalesce(nullif(${input.body.comment}, ''), comment),
          approved_by = ${scope.userId}, approved_at = ${new Date(services.clock()).toISOString()}
        where tenant_id = app_tenant_id() and id = ${open.id}`.execute(transaction);
      return open.versionNumber;
    },
  });
}

/** Sends a submitted version back to its editors with a reason. @throws 409 when it is not submitted */
export function rejectTariff(
  services: Services,
  context: SignedInContext,
  input: CallInput<typeof rejectTariffCall>,
): Promise<TariffVersion> {
  requirePermission(context.scope, 'tariffs.approve');
  return changeVersion(services, context, {
    action: 'tariffs.reject',
    input,
    run: async (transaction, tariff) => {
      const open = requireOpen(tariff, input.body.versionNumber, ['submitted']);
      await sql`update tariff_versions set state = 'rejected', comment = ${input.body.comment},
          content = ${JSON.stringify(reopened(open.content))}::jsonb
        where tenant_id = app_tenant_id() and id = ${open.id}`.execute(transaction);
      return open.versionNumber;
    },
  });
}
