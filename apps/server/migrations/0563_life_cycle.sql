-- How the risk of a tariff's contracts goes down before they end: steps as in the published version; null = not at all.
alter table tariffs add column life_cycle jsonb;
