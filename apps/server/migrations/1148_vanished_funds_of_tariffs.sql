-- A fund that published tariffs name may have become one nobody can buy, or can be bought again: the work list tells at once.
-- One that has got or lost its price is found by the night: a first file of prices would note every fund.
create trigger note_task_change after update on funds for each row
  when ((old.fund_status, old.is_inactive) is distinct from (new.fund_status, new.is_inactive))
  execute function note_task_change('house');
-- A tariff that is set aside needs no other funds.
create trigger note_task_change after update on tariffs for each row
  when (old.is_inactive is distinct from new.is_inactive)
  execute function note_task_change('house');
