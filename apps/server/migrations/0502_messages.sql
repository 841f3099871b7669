-- What a customer and her advisers write to each other: one thread a customer. A message never changes; that it was read is added.
create table messages (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  entry_number bigint generated always as identity,
  customer_id uuid not null,
  is_from_customer boolean not null,
  sent_by uuid not null,
  message_text text not null check (is_not_blank(message_text) and length(message_text) <= 4000),
  sent_at timestamptz not null,
  -- by the other side
  read_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id) on delete cascade,
  foreign key (tenant_id, sent_by) references users (tenant_id, id)
);
create index messages_thread on messages (tenant_id, customer_id, entry_number desc);
create index messages_unread on messages (tenant_id, customer_id) where read_at is null;
create index messages_sent_by on messages (tenant_id, sent_by, sent_at);

create function refuse_message_change() returns trigger
  language plpgsql
  as $$
begin
  raise exception 'a message cannot be changed' using errcode = 'check_violation', constraint = 'messages_immutable';
end
$$;
create trigger refuse_change before update on messages for each row
  when ((old.tenant_id, old.id, old.is_from_customer, old.sent_by, old.message_text, old.sent_at)
        is distinct from (new.tenant_id, new.id, new.is_from_customer, new.sent_by, new.message_text, new.sent_at)
        or old.read_at is not null and new.read_at is distinct from old.read_at
        or old.customer_id is distinct from new.customer_id and not is_merge_move(old.tenant_id, old.customer_id, new.customer_id))
  execute function refuse_message_change();
create trigger note_task_change after insert or delete on messages for each row execute function note_task_change('house');

select protect_tenant_table('messages');
