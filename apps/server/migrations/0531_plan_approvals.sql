-- Orders of a large amount wait for a second person: the limit of a house, and who asked and who agreed.
insert into permissions (id, category, category_name, permission_name, sort_order)
values ('optimization.approve', 'optimization', 'Optimierung', 'Große Aufträge als zweite Person freigeben', 306);
-- Whoever could do everything with plans can do this as well. Row security would show no role without a tenant.
alter table role_permissions no force row level security;
insert into role_permissions (tenant_id, role_id, permission_id)
select tenant_id, role_id, 'optimization.approve' from role_permissions where permission_id = 'optimization.executeBulk';
alter table role_permissions force row level security;

-- Without a row no order of the house waits for a second person.
create table order_rules (
  tenant_id uuid primary key references tenants,
  -- euros that change place, from which on a second person has to agree; null = never
  approval_limit numeric(15,2) check (approval_limit > 0),
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create trigger bump_row_version before update on order_rules for each row execute function bump_row_version();

-- Gone with the plan, and with every change of its orders: what somebody agreed to is what is carried out.
create table plan_approvals (
  tenant_id uuid not null references tenants,
  planned_optimization_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'refused', 'approved')),
  requested_by uuid not null,
  requested_at timestamptz not null,
  request_note text check (request_note is null or is_not_blank(request_note) and length(request_note) <= 1000),
  decided_by uuid,
  decided_at timestamptz,
  decision_note text check (decision_note is null or is_not_blank(decision_note) and length(decision_note) <= 1000),
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, planned_optimization_id),
  foreign key (tenant_id, planned_optimization_id) references planned_optimizations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, requested_by) references users (tenant_id, id),
  foreign key (tenant_id, decided_by) references users (tenant_id, id),
  check ((state = 'waiting') = (decided_by is null)),
  check ((decided_by is null) = (decided_at is null)),
  check (decided_by is distinct from requested_by)
);
create index plan_approvals_state on plan_approvals (tenant_id, state, requested_at);
create index plan_approvals_requested_by on plan_approvals (tenant_id, requested_by);
create index plan_approvals_decided_by on plan_approvals (tenant_id, decided_by) where decided_by is not null;
create trigger bump_row_version before update on plan_approvals for each row execute function bump_row_version();

-- Who made or changed the orders of a plan, and so is no second person for it.
alter table planned_optimizations add column editors uuid[] not null default '{}';

select protect_tenant_table('order_rules', 'select, insert, update');
select protect_tenant_table('plan_approvals');
-- Tasks of the contract follow at once: its plan's own state moves with every request and decision.

-- The order book of a house, newest first.
create index trader_orders_book on trader_orders (tenant_id, created_at desc, id);
