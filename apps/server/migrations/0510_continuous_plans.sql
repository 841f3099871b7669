-- Continuous optimisation: what became of a contract on the day it was due, once a contract and day. A plan that waits stands
-- among the others; here stands why it was made, and who released or refused it.
create table continuous_plans (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  contract_id uuid not null,
  due_date date not null,
  due_cause text not null check (due_cause in ('interval', 'adjustNow', 'hint')),
  state text not null check (state in ('waiting', 'released', 'nothingToDo', 'refused', 'replaced', 'skipped')),
  skip_reason text check (skip_reason in ('profileMissing', 'notCheckable', 'customerBlocked', 'pendingChanges', 'openPlan',
    'ordersOpen', 'pricesMissing', 'notSolvable')),
  -- gone with the plan: then something else took its place
  planned_optimization_id uuid,
  -- what is recommended, as it was shown: figures of a plan that may be gone
  summary jsonb check (jsonb_typeof(summary) = 'object'),
  looked_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  decision_note text check (decision_note is null or is_not_blank(decision_note) and length(decision_note) <= 1000),
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, contract_id, due_date),
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, planned_optimization_id) references planned_optimizations (tenant_id, id)
    on delete set null (planned_optimization_id),
  foreign key (tenant_id, decided_by) references users (tenant_id, id),
  check ((state = 'skipped') = (skip_reason is not null)),
  check ((decided_by is null) = (decided_at is null)),
  check (state not in ('released', 'refused') or decided_by is not null)
);
create index continuous_plans_state on continuous_plans (tenant_id, state, due_date desc, id);
create index continuous_plans_plan on continuous_plans (tenant_id, planned_optimization_id)
  where planned_optimization_id is not null;
create index continuous_plans_decided_by on continuous_plans (tenant_id, decided_by) where decided_by is not null;

select protect_tenant_table('continuous_plans');
create trigger bump_row_version before update on continuous_plans for each row execute function bump_row_version();
create trigger note_task_change after insert or update of state on continuous_plans
  for each row execute function note_task_change('ofContract');
