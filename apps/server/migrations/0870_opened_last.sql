-- What a person opened last, from the log of reads: of each kind newest first, however long the log is and whatever else she did
-- since. Only the page itself counts, not the parts it loads after; nor what another system read with her token, nor what she saw
-- through the eyes of somebody else.
create index audit_entries_opened on audit_entries (tenant_id, actor_user_id, object_type, occurred_at desc) include (object_id)
  where action in ('contracts.read', 'customers.read') and details ->> 'part' in ('contract', 'customer')
    and actor_kind = 'user' and not details ? 'viewingAs';
