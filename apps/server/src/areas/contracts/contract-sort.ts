import type { ContractSortKey } from '@depotwerk/api/contracts';
import type { SortTerm } from '../../platform/lists/sort-order.ts';

interface SortColumn {
  readonly sql: string;
  /** Empty counts as lowest: first upwards, last downwards, as the indexes hold it. */
  readonly isNullable: boolean;
}

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

/** ORDER BY of a list; the id comes last in the direction of the first key, so that pages never overlap. */
export function orderBy(terms: readonly SortTerm<ContractSortKey>[]): string {
  const parts = terms.map(({ key, isDescending }) => {
    const column = sortColumns[key];
    const nulls = column.isNullable ? (isDescending ? ' nulls last' : ' nulls first') : '';
    return `${column.sql}${isDescending ? ' desc' : ''}${nulls}`;
  });
  parts.push(terms[0]?.isDescending ? 'c.id desc' : 'c.id');
  return parts.join(', ');
}
