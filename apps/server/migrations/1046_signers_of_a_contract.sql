-- Who signs a document beside its customer: everybody who holds its contract with her when the signature is asked for, each with
-- her own receipt and her own seal. The customer's own signature stays in document_signatures. Empty signature = not yet.
create table document_signers (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  document_id uuid not null,
  customer_id uuid not null,
  asked_at timestamptz not null,
  read_at timestamptz,
  read_by uuid,
  signed_at timestamptz,
  signed_by uuid,
  signer_name text check (signer_name is null or is_not_blank(signer_name) and length(signer_name) <= 401),
  signature_way text check (signature_way in ('drawing', 'typed', 'passkey')),
  statement text check (statement is null or is_not_blank(statement) and length(statement) <= 1000),
  drawing jsonb check (jsonb_typeof(drawing) = 'array'),
  passkey jsonb check (jsonb_typeof(passkey) = 'object'),
  content_hash bytea check (length(content_hash) = 32),
  seal bytea check (length(seal) = 32),
  primary key (tenant_id, id),
  unique (tenant_id, document_id, customer_id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete cascade,
  foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  foreign key (tenant_id, read_by) references users (tenant_id, id),
  foreign key (tenant_id, signed_by) references users (tenant_id, id),
  check ((read_at is null) = (read_by is null)),
  check (num_nulls(signed_at, signed_by, signer_name, signature_way, statement, content_hash, seal) in (0, 7)),
  check ((signature_way is not distinct from 'drawing') = (drawing is not null)),
  check ((signature_way is not distinct from 'passkey') = (passkey is not null))
);
create index document_signers_customer on document_signers (tenant_id, customer_id);
create index document_signers_read_by on document_signers (tenant_id, read_by) where read_by is not null;
create index document_signers_signed_by on document_signers (tenant_id, signed_by) where signed_by is not null;
select protect_tenant_table('document_signers');

-- A signature that was given is evidence: nothing of it changes (its owner may become one with another customer), and it is
-- kept as long as its document, and as long as a legal hold keeps that.
create function keep_given_signature() returns trigger
  language plpgsql
  as $$
begin
  if old.signed_at is not null and (case when tg_op = 'UPDATE' then to_jsonb(old) - 'customer_id' <> to_jsonb(new) - 'customer_id'
      else exists (select from documents d where d.tenant_id = old.tenant_id and d.id = old.document_id
        and (d.retention_until is null or d.retention_until >= current_date or exists (select from customer_legal_holds h
          where h.tenant_id = d.tenant_id and h.customer_id = d.customer_id and h.lifted_at is null))) end) then
    raise exception 'a signature cannot be changed' using errcode = 'check_violation', constraint = 'document_signers_immutable';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end
$$;
create trigger keep_given_signature before update or delete on document_signers
  for each row execute function keep_given_signature();

-- "Signed" is a document when everybody has: also where a server of the release before notes the first signature.
create function keep_released_until_all_signed() returns trigger
  language plpgsql
  as $$
begin
  if exists (select from document_signers s where s.tenant_id = new.tenant_id and s.document_id = new.id and s.signed_at is null) then
    new.state := old.state;
  end if;
  return new;
end
$$;
create trigger keep_released_until_all_signed before update of state on documents
  for each row when (new.state = 'signed' and old.state <> 'signed') execute function keep_released_until_all_signed();

-- Who no longer holds the contract is no longer waited for; what she has signed stays. Who leaves while somebody else signs, asks or
-- takes back waits for it: otherwise neither of both sees that nobody is left to sign, or somebody is asked who holds nothing any more.
-- And where the waiting rows went before her holding did (an erasure), the document is signed all the same when everybody else has.
create function forget_signer() returns trigger
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
create trigger forget_signer after delete on contract_holders for each row execute function forget_signer();
