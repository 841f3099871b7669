-- Keys of repeated calls are kept under a hash that says nothing of the key, because answers are sealed with the key
-- itself. Rows that exist keep their answers; those that hold the address of a public report go.
alter table idempotency_keys no force row level security;
delete from idempotency_keys where route = 'sharePublicReport';
update idempotency_keys set idempotency_key = encode(sha256(convert_to(
  'name ' || tenant_id || ' ' || user_id || ' ' || route || ' ' || idempotency_key, 'UTF8')), 'hex');
alter table idempotency_keys force row level security;
