-- Locked in the order in which an order that is settled locks them; readers go on.
-- rolls: waits at most two seconds, and the release before waits for a moment
lock table trader_orders in share row exclusive mode;
alter table fund_movements add constraint fund_movements_claimed_by_order foreign key (tenant_id, claimed_by_order_id)
  references trader_orders (tenant_id, id) on delete set null (claimed_by_order_id) not valid;
create index fund_movements_claimed_by_order on fund_movements (tenant_id, claimed_by_order_id)
  where claimed_by_order_id is not null;
