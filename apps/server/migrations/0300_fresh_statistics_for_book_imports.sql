-- An import fills its tables far faster than autovacuum looks at them. A planner that takes a million fresh lines for one
-- reads all of them for each contract: minutes become hours. Only owners may analyse, so requests get these functions.
create function analyze_book_import() returns void
  language plpgsql security definer set search_path = public, pg_temp set default_statistics_target = 10
  as $$
begin
  -- Whoever analyses one of them already does the same for us.
  analyze (skip_locked) book_import_rows, book_import_customers, book_import_contracts;
end
$$;

-- What an import writes to: read by everybody, so in the usual detail.
create function analyze_book_targets() returns void
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  analyze (skip_locked) customers, contracts, portfolios, savings_plans;
end
$$;

revoke execute on function analyze_book_import() from public;
revoke execute on function analyze_book_targets() from public;
grant execute on function analyze_book_import() to depotwerk_app;
grant execute on function analyze_book_targets() to depotwerk_app;
