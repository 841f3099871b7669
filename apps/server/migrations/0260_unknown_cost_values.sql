-- A purchase value nobody told us is null. Until now it was stored as 0, which the check read as a gain of the whole
-- value; a purchase for nothing cannot be told from it and was shown as unknown on every screen.
alter table portfolio_entries alter column cost_value drop not null, alter column cost_value drop default;
alter table portfolio_entries no force row level security;
update portfolio_entries set cost_value = null where cost_value = 0;
alter table portfolio_entries force row level security;
