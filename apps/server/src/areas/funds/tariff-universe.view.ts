import { highestRiskIndicator, type UniverseRule } from '@depotwerk/domain/tariff/universe-rule';
import type { Parameters } from '../../platform/database/parameters.ts';

/** SQL expressions of a universe. */
interface UniverseExpressions {
  /** Ids of a manual universe; null says it is an automatic one. */
  readonly items: string;
  readonly type: string;
  readonly maximumRiskIndicator: string;
}

/** SQL condition: fund `f` takes money from everybody. */
export const isOfferedFund = "f.fund_status = 'open' and not f.is_inactive";

/**
 * SQL condition: fund `f` is in the universe; the same as `isInUniverse` of the domain, never null.
 * @param isOffered condition an automatic universe asks of every fund
 */
const universeCondition = (
  { items, type, maximumRiskIndicator }: UniverseExpressions,
  isOffered = isOfferedFund,
): string => `(case
    when ${items} is not null then f.id = any (${items})
    when not (${isOffered}) then false
    when ${type} = 2 then f.is_etf
    when ${type} = 3 then not f.is_etf
    when ${type} = 4 then coalesce(f.sfdr_article in (8, 9), false)
    when ${type} = 5 then f.is_savings_plan_capable
    when ${type} = 6 then coalesce(f.risk_indicator <= coalesce(${maximumRiskIndicator}, ${highestRiskIndicator}), false)
    else true
  end)`;

const ofTariff: UniverseExpressions = {
  items: 't.universe_fund_ids',
  type: 't.universe_type_id',
  maximumRiskIndicator: 't.universe_maximum_risk_indicator',
};

/**
 * SQL condition: fund `f` is in the universe of tariff `t` as its published version says. Tariffs without a universe
 * (types 7 and 8) choose by their fund matrix and exclude nothing that is offered. A tariff nothing is published of has
 * no funds.
 */
export const inUniverseOfTariff = `(t.published_version_number is not null and ${universeCondition(ofTariff)})`;

/**
 * The same but for whether the fund takes money, which a purchase asks by itself: one that takes it from its holders only has
 * left every automatic universe, and its holders may buy it all the same.
 */
export const inUniverseOfTariffIfOffered = `(t.published_version_number is not null and ${universeCondition(ofTariff, 'true')})`;

/** SQL condition: fund `f` belongs to the universe as it is drafted. */
export const inUniverse = (universe: UniverseRule, parameters: Parameters): string =>
  universeCondition({
    items: `${parameters.add(universe.tariffUniverseSelectionManualMode ? universe.tariffUniverseItems : null)}::int[]`,
    type: `${parameters.add(universe.tariffUniverseType)}::int`,
    maximumRiskIndicator: `${parameters.add(universe.maximumRiskIndicator)}::int`,
  });
