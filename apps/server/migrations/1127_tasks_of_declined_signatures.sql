-- Somebody who was asked beside the customer declines: what she writes goes to her own group, the contract may belong to another. The
-- rules look at the contract again.
create function note_task_of_signer() returns trigger
  language plpgsql
  as $$
declare
  changed record;
begin
  -- without context (owner, demo fill) the nightly look finds it
  if app_tenant_id() is null then
    return null;
  end if;
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  insert into workbench_changes (tenant_id, subject_id)
  select d.tenant_id, d.contract_id from documents d
   where d.tenant_id = changed.tenant_id and d.id = changed.document_id and d.contract_id is not null;
  return null;
end
$$;
create trigger note_task_change after update of declined_at, signed_at on document_signers
  for each row when (old.declined_at is not null or new.declined_at is not null) execute function note_task_of_signer();
create trigger note_task_end after delete on document_signers
  for each row when (old.declined_at is not null) execute function note_task_of_signer();
