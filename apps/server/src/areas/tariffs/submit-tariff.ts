import type { CallInput } from '@depotwerk/api/call';
import type {
  discardTariff as discardTariffCall,
  submitTariff as submitTariffCall,
  withdrawTariff as withdrawTariffCall,
} from '@depotwerk/api/tariffs/tariffs';
import { sql } from 'kysely';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { germanToday } from './change-version.ts';
import { openVersionStep } from './open-version-step.ts';
import { requirePlausible } from './require-plausible.ts';
import { tariffIssues } from './require-valid-tariff.ts';
import { editableStates } from './tariff-version.view.ts';
import { submittableContent, type VersionContent } from './version-content.view.ts';

/**
 * Submits the draft for approval with its components as they stand.
 * @throws 409 when it is incomplete, not plausible or no draft
 */
export const submitTariff = openVersionStep<CallInput<typeof submitTariffCall>>({
  permission: 'tariffs.submit',
  action: 'tariffs.submit',
  from: editableStates,
  take: async ({ services, scope, transaction, input, tariff, open }) => {
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
  },
});

/** Takes a submitted or approved version back to draft. @throws 409 when it is neither */
export const withdrawTariff = openVersionStep<CallInput<typeof withdrawTariffCall>>({
  permission: 'tariffs.submit',
  action: 'tariffs.withdraw',
  from: ['submitted', 'approved'],
  take: ({ transaction, input, open }) =>
    sql`update tariff_versions set state = 'draft', comment = coalesce(nullif(${input.body.comment}, ''), comment),
        content = ${JSON.stringify(reopened(open.content))}::jsonb, submitted_by = null, submitted_at = null,
        approved_by = null, approved_at = null, valid_from = null
      where tenant_id = app_tenant_id() and id = ${open.id}`.execute(transaction),
});

/** The content of a version that may be edited again: it follows its components until it is submitted anew. */
export const reopened = (content: VersionContent): VersionContent =>
  content.componentsOfVersion === undefined && content.components
    ? { ...content, components: null }
    : content;

/**
 * Puts an open version away beside the published one; it stays readable.
 * @throws 409 when it waits for somebody, or nothing is published yet
 */
export const discardTariff = openVersionStep<CallInput<typeof discardTariffCall>>({
  permission: 'tariffs.edit',
  action: 'tariffs.discard',
  from: editableStates,
  take: async ({ transaction, input, tariff, open }) => {
    if (!tariff.published) throw new AppError('tariffs.wrongState');
    await sql`update tariff_versions set state = 'archived', comment = coalesce(nullif(${input.body.comment}, ''), comment)
      where tenant_id = app_tenant_id() and id = ${open.id}`.execute(transaction);
  },
});
