-- The wizards' risk data are kept in memory like the tariff side of checks: a change of them is noted as well.
create trigger note_advice_change after insert or update or delete on peergroup_risks
  for each statement execute function note_advice_change();
