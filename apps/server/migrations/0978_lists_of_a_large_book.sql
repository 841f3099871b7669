-- Lists beside the contracts, at a book of a million: a page is one range of an index, whatever is asked for. Before, the waiting
-- plans were all sorted for each page, and a state nothing is in was looked for in every order.
create index continuous_plans_due on continuous_plans (tenant_id, due_date desc);
create index trader_orders_state on trader_orders (tenant_id, state, created_at desc, id);
create index webhook_deliveries_failed on webhook_deliveries (tenant_id, id desc) where state = 'failed';

-- Tasks that are done or put aside are few beside those that are open, in whose index they are looked for in vain.
create index workbench_tasks_done on workbench_tasks (tenant_id, severity desc, due_date, created_at, id)
  where ended_at is null and status = 'done';
create index workbench_tasks_aside on workbench_tasks (tenant_id, severity desc, due_date, created_at, id)
  where ended_at is null and status <> 'done' and snoozed_until is not null;
