-- What a file says of a purchase or sale an order executed: the line that is it, so that no second one is taken for it.
alter table fund_movements add column booked_day date, add column booked_amount numeric(15,2), add column booked_import_id uuid,
  add constraint fund_movements_booked_import foreign key (tenant_id, booked_import_id) references book_imports (tenant_id, id)
    on delete set null (booked_import_id) not valid,
  add constraint fund_movements_booked check (booked_day is not null or booked_amount is null and booked_import_id is null) not valid;
create index fund_movements_booked_import on fund_movements (tenant_id, booked_import_id) where booked_import_id is not null;

-- The order's movement a line of a file is.
alter table book_import_rows add column movement_id uuid;

-- Somebody has changed or removed what was recorded of the order: news of the bank leave it alone.
alter table trader_orders add column are_movements_by_hand boolean not null default false;
update trader_orders o set are_movements_by_hand = true where exists (select from fund_movements m
  where m.tenant_id = o.tenant_id and m.trader_order_id = o.id and m.movement_source = 'hand');
