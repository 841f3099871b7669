-- People are found by part of name, mail address or company among ten thousands: the folded text is kept.
alter table users add column search_text text collate "C" not null
  generated always as (fold_text(full_name || ' ' || user_name || ' ' || company)) stored;
