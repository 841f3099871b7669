import type { AttributedGroup } from '@depotwerk/engine/attribution/contract-attribution';
import type { DbContext, Reader } from '../../../platform/database/database.ts';
import { priceOn } from '../attributed-period.ts';

interface PriceRow {
  fund_id: number;
  peergroup_id: number;
  is_inactive: boolean;
  ongoing_fee: number | null;
  /** In the order of the days; null = none. */
  prices: (number | null)[];
}

export interface HeldFund {
  readonly groupId: number;
  readonly fee: number | null;
}

/** Prices of the funds of peer groups on days: what groups and funds gained between any two of them. */
export interface GroupPrices {
  fund(fundId: number): HeldFund | null;
  /** null = no price on one of the days. */
  gained(fundId: number, from: string, to: string): number | null;
  /** Means of the active funds; groups without prices are missing. */
  groups(from: string, to: string): ReadonlyMap<number, AttributedGroup>;
}

/** Reads prices of all funds of the groups, and nothing else, on the days. */
export async function readGroupPrices(
  reader: Reader,
  context: DbContext,
  days: readonly string[],
  groupIds: readonly number[],
): Promise<GroupPrices> {
  const rows = await reader.read<PriceRow>(context, {
    sql: `select f.id as fund_id, f.peergroup_id, f.is_inactive, f.ongoing_fee, array_agg(x.price order by d.place) as prices
      from funds f cross join unnest($1::date[]) with ordinality as d (day, place)
      left join lateral (select y.price::float8 as price from (select) as o ${priceOn('d.day')} y) x on true
     where f.peergroup_id = any ($2::integer[]) group by f.tenant_id, f.id`,
    parameters: [days, groupIds],
  });
  const placeOf = new Map(days.map((day, place) => [day, place]));
  const byId = new Map(rows.map((row) => [row.fund_id, row]));
  const activeOf = Map.groupBy(
    rows.filter((row) => !row.is_inactive),
    ({ peergroup_id: id }) => id,
  );
  const gainedBy = ({ prices }: PriceRow, from: string, to: string): number | null => {
    const [before, after] = [prices[placeOf.get(from) ?? -1], prices[placeOf.get(to) ?? -1]];
    return before == null || after == null ? null : after / before - 1;
  };
  const known = new Map<string, ReadonlyMap<number, AttributedGroup>>();
  return {
    fund: (id) => {
      const row = byId.get(id);
      return row ? { groupId: row.peergroup_id, fee: row.ongoing_fee } : null;
    },
    gained: (id, from, to) => {
      const row = byId.get(id);
      return row ? gainedBy(row, from, to) : null;
    },
    groups: (from, to) => {
      const key = `${from} ${to}`;
      let means = known.get(key);
      if (!means) known.set(key, (means = meansOf(activeOf, (row) => gainedBy(row, from, to))));
      return means;
    },
  };
}

function meansOf(
  activeOf: ReadonlyMap<number, readonly PriceRow[]>,
  gainedBy: (row: PriceRow) => number | null,
): ReadonlyMap<number, AttributedGroup> {
  const means = new Map<number, AttributedGroup>();
  for (const [id, rows] of activeOf) {
    const priced = rows.flatMap((row) => {
      const gained = gainedBy(row);
      return gained === null ? [] : [{ gained, fee: row.ongoing_fee }];
    });
    const fees = priced.flatMap(({ fee }) => fee ?? []);
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    if (priced.length > 0)
      means.set(id, {
        return: mean(priced.map(({ gained }) => gained)),
        fee: fees.length === 0 ? null : mean(fees),
      });
  }
  return means;
}
