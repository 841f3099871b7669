-- How long a contract is kept follows from its end, and an end is typed by hand: the day it was recorded is kept beside it,
-- by the database, so that nobody shortens the time by typing an early one.
alter table contracts add column end_recorded_at timestamptz;

create function note_recorded_end() returns trigger
  language plpgsql
  as $$
begin
  if new.end_date is null then
    new.end_recorded_at := null;
  elsif tg_op = 'INSERT' or new.end_date is distinct from old.end_date then
    new.end_recorded_at := now();
  else
    new.end_recorded_at := old.end_recorded_at;
  end if;
  return new;
end
$$;

-- Ends from before: nobody knows when they came; at the latest when the contract was changed last.
do $$
begin
  alter table contracts no force row level security;
  alter table contracts disable trigger user;
  update contracts set end_recorded_at = updated_at where end_date is not null;
  alter table contracts enable trigger user;
  alter table contracts force row level security;
end
$$;

create trigger note_recorded_end before insert or update of end_date, end_recorded_at on contracts
  for each row execute function note_recorded_end();
