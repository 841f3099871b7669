import type {
  copyTariff as copyTariffCall,
  createTariff as createTariffCall,
  putTariff as putTariffCall,
} from '@depotwerk/api/tariffs/tariffs';
import type { TariffDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { sql, type Transaction } from 'kysely';
import { type AuditEntry, writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { requirePermission } from '../../platform/scope.ts';
import { readTariff } from './get-tariff.view.ts';
import { type LockedTariff, lockTariff, touchTariff } from './lock-tariff.ts';
import { requireValidTariff } from './require-valid-tariff.ts';
import { refusingInWords } from './tariff-refusals.ts';
import { editableStates } from './tariff-version.view.ts';
import { componentIdsOf, type VersionContent } from './version-content.view.ts';
import { insertTariffRows, replaceTariffRows } from './write-tariff-rows.ts';

/** Creates a tariff with its first version as draft. @throws 400 with every finding, 409 when key or default is taken */
export const createTariff: Verb<typeof createTariffCall> = async (services, context, { body }) => {
  requirePermission(context.scope, 'tariffs.edit');
  return refusingInWords(() =>
    answerOnce(
      services.database,
      context,
      'createTariff',
      body,
      async (transaction) => {
        const tariff = await requireValidTariff(readerIn(transaction), context.scope, body, null);
        return insertTariff(transaction, context, tariff, { action: 'tariffs.create' });
      },
      (reading, { id }) => readTariff(reading, context.scope, id),
    ),
  );
};

/** A new tariff with the content of another one as draft. @throws 404, 400, 409 when the key is taken */
export const copyTariff: Verb<typeof copyTariffCall> = async (services, context, { params, body }) => {
  requirePermission(context.scope, 'tariffs.edit');
  return refusingInWords(() =>
    answerOnce(
      services.database,
      context,
      'copyTariff',
      { ...params, ...body },
      async (transaction) => {
        const { tariff: original, version } = await readTariff(
          { database: readerIn(transaction) },
          context.scope,
          params.id,
        );
        // The original stays the default of its issuer; what it has chosen may be chosen again.
        const copy: TariffDraft = { ...original, ...body, isDefault: false };
        const tariff = await requireValidTariff(readerIn(transaction), context.scope, copy, original);
        return insertTariff(transaction, context, tariff, {
          action: 'tariffs.copy',
          original: { id: params.id, versionId: version.id },
        });
      },
      (reading, { id }) => readTariff(reading, context.scope, id),
    ),
  );
};

/** How a tariff came that is saved, and what came with it. */
export interface SavedAs {
  readonly action: 'tariffs.create' | 'tariffs.copy' | 'tariffs.edit' | 'tariffs.importFile';
  readonly original?: { readonly id: string; readonly versionId: string };
  /** Limits of the risk indicator from elsewhere; absent = those the tariff has. */
  readonly sriLimits?: VersionContent['sriLimits'];
  readonly details?: AuditEntry['details'];
}

/** Inserts a tariff that has passed the rules, with its first version as draft. @throws 409 when key or default is taken */
export async function insertTariff(
  transaction: Transaction<Schema>,
  { scope, actor }: SignedInContext,
  tariff: TariffDraft,
  { action, original, sriLimits = [], details }: SavedAs,
): Promise<{ id: string }> {
  await requireFree(transaction, null, tariff);
  const content: VersionContent = { tariff, components: null, sriLimits };
  const id = await insertTariffRows(transaction, scope.tenantId, content);
  await insertDraft(transaction, scope, id, 1, content, '');
  if (original) await carryEditors(transaction, original.versionId, id, 1);
  await writeAudit(transaction, {
    actor,
    action,
    objectType: 'tariff',
    objectId: id,
    after: tariff,
    details: { key: tariff.key, ...(original && { originalId: original.id }), ...details },
  });
  return { id };
}

/** A copy of what nobody has approved yet is the work of the same people (four eyes). */
export async function carryEditors(
  transaction: Transaction<Schema>,
  versionId: string,
  copyId: string,
  copyNumber: number,
): Promise<void> {
  await sql`update tariff_versions c set editors = v.editors from tariff_versions v
    where c.tenant_id = app_tenant_id() and c.tariff_id = ${copyId} and c.version_number = ${copyNumber} and v.tenant_id = c.tenant_id and v.id = ${versionId}
      and v.state not in ('published', 'superseded')`.execute(transaction);
}

/** Adds a version that is being worked on. */
export async function insertDraft(
  transaction: Transaction<Schema>,
  scope: { readonly tenantId: string; readonly userId: string },
  tariffId: string,
  versionNumber: number,
  content: VersionContent,
  comment: string,
): Promise<void> {
  await sql`insert into tariff_versions (tenant_id, tariff_id, version_number, state, comment, content, last_edited_by)
    values (${scope.tenantId}, ${tariffId}, ${versionNumber}, 'draft', ${comment}, ${JSON.stringify(content)}::jsonb,
      ${scope.userId})`.execute(transaction);
}

/**
 * Saves the open version, or opens the next one beside the published one.
 * @throws 400 with every finding, 409 when it waits for approval or its day, 412 with what is stored
 */
export const putTariff: Verb<typeof putTariffCall> = async (services, context, { params, body }) => {
  const { scope } = context;
  requirePermission(scope, 'tariffs.edit');
  const work = async (transaction: Transaction<Schema>): Promise<void> => {
    const locked = await lockTariff(transaction, params.id);
    if (locked.rowVersion !== context.ifMatch) {
      const current = await readTariff({ database: readerIn(transaction) }, scope, params.id);
      throw new AppError('common.versionConflict', { current });
    }
    requireEditable(locked);
    const before = locked.open ?? locked.published;
    const tariff = await requireValidTariff(
      readerIn(transaction),
      scope,
      body,
      before?.content.tariff ?? null,
    );
    await saveVersion(transaction, context, locked, tariff, { action: 'tariffs.edit' });
  };
  await refusingInWords(() => services.database.transaction(scope, work));
  return readTariff(services, scope, params.id);
};

/** @throws 409 when the tariff's open version waits for approval or its day */
export function requireEditable({ open }: LockedTariff): void {
  if (open && !editableStates.includes(open.state)) throw new AppError('tariffs.notEditable');
}

/**
 * Writes a tariff that has passed the rules into its open version, or opens the next one, and answers that one's number.
 * @throws 409 when another tariff has its key or is the issuer's default
 */
export async function saveVersion(
  transaction: Transaction<Schema>,
  { scope, actor }: SignedInContext,
  locked: LockedTariff,
  tariff: TariffDraft,
  { action, sriLimits, details }: SavedAs,
): Promise<number> {
  const { id, open, published } = locked;
  await requireFree(transaction, id, tariff);
  const content = sriLimits ? { tariff, components: null, sriLimits } : contentAfter(locked, tariff);
  if (open) {
    await sql`update tariff_versions set state = 'draft', content = ${JSON.stringify(content)}::jsonb,
        last_edited_by = ${scope.userId}, submitted_by = null, submitted_at = null, approved_by = null,
        approved_at = null where tenant_id = app_tenant_id() and id = ${open.id}`.execute(transaction);
  } else {
    await insertDraft(transaction, scope, id, locked.newestVersionNumber + 1, content, '');
  }
  if (published) await touchTariff(transaction, id);
  else await replaceTariffRows(transaction, scope.tenantId, id, content, null);
  const versionNumber = open?.versionNumber ?? locked.newestVersionNumber + 1;
  await writeAudit(transaction, {
    actor,
    action,
    objectType: 'tariff',
    objectId: id,
    before: (open ?? published)?.content.tariff,
    after: tariff,
    details: { versionNumber, ...details },
  });
  return versionNumber;
}

/** The content of a saved draft: limits of the risk indicator stay, components only on a version that was rolled back. */
export function contentAfter({ open, published }: LockedTariff, tariff: TariffDraft): VersionContent {
  const before = open?.content ?? published?.content;
  const classCount = tariff.fundMatrix?.riskItems.length ?? 0;
  const limits = before?.components ? [] : (before?.sriLimits ?? []);
  const saved: VersionContent = {
    tariff,
    components: null,
    sriLimits: limits.length === classCount ? limits : [],
  };
  const frozen = open?.content;
  const hasSameComponents =
    frozen !== undefined &&
    JSON.stringify(componentIdsOf(frozen.tariff)) === JSON.stringify(componentIdsOf(tariff));
  return frozen?.componentsOfVersion !== undefined && frozen.components && hasSameComponents
    ? {
        ...saved,
        components: frozen.components,
        sriLimits: frozen.sriLimits,
        componentsOfVersion: frozen.componentsOfVersion,
      }
    : saved;
}

/** @throws 409 when another tariff, as it is published or being worked on, has the key or is the issuer's default */
async function requireFree(
  transaction: Transaction<Schema>,
  ownId: string | null,
  { key, isDefault, issuerId }: TariffDraft,
): Promise<void> {
  const { rows } = await sql<{ has_key: boolean; is_default: boolean }>`
    with used as (
      select t.id, t.key, t.is_default, t.issuer_id from tariffs t where t.tenant_id = app_tenant_id()
      union all
      select v.tariff_id, v.content->'tariff'->>'key', (v.content->'tariff'->>'isDefault')::boolean,
             (v.content->'tariff'->>'issuerId')::int
        from tariff_versions v
       where v.tenant_id = app_tenant_id() and v.state in ('draft', 'rejected', 'submitted', 'approved'))
    select coalesce(bool_or(lower(key) = lower(${key})), false) as has_key,
           coalesce(bool_or(is_default and issuer_id = ${issuerId}::int), false) as is_default
      from used where id is distinct from ${ownId}::uuid`.execute(transaction);
  if (rows[0]?.has_key) throw new AppError('tariffs.keyExists');
  if (isDefault && rows[0]?.is_default) throw new AppError('tariffs.defaultExists');
}
