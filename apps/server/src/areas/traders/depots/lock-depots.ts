import { CompiledQuery, type Transaction } from 'kysely';
import { Parameters } from '../../../platform/database/parameters.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { AppError, notFound } from '../../../platform/http/app-error.ts';
import type { Scope } from '../../../platform/scope.ts';
import {
  depotCondition,
  depotOwnerJoin,
  linkedContractCondition,
  unlinkedDepotConditions,
} from './visible-depots.view.ts';

export interface DepotKey {
  readonly externalKey: string;
  readonly issuerId: number;
}

export interface UnlinkedDepot extends DepotKey {
  readonly id: string;
  readonly externalConsumerKey: string | null;
  readonly holderName: string;
  /** The customer it is known to belong to. */
  readonly customerId: string | null;
  readonly tariffId: string | null;
  readonly state: 'new' | 'rejected' | 'ignored';
}

/**
 * Locks depots that belong to no contract, in the order of the keys.
 * @throws 404 when one is missing or not the caller's to see, 409 when it is linked and he sees it or its contract
 */
export async function lockUnlinkedDepots(
  transaction: Transaction<Schema>,
  scope: Scope,
  keys: readonly DepotKey[],
): Promise<UnlinkedDepot[]> {
  const parameters = new Parameters();
  const conditions = unlinkedDepotConditions(scope, parameters);
  const wanted = parameters.add(JSON.stringify(keys));
  const { rows } = await transaction.executeQuery<UnlinkedDepot>(
    CompiledQuery.raw(
      `select d.id, d.issuer_id as "issuerId", d.external_key as "externalKey",
          d.external_consumer_key as "externalConsumerKey", d.holder_name as "holderName", u.id as "customerId",
          d.tariff_id as "tariffId", d.state
         from trader_depots d ${depotOwnerJoin}
        where (d.issuer_id, d.external_key) in (select k."issuerId", k."externalKey"
            from jsonb_to_recordset(${wanted}::jsonb) as k ("issuerId" integer, "externalKey" text))
          and ${conditions.join(' and ')} order by d.id for update of d`,
      parameters.values,
    ),
  );
  const isMissing = keys.some((key) => !rows.some((row) => isSameKey(row, key)));
  if (isMissing) {
    if (await isLinkedVisibly(transaction, scope, keys)) throw new AppError('traderDepots.alreadyLinked');
    throw notFound();
  }
  return rows;
}

export const isSameKey = (a: DepotKey, b: DepotKey): boolean =>
  a.issuerId === b.issuerId && a.externalKey === b.externalKey;

async function isLinkedVisibly(
  transaction: Transaction<Schema>,
  scope: Scope,
  keys: readonly DepotKey[],
): Promise<boolean> {
  const parameters = new Parameters();
  const isSeen = `(${depotCondition(scope, parameters)} or ${linkedContractCondition(scope, parameters)})`;
  const wanted = parameters.add(JSON.stringify(keys));
  const { rows } = await transaction.executeQuery(
    CompiledQuery.raw(
      `select 1 from trader_depots d ${depotOwnerJoin}
        where d.tenant_id = app_tenant_id() and d.state = 'linked' and (d.issuer_id, d.external_key) in (select k."issuerId", k."externalKey"
            from jsonb_to_recordset(${wanted}::jsonb) as k ("issuerId" integer, "externalKey" text))
          and ${isSeen} limit 1`,
      parameters.values,
    ),
  );
  return rows.length > 0;
}
