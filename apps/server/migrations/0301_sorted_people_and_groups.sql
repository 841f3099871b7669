-- Tens of thousands of people and thousands of groups in the order of their names: folded once when written, not for every
-- reader. The planner takes folding for nothing and would rather do it fifty thousand times than walk an index.
alter table users add column sort_name text collate "C" not null generated always as (fold_text(full_name)) stored;
drop index users_full_name;
create index users_full_name on users (tenant_id, sort_name, id);
alter table groups add column sort_name text collate "C" not null generated always as (fold_text(group_name)) stored;
create index groups_sort_name on groups (tenant_id, sort_name, id);
