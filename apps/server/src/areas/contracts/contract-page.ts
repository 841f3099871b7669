import { noGroupId } from '@depotwerk/domain/permissions';
import type { Parameters } from '../../platform/database/parameters.ts';
import { groupAndBelowIds } from '../../platform/lists/group-and-below.ts';
import type { Page } from '../../platform/lists/paging.ts';
import type { Visibility } from '../../platform/scope.ts';
import { type ContractFilter, filterConditions } from './contract-filter.ts';
import { contractColumns } from './contract-item.ts';
import {
  type ContractSort,
  contractOrder,
  contractSource,
  insurerPlaces,
  placeColumns,
  sortOnlyColumns,
  tariffPlaces,
} from './contract-sort.ts';

/** More groups than this are walked faster through the whole stock. */
const maximumGroupParts = 64;
const farOffset = 1000;
/** The usual page sizes stand in the text, so that the planner knows them; others are parameters. */
const plannedSizes = new Set([25, 50, 100, 250]);

/**
 * SQL that cuts one page out of `contracts` alone. Where an index keeps the order only within each group, tariff
 * or insurer, the page is merged from the head of each of these parts instead of sorting all their contracts.
 */
export function contractPageSql(
  filter: ContractFilter,
  sort: ContractSort,
  visibility: Visibility,
  page: Page,
  parameters: Parameters,
): string {
  const columns = [...contractColumns, ...sortOnlyColumns].map((column) => `c.${column}`).join(', ');
  const parts = partsOf(filter, sort, visibility, parameters);
  const where = (parts?.conditions ?? filterConditions(filter, visibility, parameters)).join(' and ');
  const order = contractOrder(sort);
  const limit = limitOf(page, parameters);
  if (parts === null) {
    const places = placeColumns(sort).map((column) => `, c.${column}`);
    const cut = `from ${contractSource(sort)} where ${where} order by ${order}${limit}`;
    // Far down the list the ids come from the index alone; rows are fetched for the page only.
    return page.offset >= farOffset && places.length === 0
      ? `select ${columns} from contracts c where c.id in (select c.id ${cut})`
      : `select ${columns}${places.join('')} ${cut}`;
  }
  // The parts give ids and what orders them; whole rows are fetched for the page only.
  const keys = 'c.id, c.contract_score, c.customer_sort_name';
  const head = page.offset === 0 ? limit : ` limit ${parameters.add(page.offset + page.size)}::int`;
  const headOf = (match: string, place: string) =>
    `select ${keys}${place} from contracts c where ${match} and ${where} order by ${parts.order}${head}`;
  const { placeColumn } = parts;
  const place = placeColumn === null ? '' : `, s.place as ${placeColumn}`;
  const branches = [
    `select c.* from ${parts.source} cross join lateral (${headOf(`c.${parts.column} = s.id`, place)}) c`,
  ];
  if (parts.includesEmpty) {
    const noPlace = placeColumn === null ? '' : `, 0::bigint as ${placeColumn}`;
    branches.push(`(${headOf(`c.${parts.column} is null`, noPlace)})`);
  }
  const mergedOrder = placeColumn === null ? order : `${placeOrder(sort, placeColumn)}, ${parts.order}`;
  return (
    `select ${columns}${placeColumn === null ? '' : `, m.${placeColumn}`} from` +
    ` (select c.* from (${branches.join(' union all ')}) c order by ${mergedOrder}${limit}) m` +
    ' join contracts c on c.id = m.id'
  );
}

/** ORDER BY of the rows around the page: the same as inside it. */
export function pageOrder(filter: ContractFilter, sort: ContractSort, visibility: Visibility): string {
  const column = namePlaces(filter, sort, visibility)?.placeColumn;
  return column ? `${placeOrder(sort, column)}, ${withinName}` : contractOrder(sort);
}

