-- Views of every list, not of five: which lists there are is checked where they are taken.
alter table saved_views drop constraint saved_views_screen_key_check;
alter table saved_views add constraint saved_views_screen_key_check
  check (screen_key ~ '^[A-Za-z]{1,40}$') not valid;

-- Widths in pixels by key of a column. Beside the columns, whose keys pages and servers of the release before read.
-- null = none: a view deleted before there were widths comes back without them.
alter table saved_views add column widths jsonb;
alter table saved_views add constraint saved_views_widths_check
  check (jsonb_typeof(widths) = 'object' and pg_column_size(widths) <= 8000) not valid;
