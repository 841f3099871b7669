import type { ContractSortKey } from '@depotwerk/domain/lists/sort-keys';
import { knownCents } from '../../platform/depot-content/never-valued.ts';
import { orderBy, type SortColumn } from '../../platform/lists/order-by.ts';
import type { SortTerm } from '../../platform/lists/sort-order.ts';
import type { Visibility } from '../../platform/scope.ts';

export type ContractSort = readonly SortTerm<ContractSortKey>[];

/** Sort keys as columns of `c`; the three places come from `contractSource`. */
const sortColumns: Readonly<Record<ContractSortKey, SortColumn>> = {
  contractScore: { sql: 'c.contract_score', isNullable: true },
  'customer.lastName': { sql: 'c.customer_sort_name', isNullable: false },
  'tariff.name': { sql: 'c.tariff_place', isNullable: false },
  'insurer.insurerName': { sql: 'c.insurer_place', isNullable: false },
  'group.groupName': { sql: 'c.group_place', isNullable: false },
  externalKey: { sql: 'c.external_key collate "C"', isNullable: false },
  // Downwards what is unknown, stored as 0, is last anyway.
  totalValue: { sql: 'c.total_value_cents', isNullable: false, upwards: knownCents('c') },
  cashValue: { sql: 'c.cash_value', isNullable: false },
  risk: { sql: 'c.risk_distance', isNullable: false },
  hints: { sql: 'c.hint_count', isNullable: false },
  lastCheck: { sql: 'c.last_check', isNullable: true },
  lastConsultation: { sql: 'c.last_consultation', isNullable: true },
  startDate: { sql: 'c.start_date', isNullable: false },
};

/** Columns a sort needs besides those the list shows. */
export const sortOnlyColumns = ['customer_sort_name', 'risk_distance', 'total_value_cents'] as const;

/** The sort as far as the caller sees what is sorted by: the order of hints would tell a client of them. */
export const visibleSort = (sort: ContractSort, { ownCustomerId }: Pick<Visibility, 'ownCustomerId'>) =>
  ownCustomerId === null ? sort : sort.filter(({ key }) => key !== 'hints');

export const defaultSort: ContractSort = [{ key: 'customer.lastName', isDescending: false }];

export const contractOrder = (terms: ContractSort) => orderBy(terms, sortColumns, 'c.id');

/** Tariffs and insurers in German order: sorting by their place costs no text comparison per contract. */
export const tariffPlaces =
  '(select id, row_number() over (order by fold_text(name), id) as place from tariffs)';
export const insurerPlaces =
  '(select id, row_number() over (order by fold_text(insurer_name), id) as place from insurers)';
const groupPlaces =
  '(select id, row_number() over (order by fold_text(group_name), id) as place from groups)';

export const placeColumns = (terms: ContractSort): string[] => [
  ...(terms.some((term) => term.key === 'tariff.name') ? ['tariff_place'] : []),
  ...(terms.some((term) => term.key === 'insurer.insurerName') ? ['insurer_place'] : []),
  ...(terms.some((term) => term.key === 'group.groupName') ? ['group_place'] : []),
];

/** `contracts c`, with the places of tariff, insurer and group where the sort asks for them; none is place 0. */
export function contractSource(terms: ContractSort): string {
  const places = placeColumns(terms);
  if (places.length === 0) return 'contracts c';
  const tariff = places.includes('tariff_place');
  const insurer = places.includes('insurer_place');
  const group = places.includes('group_place');
  return (
    `(select k.*${tariff ? ', st.place as tariff_place' : ''}${insurer ? ', coalesce(si.place, 0) as insurer_place' : ''}${group ? ', coalesce(sg.place, 0) as group_place' : ''}` +
    ` from contracts k${tariff ? ` join ${tariffPlaces} st on st.id = k.tariff_id` : ''}` +
    (insurer ? ` left join ${insurerPlaces} si on si.id = k.insurer_id` : '') +
    `${group ? ` left join ${groupPlaces} sg on sg.id = k.group_id` : ''}) c`
  );
}
