import type { ReadQuery } from '../../platform/database/database.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { type Scope, visibilityOf } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { visibilityConditions } from './contract-visibility.view.ts';

/**
 * Reads what belongs to one contract, in one round trip: `select` is a SELECT list and the tables behind
 * `contracts c`, each row of the answer belongs to a contract the caller sees. An invisible contract is a missing
 * one: the same 404.
 */
export async function readOfContract<Row>(
  services: ReadServices,
  scope: Scope,
  contractId: string,
  build: (parameters: Parameters) => { selection: string; tables: string; tail: string },
): Promise<Row[]> {
  const [visible, rows] = await services.database.readMany<[{ id: string }, Row]>(scope, [
    visibleContract(scope, contractId),
    ofContract<Row>(scope, contractId, build),
  ]);
  if (visible.length === 0) throw notFound();
  return rows;
}

/** The contract's id when the caller sees it. */
export function visibleContract(scope: Scope, contractId: string): ReadQuery<{ id: string }> {
  return ofContract<{ id: string }>(scope, contractId, () => ({ selection: 'c.id', tables: '', tail: '' }));
}

/** A query over one visible contract `c` and the tables around it. */
export function ofContract<Row>(
  scope: Scope,
  contractId: string,
  build: (parameters: Parameters) => { selection: string; tables: string; tail: string },
): ReadQuery<Row> {
  const parameters = new Parameters();
  const conditions = visibilityConditions(visibilityOf(scope, 'groupContracts.view'), parameters);
  conditions.push(`c.id = ${parameters.add(contractId)}`);
  const { selection, tables, tail } = build(parameters);
  return {
    sql: `select ${selection} from contracts c ${tables} where ${conditions.join(' and ')} ${tail}`,
    parameters: parameters.values,
  };
}