interface Parts {
  /** Table expression `s` with `id` and, for names, `place`. */
  readonly source: string;
  readonly column: 'group_id' | 'tariff_id' | 'insurer_id';
  readonly placeColumn: 'tariff_place' | 'insurer_place' | null;
  /** Order within a part, as its index holds it. */
  readonly order: string;
  /** Contracts without group or insurer are a part of their own. */
  readonly includesEmpty: boolean;
  /** What holds besides belonging to the part; null = the whole filter. */
  readonly conditions: readonly string[] | null;
}

/** Contracts of one tariff or insurer: best score first, as `contracts_tariff_by_score` holds them. */
const withinName = 'c.contract_score desc nulls last, c.id desc';

function partsOf(
  filter: ContractFilter,
  sort: ContractSort,
  visibility: Visibility,
  parameters: Parameters,
): Parts | null {
  return namePlaces(filter, sort, visibility) ?? groupParts(filter, sort, visibility, parameters);
}

/** Filters that leave enough in every tariff for its head to be found quickly. */
const denseFilters = new Set([
  'withHints',
  'riskOutOfBand',
  'useETF',
  'isLinked',
  'hasPendingChanges',
  'scoreFrom',
  'scoreTo',
  'riskClassId',
]);

function namePlaces(filter: ContractFilter, sort: ContractSort, visibility: Visibility): Parts | null {
  const key = sort.length === 1 ? sort[0]?.key : undefined;
  const isDense =
    visibility.groupIds === null &&
    visibility.ownCustomerId === null &&
    Object.entries(filter).every(([name, value]) => value === undefined || denseFilters.has(name));
  if (!isDense) return null;
  if (key === 'tariff.name') {
    return {
      source: `${tariffPlaces} s`,
      column: 'tariff_id',
      placeColumn: 'tariff_place',
      order: withinName,
      includesEmpty: false,
      conditions: null,
    };
  }
  if (key === 'insurer.insurerName') {
    return {
      source: `${insurerPlaces} s`,
      column: 'insurer_id',
      placeColumn: 'insurer_place',
      order: withinName,
      includesEmpty: true,
      conditions: null,
    };
  }
  return null;
}

function groupParts(
  filter: ContractFilter,
  sort: ContractSort,
  visibility: Visibility,
  parameters: Parameters,
): Parts | null {
  const key = sort.length === 1 ? sort[0]?.key : undefined;
  if (key !== 'customer.lastName' && key !== 'contractScore') return null;
  if (filter.search !== undefined || filter.customerId !== undefined || visibility.ownCustomerId !== null)
    return null;
  if (filter.groupId === noGroupId) return null;
  const { groupIds, includesWithoutGroup } = visibility;
  const part = { column: 'group_id', placeColumn: null, order: contractOrder(sort) } as const;
  // Belonging to a visible group is what makes the parts; said again it would only mislead the planner.
  const rest = () => filterConditions({ ...filter, groupId: undefined }, everyGroup, parameters);
  if (filter.groupId !== undefined) {
    const ids = groupAndBelowIds(parameters.add(filter.groupId));
    const visible = groupIds === null ? '' : ` where id = any (${parameters.add(groupIds)}::uuid[])`;
    return {
      ...part,
      source: `(select id from unnest(${ids}) below (id)${visible}) s`,
      includesEmpty: false,
      conditions: rest(),
    };
  }
  if (groupIds === null || groupIds.length > maximumGroupParts) return null;
  return {
    ...part,
    source: `unnest(${parameters.add(groupIds)}::uuid[]) s (id)`,
    includesEmpty: includesWithoutGroup,
    conditions: rest(),
  };
}

const everyGroup: Visibility = { groupIds: null, includesWithoutGroup: true, ownCustomerId: null };

const placeOrder = (sort: ContractSort, column: string) =>
  `c.${column}${sort[0]?.isDescending ? ' desc' : ''}`;

function limitOf(page: Page, parameters: Parameters): string {
  const size = plannedSizes.has(page.size) ? String(page.size) : `${parameters.add(page.size)}::int`;
  return page.offset === 0 ? ` limit ${size}` : ` limit ${size} offset ${parameters.add(page.offset)}::int`;
}
