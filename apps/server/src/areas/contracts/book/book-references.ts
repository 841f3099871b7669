import { foldText } from '@depotwerk/domain/fold-text';
import type { DbContext, Reader } from '../../../platform/database/database.ts';
import { euroPrice, euroPriceDate } from '../../funds/public.ts';

/** What lines of a file name by words, by the words they may use. */
export interface BookReferences {
  readonly issuers: ReadonlyMap<string, number>;
  readonly tariffs: ReadonlyMap<string, { readonly id: string; readonly issuerId: number }>;
  readonly groups: ReadonlyMap<string, string>;
  /** By name in small letters, which no two share. */
  readonly tags: ReadonlyMap<string, { readonly name: string; readonly isInactive: boolean }>;
  readonly funds: ReadonlyMap<
    string,
    { readonly id: number; readonly price: number | null; readonly priceDate: string | null }
  >;
}

interface Named {
  id: string;
  names: (string | null)[];
  issuerId: number;
}

/** Issuers, tariffs, groups, tags and funds of the house; names that mean two things mean none. */
export async function readReferences(reader: Reader, context: DbContext): Promise<BookReferences> {
  const plain = (sql: string) => ({ sql, parameters: [] });
  const [issuers, tariffs, groups, tags, funds] = await reader.readMany<
    [
      { id: number; names: (string | null)[] },
      Named,
      { id: string; names: string[] },
      { name: string; isInactive: boolean },
      { id: number; isin: string; price: number | null; priceDate: string | null },
    ]
  >(context, [
    plain(
      `select id, array[issuer_name, bank_name, bank_id, bic] as names from issuers where not is_inactive`,
    ),
    plain(`select id, array[name, key] as names, issuer_id as "issuerId" from tariffs
      where not is_inactive and published_version_number is not null`),
    plain('select id, array[group_name] as names from groups where not is_inactive'),
    plain('select tag_name as name, is_inactive as "isInactive" from tags'),
    plain(`select f.id, f.isin, ${euroPrice} as price, ${euroPriceDate} as "priceDate" from funds f`),
  ]);
  return {
    issuers: byName(issuers, ({ id }) => id),
    tariffs: byName(tariffs, ({ id, issuerId }) => ({ id, issuerId })),
    groups: byName(groups, ({ id }) => id),
    tags: new Map(tags.map((tag) => [tag.name.toLowerCase(), tag])),
    funds: new Map(funds.map(({ id, isin, price, priceDate }) => [isin, { id, price, priceDate }])),
  };
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
