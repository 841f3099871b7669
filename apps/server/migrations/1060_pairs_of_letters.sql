-- concurrently
-- The index of two letters of 1059.
drop index concurrently if exists users_letter_pairs;
create index concurrently users_letter_pairs on users using gin (letter_pairs(search_text)) with (fastupdate = off);
