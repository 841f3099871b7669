-- Answers a customer gave by herself, until an adviser has looked at them with her: nothing follows from them before.
create table own_answers (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  customer_id uuid not null,
  questionnaire_id uuid not null,
  answers jsonb not null check (jsonb_typeof(answers) = 'array'),
  submitted_by uuid not null,
  submitted_at timestamptz not null,
  -- replaced by newer ones of hers, or confirmed with those of an adviser
  state text not null default 'waiting' check (state in ('waiting', 'replaced', 'confirmed')),
  decided_by uuid,
  decided_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id) on delete cascade,
  foreign key (tenant_id, questionnaire_id) references questionnaires (tenant_id, id),
  foreign key (tenant_id, submitted_by) references users (tenant_id, id),
  foreign key (tenant_id, decided_by) references users (tenant_id, id),
  check ((state = 'confirmed') = (decided_by is not null) and (decided_by is null) = (decided_at is null))
);
create index own_answers_customer on own_answers (tenant_id, customer_id, submitted_at desc);
create index own_answers_waiting on own_answers (tenant_id, customer_id) where state = 'waiting';
create index own_answers_questionnaire on own_answers (tenant_id, questionnaire_id);
create index own_answers_submitted_by on own_answers (tenant_id, submitted_by);
create index own_answers_decided_by on own_answers (tenant_id, decided_by) where decided_by is not null;
create trigger note_task_change after insert or update of state or delete on own_answers
  for each row execute function note_task_change('house');
select protect_tenant_table('own_answers');
