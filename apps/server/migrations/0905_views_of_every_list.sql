-- Views of every list, not of five: which lists there are is checked where they are taken.
alter table saved_views drop constraint saved_views_screen_key_check;
alter table saved_views add constraint saved_views_screen_key_check
  check (screen_key ~ '^[A-Za-z]{1,40}$') not valid;
