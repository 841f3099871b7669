-- Highest risk indicator a fund of the tariff may have, of the published version and of the tariff's type (5 in subsidised
-- old-age provision, type 5); null = none. Risk indicators change after publishing: contracts are asked by this.
alter table tariffs add column highest_risk_indicator smallint check (highest_risk_indicator between 1 and 7);

update tariffs t
   set highest_risk_indicator = least((v.content -> 'tariff' ->> 'maximumRiskIndicator')::smallint,
         case when t.tariff_type_id = 5 then 5 end)
  from tariff_versions v
 where v.tenant_id = t.tenant_id and v.tariff_id = t.id and v.state = 'published'
   and (t.tariff_type_id = 5 or v.content -> 'tariff' ->> 'maximumRiskIndicator' is not null);
