import { randomUUID } from 'node:crypto';
import type { KindAndDraft } from '@depotwerk/domain/tariff/check-component';
import type { ComponentDrafts, ComponentKind } from '@depotwerk/domain/tariff/tariff-drafts';
import { sql, type Transaction } from 'kysely';
import { canonicalJson, writeAudit } from '../../platform/audit/write-audit.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { fundsOfSelection } from './automatic-selection.view.ts';
import { applicableDraft, refusingTakenKeys, requireValid } from './component-rules.ts';
import { type ComponentAnswer, readComponent } from './get-component.view.ts';
import { contentOf, writeContent } from './write-component.ts';

/**
 * Creates a component. An automatic selection is saved with the funds it holds now.
 *
 * @throws 400 with the findings of the rules, 400 for components that are gone, 409 when its kind has the key already
 */
export async function createComponent<Kind extends ComponentKind>(
  services: Services,
  context: SignedInContext,
  kind: Kind,
  body: ComponentDrafts[Kind],
): Promise<ComponentAnswer<Kind>> {
  const { scope } = context;
  requirePermission(scope, 'tariffComponents.edit');
  const draft = await completeDraft(services.database, context, kind, body);
  return refusingTakenKeys(() =>
    answerOnce(
      services.database,
      context,
      `createComponent ${kind}`,
      body,
      async (transaction) => ({ id: await insertDraft(transaction, context, kind, draft) }),
      (reading, { id }) => readComponent(reading.database, scope, kind, id),
    ),
  );
}

/**
 * Inserts a component that came some other way than by its wizard, by the same rules.
 *
 * @throws as `createComponent`
 */
export async function insertComponent<Kind extends ComponentKind>(
  transaction: Transaction<Schema>,
  context: SignedInContext,
  kind: Kind,
  body: ComponentDrafts[Kind],
): Promise<string> {
  requirePermission(context.scope, 'tariffComponents.edit');
  const draft = await completeDraft(readerIn(transaction), context, kind, body);
  return refusingTakenKeys(() => insertDraft(transaction, context, kind, draft));
}

async function insertDraft<Kind extends ComponentKind>(
  transaction: Transaction<Schema>,
  { scope, actor }: SignedInContext,
  kind: Kind,
  draft: ComponentDrafts[Kind],
): Promise<string> {
  await requireValid(transaction, named[kind](draft));
  const place = { tenantId: scope.tenantId, id: randomUUID() };
  await sql`insert into components (tenant_id, id, kind, name, key, is_inactive)
    values (${place.tenantId}, ${place.id}, ${kind}, ${draft.name}, ${draft.key}, ${draft.isInactive})`.execute(
    transaction,
  );
  await writeContent(transaction, kind, place, draft);
  await writeAudit(transaction, {
    actor,
    action: 'tariffComponents.create',
    objectType: 'tariffComponent',
    objectId: place.id,
    after: draft,
    details: { kind, key: draft.key },
  });
  return place.id;
}

/**
 * Saves a component; its version number counts only changes of the content. Versions of tariffs keep what they took.
 *
 * @throws 404, 412 with what is stored, 400 and 409 as for a new one
 */
export async function putComponent<Kind extends ComponentKind>(
  services: Services,
  context: SignedInContext,
  kind: Kind,
  id: string,
  body: ComponentDrafts[Kind],
): Promise<ComponentAnswer<Kind>> {
  const { scope, actor } = context;
  requirePermission(scope, 'tariffComponents.edit');
  const before = await readComponent(services.database, scope, kind, id);
  const draft = await completeDraft(services.database, context, kind, body);
  const isSaved = await refusingTakenKeys(() =>
    services.database.transaction(scope, async (transaction) => {
      const { rows } = await sql<{ rowVersion: number }>`select row_version as "rowVersion" from components
        where id = ${id} and kind = ${kind} for update`.execute(transaction);
      if (!rows[0]) throw notFound();
      if (rows[0].rowVersion !== context.ifMatch || rows[0].rowVersion !== before.rowVersion) return false;
      await requireValid(transaction, named[kind](draft));
      const isNewContent = canonicalJson(contentOf(before.component)) !== canonicalJson(contentOf(draft));
      await sql`update components set name = ${draft.name}, key = ${draft.key}, is_inactive = ${draft.isInactive},
          version_number = version_number + ${isNewContent ? 1 : 0} where id = ${id}`.execute(transaction);
      if (isNewContent) await writeContent(transaction, kind, { tenantId: scope.tenantId, id }, draft);
      await writeAudit(transaction, {
        actor,
        action: 'tariffComponents.edit',
        objectType: 'tariffComponent',
        objectId: id,
        before: before.component,
        after: draft,
        details: { kind, key: draft.key },
      });
      return true;
    }),
  );
  const stored = await readComponent(services.database, scope, kind, id);
  if (!isSaved) throw new AppError('common.versionConflict', { current: stored });
  return stored;
}

/** What is saved of a draft: without what its mode does not use, an automatic selection with its funds. */
async function completeDraft<Kind extends ComponentKind>(
  reader: Reader,
  { scope }: SignedInContext,
  kind: Kind,
  body: ComponentDrafts[Kind],
): Promise<ComponentDrafts[Kind]> {
  const draft = applicableDraft(kind, body);
  const pair = named[kind](draft);
  if (pair.kind !== 'selection' || pair.draft.tariffFundSelectionManualMode) return draft;
  const funds = await fundsOfSelection(reader, scope, pair.draft);
  return { ...draft, tariffSelectedFunds: funds };
}

/** A draft beside its kind, which decides its type. */
const named: { readonly [Kind in ComponentKind]: (draft: ComponentDrafts[Kind]) => KindAndDraft } = {
  risk: (draft) => ({ kind: 'risk', draft }),
  universe: (draft) => ({ kind: 'universe', draft }),
  selection: (draft) => ({ kind: 'selection', draft }),
  allocation: (draft) => ({ kind: 'allocation', draft }),
};
