-- An opening of a public report whose answer was lost is asked for again with the key it was made with, and costs no second use:
-- each link knows the key of the opening counted last, and when that was.
alter table public_reports
  add column opening_hash bytea check (length(opening_hash) = 32),
  add column opening_at timestamptz;
grant update (opening_hash, opening_at) on public_reports to depotwerk_app;
