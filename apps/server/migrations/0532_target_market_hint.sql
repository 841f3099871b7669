-- A client in the negative target market of a fund; no tariff is asked about it.
insert into optimization_hints values
  (24, 'NEGATIVE_TARGET_MARKET', 'Kunde im negativen Zielmarkt', 'Ein Fonds ist nach den Angaben seines Herstellers nicht für diesen Kunden bestimmt.', false);
alter table contract_hints drop constraint contract_hints_finding_cause_check;
alter table contract_hints add constraint contract_hints_finding_cause_check check (finding_cause in (
  'riskData', 'allocation', 'fundClosed', 'sustainability', 'restriction', 'targetMarket', 'universe', 'rank',
  'riskIndicator', 'cluster', 'prices', 'savingsPlan', 'cash', 'costs', 'smallPositions', 'gains'));
