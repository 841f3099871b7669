-- What a file says of a purchase or sale an order executed: the line that is it, so that no second one is taken for it. Its units and
-- kind are kept beside its day and euros, because both may be corrected afterwards.
-- And the order that is what a file or a person had said before: in a column of its own, because the release before takes everything
-- with trader_order_id for what it recorded itself, and deletes it with the next news.
alter table fund_movements add column booked_day date, add column booked_kind text, add column booked_quantity numeric(15,6),
  add column booked_amount numeric(15,2), add column booked_import_id uuid, add column claimed_by_order_id uuid,
  add constraint fund_movements_booked check (case when booked_day is null
    then booked_kind is null and booked_quantity is null and booked_amount is null and booked_import_id is null
    else booked_kind is not null and booked_quantity is not null end) not valid,
  add constraint fund_movements_claimed check (claimed_by_order_id is null or trader_order_id is null) not valid;
