-- Documents a customer is asked to sign, and what she signed. A signature is evidence: nothing of it ever changes, and it goes
-- with its document only.
create table signature_requests (
  tenant_id uuid not null references tenants,
  document_id uuid not null,
  requested_by uuid not null,
  requested_at timestamptz not null,
  primary key (tenant_id, document_id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete cascade,
  foreign key (tenant_id, requested_by) references users (tenant_id, id)
);
create index signature_requests_requested_by on signature_requests (tenant_id, requested_by);

create table document_signatures (
  tenant_id uuid not null references tenants,
  document_id uuid not null,
  signed_by uuid not null,
  signer_name text not null check (is_not_blank(signer_name) and length(signer_name) <= 250),
  signature_way text not null check (signature_way in ('drawing', 'typed', 'passkey')),
  statement text not null check (is_not_blank(statement) and length(statement) <= 1000),
  -- strokes of points from 0 to 1000 and 0 to 300
  drawing jsonb check (jsonb_typeof(drawing) = 'array'),
  -- what the authenticator answered, and the public key it is checked with
  passkey jsonb check (jsonb_typeof(passkey) = 'object'),
  -- of the file at the moment of signing
  content_hash bytea not null check (length(content_hash) = 32),
  signed_at timestamptz not null,
  seal bytea not null check (length(seal) = 32),
  primary key (tenant_id, document_id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete cascade,
  foreign key (tenant_id, signed_by) references users (tenant_id, id),
  check ((signature_way = 'drawing') = (drawing is not null)),
  check ((signature_way = 'passkey') = (passkey is not null))
);
create index document_signatures_signed_by on document_signatures (tenant_id, signed_by);

create function refuse_signature_change() returns trigger
  language plpgsql
  as $$
begin
  raise exception 'a signature cannot be changed' using errcode = 'check_violation', constraint = 'document_signatures_immutable';
end
$$;
create trigger refuse_change before update on document_signatures for each row execute function refuse_signature_change();

select protect_tenant_table('signature_requests', 'select, insert, delete');
select protect_tenant_table('document_signatures', 'select, insert');
