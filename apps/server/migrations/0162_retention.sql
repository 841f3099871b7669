-- A report in the archive is kept as long as its document, and goes with it.
create function refuse_report_deletion() returns trigger
  language plpgsql
  as $$
begin
  if exists (select from documents d where d.tenant_id = old.tenant_id and d.id = old.document_id
      and (d.retention_until is null or d.retention_until >= current_date)) then
    raise exception 'a report cannot be changed' using errcode = 'check_violation', constraint = 'reports_immutable';
  end if;
  return old;
end
$$;
drop trigger refuse_deletion on reports;
create trigger refuse_deletion before delete on reports for each row
  when (old.document_id is not null) execute function refuse_report_deletion();
