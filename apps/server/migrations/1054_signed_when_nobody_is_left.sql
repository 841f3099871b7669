-- Who leaves a contract while somebody else signs, asks or takes back waits for it: otherwise neither of both sees that nobody is left
-- to sign, or somebody is asked who holds nothing any more. And where the waiting rows went before her holding did (an erasure), the
-- document is signed all the same when everybody else has.
create or replace function forget_signer() returns trigger
  language plpgsql
  as $$
begin
  perform 1 from documents d
   where d.tenant_id = old.tenant_id and d.contract_id = old.contract_id and d.state = 'released'
   order by d.id for update;
  delete from document_signers s using documents d
   where d.tenant_id = old.tenant_id and d.contract_id = old.contract_id and s.tenant_id = d.tenant_id and s.document_id = d.id
     and s.customer_id = old.customer_id and s.signed_at is null;
  update documents d set state = 'signed'
   where d.tenant_id = old.tenant_id and d.contract_id = old.contract_id and d.state = 'released'
     and exists (select from document_signatures g where g.tenant_id = d.tenant_id and g.document_id = d.id)
     and exists (select from signature_requests r where r.tenant_id = d.tenant_id and r.document_id = d.id)
     and not exists (select from document_signers s where s.tenant_id = d.tenant_id and s.document_id = d.id and s.signed_at is null);
  return null;
end
$$;
