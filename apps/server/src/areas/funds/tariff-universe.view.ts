/**
 * SQL condition: fund `f` is in the universe of tariff `t` (G-49). A manual universe lists its funds, an
 * automatic one is a rule; tariffs without a universe component (types 7 and 8) choose by their fund matrix and
 * exclude nothing here.
 */
export const inUniverseOfTariff = `(t.component_universe_id is null or exists (
  select 1 from universe_components u
   where u.tenant_id = t.tenant_id and u.component_id = t.component_universe_id
     and case
       when u.is_manual then exists (
         select 1 from universe_items i
          where i.tenant_id = u.tenant_id and i.component_id = u.component_id and i.fund_id = f.id)
       when u.universe_type_id = 2 then f.is_etf
       when u.universe_type_id = 3 then not f.is_etf
       when u.universe_type_id = 4 then f.sfdr_article in (8, 9)
       when u.universe_type_id = 5 then f.is_savings_plan_capable
       when u.universe_type_id = 6 then f.risk_indicator <= coalesce(u.maximum_risk_indicator, 7)
       else true
     end))`;
