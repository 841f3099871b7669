-- A customer who withdraws a consent herself: the house hears of it by a task.
create trigger note_task_change after insert on customer_consents
  for each row execute function note_task_change('house');
