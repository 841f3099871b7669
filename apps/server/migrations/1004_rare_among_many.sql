-- concurrently
-- What is rare among very many, each in an index of its own: tasks that are not counted in task_counts, tasks of one kind, and
-- what was refused or failed in the log.
drop index concurrently if exists workbench_tasks_single;
create index concurrently workbench_tasks_single on workbench_tasks (tenant_id, task_type)
  where ended_at is null and status <> 'done'
    and (assigned_user_id is not null or user_id is not null or not_for <> '{}' or snoozed_until is not null);
drop index concurrently if exists workbench_tasks_type;
create index concurrently workbench_tasks_type on workbench_tasks (tenant_id, task_type, severity desc, due_date, created_at, id)
  where ended_at is null and status <> 'done';
drop index concurrently if exists audit_entries_not_done;
create index concurrently audit_entries_not_done on audit_entries (tenant_id, result, occurred_at desc, id desc)
  where result <> 'done';
