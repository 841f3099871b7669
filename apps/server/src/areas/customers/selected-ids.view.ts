import { CompiledQuery, type Transaction } from 'kysely';
import { Parameters } from '../../platform/database/parameters.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { type Scope, visibilityOf } from '../../platform/scope.ts';
import { type CustomerSelection, selectedCustomers } from './customer-selection.view.ts';

/** Customers read at once while work is divided. */
const readAtOnce = 10_000;

/** The customers of a selection somebody sees, in the order of their ids, so many at once that memory stays flat. */
export async function* selectedIds(
  transaction: Transaction<Schema>,
  scope: Scope,
  selection: CustomerSelection,
): AsyncGenerator<readonly string[]> {
  let after: string | undefined;
  for (;;) {
    const parameters = new Parameters();
    const conditions = [selectedCustomers(selection, visibilityOf(scope, 'groupCustomers.view'), parameters)];
    if (after !== undefined) conditions.push(`u.id > ${parameters.add(after)}::uuid`);
    const { rows } = await transaction.executeQuery<{ id: string }>(
      CompiledQuery.raw(
        `select u.id from customers u where ${conditions.join(' and ')} order by u.id limit ${readAtOnce}`,
        parameters.values,
      ),
    );
    yield rows.map(({ id: customerId }) => customerId);
    after = rows.at(-1)?.id;
    if (rows.length < readAtOnce) return;
  }
}
