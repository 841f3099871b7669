-- The comparable form of a contract's number was left to the database's locale (which blanks, which capitals) and so could differ
-- from contractMatchKey() of packages/domain/src/book. Now both spell out what they drop and raise; a test compares them.
create or replace function contract_match_key(number text) returns text
  language sql immutable parallel safe strict
  as $$
  select translate(
    regexp_replace(normalize(number, NFC), U&'[\0009-\000D\0020\00A0\1680\2000-\200A\2028\2029\202F\205F\3000\FEFF/-]', '', 'g'),
    'abcdefghijklmnopqrstuvwxyzäöü', 'ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ') collate "C"
$$;
reindex index contracts_match_key;
