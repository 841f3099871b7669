-- Key information filed with a fund is read by plans: what processes hold of the tariff side is old from then on. A
-- statement trigger with the new rows: reports, which are documents too, do not count.
create function note_fund_document() returns trigger
  language plpgsql
  as $$
begin
  insert into advice_changes (tenant_id)
  select distinct a.tenant_id from added a where a.fund_id is not null and a.document_type = 'kiid';
  return null;
end
$$;
create trigger note_fund_document after insert on documents
  referencing new table as added for each statement execute function note_fund_document();
