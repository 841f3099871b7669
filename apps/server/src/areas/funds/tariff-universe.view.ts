/**
 * SQL condition: fund `f` is in the universe of tariff `t` as its published version says (G-49). A manual universe lists
 * its funds, an automatic one is a rule; tariffs without a universe (types 7 and 8) choose by their fund matrix and
 * exclude nothing here. A tariff nothing is published of has no funds.
 */
export const inUniverseOfTariff = `(t.published_version_number is not null and case
    when t.universe_fund_ids is not null then f.id = any (t.universe_fund_ids)
    when t.universe_type_id = 2 then f.is_etf
    when t.universe_type_id = 3 then not f.is_etf
    when t.universe_type_id = 4 then f.sfdr_article in (8, 9)
    when t.universe_type_id = 5 then f.is_savings_plan_capable
    when t.universe_type_id = 6 then f.risk_indicator <= coalesce(t.universe_maximum_risk_indicator, 7)
    else true
  end)`;
