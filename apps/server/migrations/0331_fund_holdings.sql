-- What lies in each fund, by group of the customers: summed once a day, because adding up every holding of a large book
-- takes longer than anybody waits for a picture.
create table fund_holdings (
  tenant_id uuid not null,
  fund_id integer not null,
  group_id uuid,
  contract_count bigint not null check (contract_count >= 0),
  value numeric(20,2) not null,
  summed_at timestamptz not null,
  unique nulls not distinct (tenant_id, fund_id, group_id),
  foreign key (tenant_id, fund_id) references funds (tenant_id, id) on delete cascade,
  foreign key (tenant_id, group_id) references groups (tenant_id, id) on delete cascade
);
create index fund_holdings_group on fund_holdings (tenant_id, group_id) where group_id is not null;
select protect_tenant_table('fund_holdings');
