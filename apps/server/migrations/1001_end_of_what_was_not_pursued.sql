-- When a consultation was given up: its last change is another day once its customer is merged with another record, and statistics of
-- a year that is over would move to this one. Those given up before keep the time of their last change so far.
alter table consultations add column not_pursued_at timestamptz;

create function set_not_pursued_at() returns trigger
  language plpgsql
  as $$
begin
  if new.state = 'notPursued' and new.not_pursued_at is null then
    new.not_pursued_at := case when old.state = 'notPursued' then old.updated_at else now() end;
  end if;
  return new;
end
$$;
create trigger set_not_pursued_at before update on consultations for each row
  when (new.state = 'notPursued') execute function set_not_pursued_at();
