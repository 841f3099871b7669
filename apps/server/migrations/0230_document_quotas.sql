-- How much a user filed lately and how much a tenant keeps are asked before every document: both from this index alone.
create index documents_usage on documents (tenant_id, created_by, created_at) include (byte_size);
