import { CompiledQuery, type Transaction } from 'kysely';
import type { Reader, ReadQuery } from '../../../platform/database/database.ts';
import { Parameters } from '../../../platform/database/parameters.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import type { Statement } from '../../../platform/database/scoped-read.ts';
import { type Scope, visibilityOf } from '../../../platform/scope.ts';
import { visibilityConditions } from '../../contracts/public.ts';

/** A depot linked to a contract the user may change. */
export interface RefreshableDepot {
  readonly depotId: string;
  readonly issuerId: number;
  readonly externalKey: string;
  readonly contractId: string;
}

export interface DepotChoice {
  readonly issuerId?: number | null;
  readonly contractIds?: readonly string[] | null;
}

/** Linked depots of the contracts a user may change: all, of one institution, or of some contracts. */
export function refreshableDepots(
  scope: Scope,
  choice: DepotChoice,
): ReadQuery<RefreshableDepot> & Statement {
  const parameters = new Parameters();
  const conditions = visibilityConditions(visibilityOf(scope, 'groupContracts.edit'), parameters);
  if (choice.issuerId != null) conditions.push(`d.issuer_id = ${parameters.add(choice.issuerId)}`);
  if (choice.contractIds != null)
    conditions.push(`c.id = any (${parameters.add(choice.contractIds)}::uuid[])`);
  return {
    sql: `select d.id as "depotId", d.issuer_id as "issuerId", d.external_key as "externalKey", c.id as "contractId"
      from trader_depots d join contracts c on c.tenant_id = d.tenant_id and c.id = d.contract_id
      where d.tenant_id = app_tenant_id() and d.state = 'linked' and ${conditions.join(' and ')}
      order by d.issuer_id, d.external_key`,
    parameters: parameters.values,
  };
}

/** The same, within a transaction that has just linked some. */
export async function listRefreshableDepots(
  transaction: Transaction<Schema>,
  scope: Scope,
  choice: DepotChoice,
): Promise<RefreshableDepot[]> {
  const { sql, parameters } = refreshableDepots(scope, choice);
  const { rows } = await transaction.executeQuery<RefreshableDepot>(CompiledQuery.raw(sql, [...parameters]));
  return rows;
}

/** Institutions that have contracts said to be linked, whether a depot is known yet or not. */
export async function listLinkedIssuers(reader: Reader, scope: Scope): Promise<Set<number>> {
  const parameters = new Parameters();
  const conditions = visibilityConditions(visibilityOf(scope, 'groupContracts.edit'), parameters);
  const rows = await reader.read<{ issuerId: number }>(scope, {
    sql: `select i.id as "issuerId" from issuers i where i.tenant_id = app_tenant_id() and i.has_trader and exists (
        select from contracts c where c.tenant_id = i.tenant_id and c.issuer_id = i.id and c.is_linked
          and ${conditions.join(' and ')})`,
    parameters: parameters.values,
  });
  return new Set(rows.map((row) => row.issuerId));
}
