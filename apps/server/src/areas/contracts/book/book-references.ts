import { foldText } from '@depotwerk/domain/fold-text';
import type { DbContext, Reader } from '../../../platform/database/database.ts';
import { euroPrice, euroPriceDate } from '../../funds/public.ts';

/** What lines of a file name by words, by the words they may use. */
export interface BookReferences {
  readonly issuers: ReadonlyMap<string, number>;
  readonly tariffs: ReadonlyMap<string, { readonly id: string; readonly issuerId: number }>;
  readonly groups: ReadonlyMap<string, string>;
  /** Names of the house that nothing may be taken over for today, and why; absent = none. */
  readonly unusable?: Readonly<Record<'issuers' | 'tariffs' | 'groups', ReadonlyMap<string, Unusable>>>;
  /** By name in small letters, which no two share. */
  readonly tags: ReadonlyMap<string, { readonly name: string; readonly isInactive: boolean }>;
  readonly funds: ReadonlyMap<
    string,
    { readonly id: number; readonly price: number | null; readonly priceDate: string | null }
  >;
}

/** A tariff nobody has published yet, or what was set inactive. */
export type Unusable = 'unpublished' | 'inactive';

interface State {
  /** null = lines may name it. */
  unusable: Unusable | null;
}

interface Named extends State {
  id: string;
  names: (string | null)[];
  issuerId: number;
}

/** Issuers, tariffs, groups, tags and funds of the house; names that mean two things mean none. */
export async function readReferences(reader: Reader, context: DbContext): Promise<BookReferences> {
  const plain = (sql: string) => ({ sql, parameters: [] });
  const [issuers, tariffs, groups, tags, funds] = await reader.readMany<
    [
      State & { id: number; names: (string | null)[] },
      Named,
      State & { id: string; names: string[] },
      { name: string; isInactive: boolean },
      { id: number; isin: string; price: number | null; priceDate: string | null },
    ]
  >(context, [
    plain(
      `select id, array[issuer_name, bank_name, bank_id, bic] as names, ${inactive} as unusable from issuers`,
    ),
    plain(`select id, array[name, key] as names, issuer_id as "issuerId",
      case when is_inactive then 'inactive' when published_version_number is null then 'unpublished' end as unusable from tariffs`),
    plain(`select id, array[group_name] as names, ${inactive} as unusable from groups`),
    plain('select tag_name as name, is_inactive as "isInactive" from tags'),
    plain(`select f.id, f.isin, ${euroPrice} as price, ${euroPriceDate} as "priceDate" from funds f`),
  ]);
  return {
    issuers: byName(issuers.filter(isUsable), ({ id }) => id),
    tariffs: byName(tariffs.filter(isUsable), ({ id, issuerId }) => ({ id, issuerId })),
    groups: byName(groups.filter(isUsable), ({ id }) => id),
    unusable: { issuers: unusableOf(issuers), tariffs: unusableOf(tariffs), groups: unusableOf(groups) },
    tags: new Map(tags.map((tag) => [tag.name.toLowerCase(), tag])),
    funds: new Map(funds.map(({ id, isin, price, priceDate }) => [isin, { id, price, priceDate }])),
  };
}

const inactive = "case when is_inactive then 'inactive' end";
const isUsable = ({ unusable }: State) => unusable === null;

/** Names nothing usable has, so that one of two usable ones is not told to be inactive. */
function unusableOf(
  rows: readonly (State & { readonly names: readonly (string | null)[] })[],
): ReadonlyMap<string, Unusable> {
  const namesOf = (row: (typeof rows)[number]) =>
    row.names.filter((name) => name !== null && name !== '').map((name) => foldText(name ?? ''));
  const usable = new Set(rows.filter(isUsable).flatMap(namesOf));
  const reasons = new Map<string, Unusable>();
  // What only waits to be published is what is meant, rather than what was given up.
  for (const row of rows)
    for (const name of namesOf(row))
      if (row.unusable !== null && !usable.has(name) && reasons.get(name) !== 'unpublished')
        reasons.set(name, row.unusable);
  return reasons;
}

function byName<Row extends { readonly id: unknown; readonly names: readonly (string | null)[] }, Value>(
  rows: readonly Row[],
  valueOf: (row: Row) => Value,
): Map<string, Value> {
  const owners = new Map<string, Set<unknown>>();
  const values = new Map<string, Value>();
  for (const row of rows) {
    for (const name of row.names) {
      if (name === null || name === '') continue;
      const folded = foldText(name);
      const known = owners.get(folded) ?? new Set();
      owners.set(folded, known.add(row.id));
      values.set(folded, valueOf(row));
    }
  }
  for (const [name, ids] of owners) if (ids.size > 1) values.delete(name);
  return values;
}
