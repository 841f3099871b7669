-- Locked in the order in which an import that is written locks them; readers go on.
-- rolls: waits at most two seconds, and the release before waits for a moment
lock table book_imports in share row exclusive mode;
alter table fund_movements add constraint fund_movements_booked_import foreign key (tenant_id, booked_import_id)
  references book_imports (tenant_id, id) on delete set null (booked_import_id) not valid;
create index fund_movements_booked_import on fund_movements (tenant_id, booked_import_id) where booked_import_id is not null;
