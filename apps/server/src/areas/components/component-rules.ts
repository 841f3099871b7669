import { checkComponent, type KindAndDraft } from '@depotwerk/domain/tariff/check-component';
import { applicableUniverse } from '@depotwerk/domain/tariff/check-universe-component';
import type { ComponentDrafts, ComponentKind, RuleIssue } from '@depotwerk/domain/tariff/tariff-drafts';
import { sql, type Transaction } from 'kysely';
import { errorCode } from '../../platform/database/database-errors.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { AppError } from '../../platform/http/app-error.ts';

/** The draft as it is saved: what its mode does not use is left out. */
export function applicableDraft<Kind extends ComponentKind>(
  kind: Kind,
  draft: ComponentDrafts[Kind],
): ComponentDrafts[Kind] {
  if (kind !== 'universe') return draft;
  // The kind says which draft it is.
  return applicableUniverse(draft as ComponentDrafts['universe']) as ComponentDrafts[Kind];
}

/**
 * The rules of the wizard again, and that everything named exists in the tenant.
 *
 * @throws 400 common.validationFailed with every finding, 400 tariffComponents.unknown for a component that is gone
 */
export async function requireValid(transaction: Transaction<Schema>, component: KindAndDraft): Promise<void> {
  const riskClassCount =
    component.kind === 'allocation' ? await classCountOf(transaction, component.draft) : null;
  const issues: RuleIssue[] = checkComponent(component, riskClassCount).map(
    ({ step: _step, ...issue }) => issue,
  );
  if (issues.length === 0) issues.push(...(await unknownIds(transaction, component)));
  if (issues.length > 0) throw new AppError('common.validationFailed', { validation: issues });
  if (component.kind === 'selection') await requireUniverse(transaction, component.draft);
}

async function classCountOf(
  transaction: Transaction<Schema>,
  { riskComponent }: ComponentDrafts['allocation'],
): Promise<number | null> {
  if (riskComponent === null) return null;
  const { rows } = await sql<{ count: number }>`
    select risk_items_number as count from risk_components where component_id = ${riskComponent}`.execute(
    transaction,
  );
  if (!rows[0]) throw new AppError('tariffComponents.unknown');
  return rows[0].count;
}

async function requireUniverse(
  transaction: Transaction<Schema>,
  { tariffUniverseComponent }: ComponentDrafts['selection'],
): Promise<void> {
  const { rows } = await sql`
    select 1 from universe_components where component_id = ${tariffUniverseComponent}`.execute(transaction);
  if (rows.length === 0) throw new AppError('tariffComponents.unknown');
}

async function unknownIds(transaction: Transaction<Schema>, component: KindAndDraft): Promise<RuleIssue[]> {
  const missing = async (table: 'funds' | 'peergroups', ids: readonly number[], path: string) => {
    const { rows } = await sql`select 1 from unnest(${ids}::int[]) as given (id)
      where not exists (select from ${sql.table(table)} known where known.id = given.id) limit 1`.execute(
      transaction,
    );
    return rows.length > 0 ? [{ path, code: 'unknownValue' }] : [];
  };
  switch (component.kind) {
    case 'universe':
      return missing('funds', component.draft.tariffUniverseItems, 'tariffUniverseItems');
    case 'selection':
      return missing('funds', component.draft.tariffSelectedFunds, 'tariffSelectedFunds');
    case 'allocation': {
      const { peergroupIds, relationships } = component.draft;
      const related = relationships.flatMap(({ relatedPeergroupIds }) => relatedPeergroupIds);
      return [
        ...(await missing('peergroups', peergroupIds, 'peergroupIds')),
        ...(await missing('peergroups', related, 'relationships')),
      ];
    }
    case 'risk':
      return [];
    default:
      component satisfies never;
      return [];
  }
}

/** Runs a write; a key somebody else has in the meantime is refused by the index, whoever came first. */
export async function refusingTakenKeys<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    // components_key is the only unique index a caller's text can run into.
    if (errorCode(error) === '23505') throw new AppError('tariffComponents.keyExists', { cause: error });
    throw error;
  }
}
