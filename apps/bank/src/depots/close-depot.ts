import type { Bank } from '../bank.ts';
import { BankError } from '../bank-error.ts';
import type { DepotRow } from './read-depot.ts';

/** Closes an empty depot; a closed one stays so. Throws `depot.notEmpty`. */
export function closeDepot(bank: Bank, depot: DepotRow): void {
  bank.store.transaction(() => {
    const content = bank.store.get<{ positions: number; orders: number }>(
      `select (select count(*) from positions where depot_id = ?1) as positions,
         (select count(*) from orders where depot_id = ?1 and state = 'accepted') as orders`,
      depot.id,
    );
    if (depot.cash > 0 || !content || content.positions + content.orders > 0)
      throw new BankError('depot.notEmpty');
    bank.store.run("update depots set state = 'closed' where id = ?", depot.id);
  });
}
