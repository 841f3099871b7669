-- Sorted by tariff or insurer, a page is merged from the head of each. Where a flag is rare in one of them
-- (or goes with a low score, as a risk outside the band does) its head lies far down the common index: the
-- contracts with such a flag have indexes of their own. They also make the counts of these filters short.
create index contracts_out_of_band_tariff on contracts (tenant_id, tariff_id, contract_score desc nulls last, id desc)
  where risk_band_status in ('below', 'above') and deleted_at is null;
create index contracts_out_of_band_insurer on contracts (tenant_id, insurer_id, contract_score desc nulls last, id desc)
  where risk_band_status in ('below', 'above') and deleted_at is null;
create index contracts_linked_tariff on contracts (tenant_id, tariff_id, contract_score desc nulls last, id desc)
  where is_linked and deleted_at is null;
create index contracts_linked_insurer on contracts (tenant_id, insurer_id, contract_score desc nulls last, id desc)
  where is_linked and deleted_at is null;
create index contracts_etf_tariff on contracts (tenant_id, tariff_id, contract_score desc nulls last, id desc)
  where use_etf and deleted_at is null;
create index contracts_etf_insurer on contracts (tenant_id, insurer_id, contract_score desc nulls last, id desc)
  where use_etf and deleted_at is null;
create index contracts_pending_tariff on contracts (tenant_id, tariff_id, contract_score desc nulls last, id desc)
  where has_pending_changes and deleted_at is null;
create index contracts_pending_insurer on contracts (tenant_id, insurer_id, contract_score desc nulls last, id desc)
  where has_pending_changes and deleted_at is null;
