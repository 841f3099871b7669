import type { Call } from '@depotwerk/api/call';
import { onPrimary } from '../../platform/database/asked-reads.ts';
import type { DbContext, Reader } from '../../platform/database/database.ts';
import type { Verb } from '../../platform/http/verb.ts';
import type { Services } from '../../platform/services.ts';
import { type AssembledTariff, assembleTariff } from './assemble-tariff.ts';
import type { MarketRows, RankRow, TariffRows } from './tariff-rows.ts';
import { readMarket, readRanks, readTariffRows } from './tariff-rows.view.ts';

/** A verb that also reads what contracts of a tariff are advised with. */
export type TariffVerb<C extends Call> = Verb<C, Services, [TariffData]>;

interface TenantData {
  readonly stamp: string;
  market: Promise<MarketRows> | undefined;
  readonly ranks: Map<number, Promise<RankRow[]>>;
  readonly tariffs: Map<string, Promise<AssembledTariff | null>>;
}

/** Tenants whose data a process keeps; the one not asked for longest goes first. */
const maximumTenants = 20;
/** Tariffs and versions kept of a tenant; more are only asked for by one who compares very many. */
const maximumTariffs = 500;

/** What is to be put together, given the fund data. */
type RowsOf = (market: MarketRows) => Promise<TariffRows | null> | TariffRows | null;

/**
 * The tariff side of checks and plans, kept in memory by tenant as long as its stamp is the same. The stamp is read
 * with every use, so that no process ever works with data another one has changed.
 */
export class TariffData {
  readonly #tenants = new Map<string, TenantData>();
  readonly #reader: Reader;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** The tariff as it stood at `stamp`; null when the tenant has no such tariff. */
  tariff(
    context: DbContext & { readonly tenantId: string },
    stamp: string,
    tariffId: string,
  ): Promise<AssembledTariff | null> {
    return this.assembled(context, stamp, tariffId, (market) =>
      readTariffRows(this.#reader, context, tariffId, market),
    );
  }

  /** What `rowsOf` gives, put together with the fund data of `stamp`; `key` names it among all of the tenant. */
  assembled(
    context: DbContext & { readonly tenantId: string },
    stamp: string,
    key: string,
    rowsOf: RowsOf,
  ): Promise<AssembledTariff | null> {
    const data = this.#dataOf(context.tenantId, stamp);
    let tariff = data.tariffs.get(key);
    if (!tariff) {
      // Kept for all who name this stamp.
      tariff = onPrimary(() => load(this.#reader, context, data, rowsOf));
      if (data.tariffs.size >= maximumTariffs) data.tariffs.clear();
      data.tariffs.set(key, tariff);
      // A failed load is no answer to keep.
      tariff.catch(() => this.#tenants.delete(context.tenantId));
    }
    return tariff;
  }

  #dataOf(tenantId: string, stamp: string): TenantData {
    let data = this.#tenants.get(tenantId);
    this.#tenants.delete(tenantId);
    if (data?.stamp !== stamp) data = { stamp, market: undefined, ranks: new Map(), tariffs: new Map() };
    this.#tenants.set(tenantId, data);
    const [oldest] = this.#tenants.keys();
    if (this.#tenants.size > maximumTenants && oldest !== undefined) this.#tenants.delete(oldest);
    return data;
  }
}

async function load(
  reader: Reader,
  context: DbContext,
  data: TenantData,
  rowsOf: RowsOf,
): Promise<AssembledTariff | null> {
  data.market ??= readMarket(reader, context);
  const market = await data.market;
  const rows = await rowsOf(market);
  if (!rows) return null;
  let ranks = data.ranks.get(rows.rankingTypeId);
  if (!ranks) {
    ranks = readRanks(reader, context, rows.rankingTypeId);
    data.ranks.set(rows.rankingTypeId, ranks);
  }
  return assembleTariff(market, await ranks, rows);
}
