-- The tax identification number of a customer (§ 139b AO), null = unknown. Mirrors isTaxIdentificationNumber() of
-- packages/domain/src/customers/tax-identification-number.ts: eleven digits, of the first ten exactly one twice or three
-- times, check digit by ISO 7064 MOD 11,10.

create function is_valid_tax_identification_number(digits text) returns boolean
  language plpgsql immutable parallel safe strict
  as $$
declare
  product int := 10;
  position int;
  digit text;
  occurrences int;
  repeated int := 0;
begin
  if digits !~ '^[1-9][0-9]{10}$' then
    return false;
  end if;
  foreach digit in array array['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] loop
    occurrences := 10 - length(replace(substr(digits, 1, 10), digit, ''));
    if occurrences > 3 then
      return false;
    end if;
    repeated := repeated + case when occurrences > 1 then 1 else 0 end;
  end loop;
  if repeated <> 1 then
    return false;
  end if;
  for position in 1..10 loop
    product := (substr(digits, position, 1)::int + product) % 10;
    product := (case when product = 0 then 10 else product end) * 2 % 11;
  end loop;
  return (11 - product) % 10 = substr(digits, 11, 1)::int;
end
$$;

alter table customers add column tax_identification_number text
  check (is_valid_tax_identification_number(tax_identification_number));
