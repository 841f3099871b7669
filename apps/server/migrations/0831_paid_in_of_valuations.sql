-- Paid in up to the day of a valuation, less what was taken out; null = nobody has said it. The release before knows no null: what it
-- reads and writes, contributions_value, stays in step, with 0 for unknown. One table a file, so that no lock is held while another one
-- is waited for.
alter table portfolios add column paid_in numeric(15,2);

create function keep_contributions_value() returns trigger
  language plpgsql
  as $$
begin
  -- Somebody of the release before said it; her 0 says nothing.
  if tg_op = 'INSERT' then
    if new.paid_in is null and new.contributions_value <> 0 then new.paid_in := new.contributions_value; end if;
  elsif new.paid_in is not distinct from old.paid_in and new.contributions_value <> old.contributions_value then
    new.paid_in := new.contributions_value;
  end if;
  new.contributions_value := coalesce(new.paid_in, 0);
  return new;
end
$$;
create trigger keep_contributions_value before insert or update of paid_in, contributions_value on portfolios
  for each row execute function keep_contributions_value();
