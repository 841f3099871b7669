import type { AttributedGroup } from '@depotwerk/engine/attribution/contract-attribution';
import type { Statement } from '../../platform/database/scoped-read.ts';
import { priceOn } from './attributed-period.ts';

/** From a day to another. ISO days. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

export interface FundReturnRow {
  /** Place of its span among those asked for, from 1. */
  period: number;
  fund_id: number;
  gained: number;
}

export interface GroupReturnRow {
  period: number;
  peergroup_id: number;
  gained: number;
  fee: number | null;
}

/** Spans mostly follow one another: the price of a day that ends one and begins the next is looked for once. */
const grownSql = (chosen: string): string => `with periods as (
      select * from unnest($1::date[], $2::date[]) with ordinality as s (first_day, last_day, period)),
    priced as materialized (select d.day, f.id, f.peergroup_id, f.ongoing_fee, p.price
      from (select first_day as day from periods union select last_day from periods) d
      join funds f on ${chosen} ${priceOn('d.day')} p),
    grown as (select s.period, b.id, b.peergroup_id, b.ongoing_fee, b.price / a.price - 1 as gained
      from periods s join priced a on a.day = s.first_day join priced b on b.day = s.last_day and b.id = a.id)`;

const daysOf = (spans: readonly Span[]) => [spans.map(({ from }) => from), spans.map(({ to }) => to)];

/** What funds gained in each span. */
export const fundReturns = (spans: readonly Span[], fundIds: readonly number[]): Statement => ({
  sql: `${grownSql('f.id = any ($3::integer[])')}
    select period::integer, id as fund_id, gained::float8 as gained from grown`,
  parameters: [...daysOf(spans), fundIds],
});

/** What is not known yet of groups in spans. */
export interface AskedGroups {
  readonly spans: readonly Span[];
  readonly groupIds: readonly number[];
}

/** Means of the active funds of groups in each span, and what those take a year. */
export const groupReturns = ({ spans, groupIds }: AskedGroups): Statement => ({
  sql: `${grownSql('f.peergroup_id = any ($3::integer[]) and not f.is_inactive')}
    select period::integer, peergroup_id, avg(gained)::float8 as gained, avg(ongoing_fee)::float8 as fee from grown
     group by period, peergroup_id`,
  parameters: [...daysOf(spans), groupIds],
});

/**
 * Means of peer groups that were read for one contract and hold for the next: they are the house's, whoever asks, and reading
 * the prices of all their funds is most of what a comparison costs. For as long as one would look at one state of the prices.
 */
export class KnownGroupReturns {
  /** By span and group; null = the group has no prices in it. */
  readonly #known = new Map<string, Map<number, AttributedGroup | null>>();

  missing(spans: readonly Span[], groupIds: readonly number[]): AskedGroups {
    const missing = new Set<number>();
    const open = spans.filter((span) => {
      const known = this.#known.get(keyOf(span));
      const unknown = groupIds.filter((id) => !known?.has(id));
      for (const id of unknown) missing.add(id);
      return unknown.length > 0;
    });
    return { spans: open, groupIds: [...missing] };
  }

  keep({ spans, groupIds }: AskedGroups, rows: readonly GroupReturnRow[]): void {
    for (const span of spans) {
      const known = this.#known.get(keyOf(span)) ?? new Map<number, AttributedGroup | null>();
      for (const id of groupIds) known.set(id, null);
      this.#known.set(keyOf(span), known);
    }
    for (const { period, peergroup_id: id, gained, fee } of rows) {
      const span = spans[period - 1];
      if (span) this.#known.get(keyOf(span))?.set(id, { return: gained, fee });
    }
  }

  within(span: Span | undefined): ReadonlyMap<number, AttributedGroup> {
    const known = span && this.#known.get(keyOf(span));
    return new Map([...(known ?? [])].flatMap(([id, group]) => (group === null ? [] : [[id, group]])));
  }
}

const keyOf = ({ from, to }: Span): string => `${from} ${to}`;
