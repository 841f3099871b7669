-- What is known of the purchases and sales of a contract's funds. Which units are left of a purchase follows from all of them and
-- from the units held (first in, first out): it is computed, never stored.
create table fund_movements (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  contract_id uuid not null,
  fund_id integer not null,
  movement_kind text not null check (movement_kind in ('purchase', 'sale', 'transferIn', 'transferOut', 'split')),
  movement_day date not null check (movement_day >= date '1900-01-01'),
  -- of units that were transferred in: when they were bought; null = not known
  acquired_day date check (acquired_day >= date '1900-01-01' and acquired_day <= movement_day),
  quantity numeric(15,6) check (quantity > 0),
  -- units after a split for one before it
  factor numeric(12,6) check (factor > 0),
  -- euros paid or received; null = not known
  amount numeric(15,2) check (amount >= 0),
  movement_source text not null check (movement_source in ('hand', 'book', 'order')),
  -- the import or the order it came with
  import_id uuid,
  trader_order_id uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, fund_id) references funds (tenant_id, id),
  foreign key (tenant_id, import_id) references book_imports (tenant_id, id) on delete set null (import_id),
  foreign key (tenant_id, trader_order_id) references trader_orders (tenant_id, id) on delete set null (trader_order_id),
  check ((movement_kind = 'split') = (factor is not null) and (movement_kind = 'split') = (quantity is null)),
  check (movement_kind = 'transferIn' or acquired_day is null),
  check (movement_kind <> 'split' or amount is null)
);
create index fund_movements_contract on fund_movements (tenant_id, contract_id, fund_id, movement_day);
create index fund_movements_fund on fund_movements (tenant_id, fund_id);
create index fund_movements_import on fund_movements (tenant_id, import_id) where import_id is not null;
create index fund_movements_order on fund_movements (tenant_id, trader_order_id) where trader_order_id is not null;
select protect_tenant_table('fund_movements');

-- What a line of a book says of a purchase or sale.
alter table book_import_rows add column movement_kind text, add column movement_day date,
  add column movement_quantity numeric(15,6), add column movement_amount numeric(15,2);
alter table book_import_contracts add column writes_movements boolean not null default false;
