-- A customer who is asked to sign may say no. It is kept beside the wish: it ends with the wish, is passed over once she has signed, and an
-- older server, which does not know it, goes on waiting for her. Her reason is a message to whoever looks after her.
alter table signature_requests add column declined_at timestamptz;
grant update (declined_at, requested_at, requested_by) on signature_requests to depotwerk_app;
alter table document_signers add column declined_at timestamptz;
