-- Somebody has changed or removed what was recorded of the order: news of the bank leave it alone. One table a file, so that no lock is
-- held while another one is waited for. Earlier corrections need no mark: they are known by the movement itself.
alter table trader_orders add column are_movements_by_hand boolean not null default false;
