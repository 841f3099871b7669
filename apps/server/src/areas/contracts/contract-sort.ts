import type { ContractSortKey } from '@depotwerk/api/contracts';
import { orderBy, type SortColumn } from '../../platform/lists/order-by.ts';
import type { SortTerm } from '../../platform/lists/sort-order.ts';

/** Sort keys as columns of `contracts c`; `tariff t` and `insurer i` are joined for theirs. */
const sortColumns: Readonly<Record<ContractSortKey, SortColumn>> = {
  contractScore: { sql: 'c.contract_score', isNullable: true },
  'customer.lastName': { sql: 'c.customer_sort_name', isNullable: false },
  'tariff.name': { sql: 'fold_text(t.name)', isNullable: false },
  'insurer.insurerName': { sql: 'fold_text(i.insurer_name)', isNullable: true },
  externalKey: { sql: 'c.external_key collate "C"', isNullable: false },
  totalValue: { sql: 'c.total_value', isNullable: false },
  cashValue: { sql: 'c.cash_value', isNullable: false },
  risk: { sql: 'c.risk_distance', isNullable: false },
  hints: { sql: 'c.hint_count', isNullable: false },
  lastCheck: { sql: 'c.last_check', isNullable: true },
  lastConsultation: { sql: 'c.last_consultation', isNullable: true },
  startDate: { sql: 'c.start_date', isNullable: false },
};

export const defaultSort: readonly SortTerm<ContractSortKey>[] = [
  { key: 'customer.lastName', isDescending: false },
];

export const contractOrder = (terms: readonly SortTerm<ContractSortKey>[]) =>
  orderBy(terms, sortColumns, 'c.id');
