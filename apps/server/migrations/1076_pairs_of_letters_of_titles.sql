-- concurrently
-- As 1060 for people: titles by every two letters in a row, which the index of three knows nothing of. Used from 1077 on.
drop index concurrently if exists documents_letter_pairs;
create index concurrently documents_letter_pairs on documents using gin (letter_pairs(lower(title))) with (fastupdate = off) where customer_id is not null;
