import type { CallInput } from '@depotwerk/api/call';
import type {
  discardTariff as discardTariffCall,
  rollbackTariff as rollbackTariffCall,
  submitTariff as submitTariffCall,
  TariffVersion,
  withdrawTariff as withdrawTariffCall,
} from '@depotwerk/api/tariffs';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { changeVersion, germanToday } from './change-version.ts';
import { requireOpen } from './lock-tariff.ts';
import { requirePlausible } from './require-plausible.ts';
import { tariffIssues } from './require-valid-tariff.ts';
import { insertDraft } from './save-tariff.ts';
import { editableStates } from './tariff-version.view.ts';
import { submittableContent, type VersionContent } from './version-content.view.ts';

/**
 * Submits the draft for approval with its components as they stand.
 * @throws 409 when it is incomplete, not plausible or no draft
 */
export function submitTariff(
  services: Services,
  context: SignedInContext,
  input: CallInput<typeof submitTariffCall>,
): Promise<TariffVersion> {
  const { scope } = context;
  requirePermission(scope, 'tariffs.submit');
  const run = async (transaction: Transaction<Schema>, tariff: Parameters<typeof requireOpen>[0]) => {
    const open = requireOpen(tariff, input.body.versionNumber, editableStates);
    const reader = readerIn(transaction);
    // What it names may have gone or been switched off since it was saved.
    const before = tariff.published?.content.tariff ?? open.content.tariff;
    const issues = await tariffIssues(reader, scope, open.content.tariff, before);
    const content = await submittableContent(reader, scope, open.content);
    if (issues.length > 0 || !content) throw new AppError('tariffs.incomplete', { validation: issues });
    await requirePlausible(reader, scope, tariff.id, content, germanToday(services));
    await sql`update tariff_versions set state = 'submitted', comment = ${input.body.comment},
        content = ${JSON.stringify(content)}::jsonb, submitted_by = ${scope.userId},
        submitted_at = ${new Date(services.clock()).toISOString()}, approved_by = null, approved_at = null,
        valid_from = null where tenant_id = app_tenant_id() and id = ${open.id}`.execute(transaction);
    return open.versionNumber;
  };
  return changeVersion(services, context, { action: 'tariffs.submit', input, run });
}

/** Takes a submitted or approved version back to draft. @throws 409 when it is neither */
export function withdrawTariff(
  services: Services,
  context: SignedInContext,
  input: CallInput<typeof withdrawTariffCall>,
): Promise<TariffVersion> {
  requirePermission(context.scope, 'tariffs.submit');
  return changeVersion(services, context, {
    action: 'tariffs.withdraw',
    input,
    run: async (transaction, tariff) => {
      const open = requireOpen(tariff, input.body.versionNumber, ['submitted', 'approved']);
      await sql`update tariff_versions set state = 'draft', comment = coalesce(nullif(${input.body.comment}, ''), comment),
          content = ${JSON.stringify(reopened(open.content))}::jsonb, submitted_by = null, submitted_at = null,
          approved_by = null, approved_at = null, valid_from = null
        where tenant_id = app_tenant_id() and id = ${open.id}`.execute(transaction);
      return open.versionNumber;
    },
  });
}

/** The content of a version that may be edited again: it follows its components until it is submitted anew. */
export const reopened = (content: VersionContent): VersionContent =>
  content.componentsOfVersion === undefined && content.components
    ? { ...content, components: null }
    : content;

/** Opens a new version with the content of an older one, components included. @throws 404, 409 while one is open */
export function rollbackTariff(
  services: Services,
  context: SignedInContext,
  input: CallInput<typeof rollbackTariffCall>,
): Promise<TariffVersion> {
  const { scope } = context;
  requirePermission(scope, 'tariffs.edit');
  const wanted = input.body.versionNumber;
  return changeVersion(services, context, {
    action: 'tariffs.rollback',
    input,
    run: async (transaction, tariff) => {
      const { rows } = await sql<{
        content: VersionContent;
        state: string;
      }>`select content, state from tariff_versions
         where tenant_id = app_tenant_id() and tariff_id = ${tariff.id} and version_number = ${wanted}`.execute(
        transaction,
      );
      const [older] = rows;
      if (!older) throw notFound();
      if (tariff.open || !['published', 'superseded'].includes(older.state))
        throw new AppError('tariffs.wrongState');
      const content: VersionContent = older.content.components
        ? { ...older.content, componentsOfVersion: wanted }
        : older.content;
      const versionNumber = tariff.newestVersionNumber + 1;
      await insertDraft(transaction, scope, tariff.id, versionNumber, content, input.body.comment);
      return versionNumber;
    },
  });
}

/**
 * Puts an open version away beside the published one; it stays readable.
 * @throws 409 when it waits for somebody, or nothing is published yet
 */
export function discardTariff(
  services: Services,
  context: SignedInContext,
  input: CallInput<typeof discardTariffCall>,
): Promise<TariffVersion> {
  requirePermission(context.scope, 'tariffs.edit');
  return changeVersion(services, context, {
    action: 'tariffs.discard',
    input,
    run: async (transaction, tariff) => {
      const open = requireOpen(tariff, input.body.versionNumber, editableStates);
      if (!tariff.published) throw new AppError('tariffs.wrongState');
      await sql`update tariff_versions set state = 'archived', comment = coalesce(nullif(${input.body.comment}, ''), comment)
        where tenant_id = app_tenant_id() and id = ${open.id}`.execute(transaction);
      return open.versionNumber;
    },
  });
}
