-- Tasks of continuous optimisation are those of its plans. A look that leaves none changes no task, and a calm month has a million of
-- them: each was noted, and its contract's tasks found anew. What a look was before is noted where it changes.
drop trigger note_task_change on continuous_plans;
create trigger note_task_insert after insert on continuous_plans for each row
  when (new.planned_optimization_id is not null) execute function note_task_change('ofContract');
create trigger note_task_change after update of state on continuous_plans
  for each row execute function note_task_change('ofContract');
-- A look's contract is of its house, and its key says so: asking for the house as well was a quarter of writing a look.
alter table continuous_plans drop constraint continuous_plans_tenant_id_fkey;
