-- Who becomes inactive works on nothing any more: the next look gives the tasks back to those who can.
create trigger note_task_leaver after update of is_inactive on users for each row
  when (new.is_inactive and not old.is_inactive) execute function note_task_change('house');
