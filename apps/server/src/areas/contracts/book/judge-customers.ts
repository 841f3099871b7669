import { bookFields } from '@depotwerk/domain/book/book-fields';
import { germanPostalCodeShape } from '@depotwerk/domain/customers/check-customer';
import { bookCustomerFields } from '@depotwerk/domain/customers/customer-fields';
import { findMixedCustomers } from './agree-lines.ts';

/** SQL of the members of one JSON object that another one says differently, sorted; quick where it says all the same. */
export const differingKeys = (said: string, stored: string): string =>
  `case when ${said} <@ ${stored} then '{}' else
     array(select e.key from jsonb_each(${said}) e where e.value is distinct from ${stored} -> e.key order by e.key) end`;

const germanPostalCode = `${bookFields.postalCode.label}: Eine deutsche Postleitzahl hat fünf Ziffern. Bitte ergänzen Sie sie, oder nennen Sie ein anderes Land in der Spalte „${bookFields.country.label}“.`;
/** As in the form: nobody is refused for what is stored of him already. */
const isShortened = `f.customer->>'postal_code' !~ '${germanPostalCodeShape.source}'
         and coalesce(f.customer->>'country', u.country, 'DE') = 'DE'
         and (u.id is null or u.country <> 'DE' or u.postal_code <> f.customer->>'postal_code')`;

/**
 * SQL that finds the customers of a file, run in the order given with the import's id as $1 and the policy for likely
 * matches as $2. The rules are those the screen shows: customer number or a contract whose holder has the same full name
 * and date of birth is certain; name with date of birth alone is asked; another name or birthday is a veto.
 */
export const judgeCustomers: readonly string[] = [
  // Which contract of the house each number of the file is: by number, else by its old number.
  `create temporary table found_contracts on commit drop as
   with wanted as (
     select issuer_id, match_key, min(line) as first_line,
            (array_agg(contract->>'old_match_key' order by line) filter (where contract ? 'old_match_key'))[1] as old_key
       from book_import_rows where tenant_id = app_tenant_id() and import_id = $1 and match_key is not null
      group by issuer_id, match_key),
   hits as (
     select w.issuer_id, w.match_key, c.id as contract_id, c.customer_id,
            count(*) over (partition by w.issuer_id, w.match_key) as hit_count
       from wanted w join contracts c on c.tenant_id = app_tenant_id() and c.deleted_at is null
        and c.match_key = w.match_key and (w.issuer_id = 0 or c.issuer_id = w.issuer_id)),
   by_old as (
     select w.issuer_id, w.match_key, c.id as contract_id, c.customer_id,
            count(*) over (partition by w.issuer_id, w.match_key) as hit_count
       from wanted w join contracts c on c.tenant_id = app_tenant_id() and c.deleted_at is null
        and c.match_key = w.old_key and (w.issuer_id = 0 or c.issuer_id = w.issuer_id)
      where w.old_key is not null
        and not exists (select from hits h where h.issuer_id = w.issuer_id and h.match_key = w.match_key))
   select w.issuer_id, w.match_key, w.first_line, h.contract_id, h.customer_id, coalesce(h.hit_count, 0) as hit_count
     from wanted w
     left join (select distinct on (issuer_id, match_key) * from (select * from hits union all select * from by_old) all_hits
                 order by issuer_id, match_key) h on h.issuer_id = w.issuer_id and h.match_key = w.match_key`,
  'create index on found_contracts (issuer_id, match_key)',
  'analyze found_contracts',
  `create temporary table holders on commit drop as
   select r.customer_ref, min(u.id::text)::uuid as customer_id, count(distinct u.id) as holder_count
     from (select distinct customer_ref, issuer_id, match_key from book_import_rows
            where tenant_id = app_tenant_id() and import_id = $1 and customer_ref like 'n:%' and match_key is not null) r
     join found_contracts f on f.issuer_id = r.issuer_id and f.match_key = r.match_key and f.hit_count = 1
     join customers u on u.tenant_id = app_tenant_id() and u.id = f.customer_id
      and r.customer_ref = 'n:' || u.sort_name || '|' || u.date_of_birth::text
    group by r.customer_ref`,
  'analyze holders',
  // Who had a number of the file once: its record was merged into another one, and people decided what that one is called.
  `create temporary table former_numbers on commit drop as
   select number, customer_id, was.last_name, was.first_name, was.date_of_birth from (
     -- Merged customers are few, lines are many: one look at each, not one at the merges for every line.
     select r.number, customer_of_former_number(r.number) as customer_id
       from (select distinct substr(customer_ref, 3) as number from book_import_rows
              where tenant_id = app_tenant_id() and import_id = $1 and customer_ref like 'k:%') r
      where r.number in (select unnest(array[m.merged_number, m.survivor_number]) from customer_merges m
                          where m.tenant_id = app_tenant_id() and m.undone_at is null)) n
   cross join lateral (
     select b.value->>'last_name' as last_name, b.value->>'first_name' as first_name,
            (b.value->>'date_of_birth')::date as date_of_birth
       from customer_merges m cross join lateral jsonb_each(m.before) b
      where m.tenant_id = app_tenant_id() and m.undone_at is null and b.value->>'external_key' = n.number
      order by m.merged_at desc, m.id limit 1) was
   where customer_id is not null`,
  `create temporary table firsts on commit drop as
   select distinct on (customer_ref) customer_ref, line, customer, customer_ref like 'f:%' as is_firm, $2 = 'match' as takes_likely,
          fold_text((customer->>'last_name') || ' ' || coalesce(customer->>'first_name', '')) as sort_name,
          (customer->>'date_of_birth')::date as date_of_birth
     from book_import_rows
    where tenant_id = app_tenant_id() and import_id = $1 and customer_ref is not null and refusal is null
    order by customer_ref, line`,
  'analyze firsts',
  // Each name with its day once, however many share both: placeholders for days nobody knew gather thousands.
  `create temporary table likely_people on commit drop as
   select p.sort_name, p.date_of_birth, p.is_firm, min(p.id::text)::uuid as customer_id, count(*) as hit_count
     from (
       select f.*, u.id from (select distinct sort_name, date_of_birth, is_firm from firsts) f
         join customers u on u.tenant_id = app_tenant_id() and u.deleted_at is null
          and u.sort_name = f.sort_name and u.date_of_birth = f.date_of_birth
       union all
       select f.*, u.id from (select distinct sort_name, date_of_birth, is_firm from firsts where is_firm) f
         join customers u on u.tenant_id = app_tenant_id() and u.deleted_at is null
          and u.sort_name = f.sort_name and u.date_of_birth is null) p
    group by p.sort_name, p.date_of_birth, p.is_firm`,
  'analyze likely_people',
  `create temporary table found_customers on commit drop as
   select f.customer_ref, f.line,
          f.customer - case when k.id is null and w.customer_id is not null
            then '{external_key,last_name,first_name,date_of_birth}'::text[] else '{}' end as customer,
          f.customer as given, w.last_name as former_last_name, w.first_name as former_first_name,
          w.date_of_birth as former_date_of_birth, h.customer_id as holder_id, coalesce(k.id, w.customer_id) as key_id,
          coalesce(h.customer_id, k.id, w.customer_id, case when l.hit_count = 1 and f.takes_likely then l.customer_id end) as customer_id,
          l.hit_count as likely_count
     from firsts f
     left join holders h on h.customer_ref = f.customer_ref and h.holder_count = 1
     left join customers k on k.tenant_id = app_tenant_id() and f.customer_ref like 'k:%'
      and k.external_key = substr(f.customer_ref, 3)
     left join former_numbers w on k.id is null and f.customer_ref like 'k:%' and w.number = substr(f.customer_ref, 3)
     left join likely_people l on h.customer_id is null and k.id is null and w.number is null
      and l.sort_name = f.sort_name and l.is_firm = f.is_firm and l.date_of_birth is not distinct from f.date_of_birth`,
  findMixedCustomers,
  // Customers the file gives a tag they do not have.
  `create temporary table newly_tagged_customers on commit drop as
   select distinct r.customer_ref
     from book_import_rows r
     cross join lateral unnest(string_to_array(r.customer_tags, '|')) n (name)
     join found_customers f on f.customer_ref = r.customer_ref
    where r.tenant_id = app_tenant_id() and r.import_id = $1 and r.customer_tags is not null
      and not exists (select from customer_tags l join tags t on t.tenant_id = l.tenant_id and t.id = l.tag_id
        where l.tenant_id = app_tenant_id() and l.customer_id = f.customer_id and lower(t.tag_name) = lower(n.name))`,
  'analyze newly_tagged_customers',
  // `offset 0` keeps what is named more than once from being worked out each time.
  `insert into book_import_customers (tenant_id, import_id, customer_ref, ordinal, first_line, customer_id, fate, reason, content,
     version_before, changes)
   select app_tenant_id(), $1, f.customer_ref, row_number() over (order by f.line), f.line,
          coalesce(u.id, gen_random_uuid()),
          case when v.reason is not null then 'refused' when u.id is null then 'new'
               when w.changes = '{}' then 'unchanged' else 'changed' end,
          v.reason, f.customer - case when u.id is null then '' else 'group_id' end,
          u.row_version, w.changes
     from found_customers f
     left join customers u on u.tenant_id = app_tenant_id() and u.id = f.customer_id
     left join mixed_customers mixed on mixed.customer_ref = f.customer_ref
     left join newly_tagged_customers t on t.customer_ref = f.customer_ref
     cross join lateral (select jsonb_build_object(${bookCustomerFields.map(({ column }) => `'${column}', u.${column}`).join(', ')}) as stored offset 0) o
     cross join lateral (select case when u.id is null then '{}' else ${differingKeys("f.customer - 'group_id'", 'o.stored')}
       || case when t.customer_ref is null then '{}' else '{tags}'::text[] end end as changes offset 0) w
     cross join lateral (select case
       when u.deleted_at is not null then 'Der Kunde mit dieser Nummer ist gelöscht.'
       when u.is_blocked then 'Der Kunde ist gesperrt.'
       when mixed.customer_ref is not null
         then 'Die Zeilen dieser Kundennummer nennen verschiedene Namen oder Geburtsdaten. Bitte geben Sie jedem Kunden seine eigene.'
       when f.key_id is not null and (
            (f.given ? 'last_name' and fold_text(f.given->>'last_name') not in (fold_text(u.last_name),
               coalesce(fold_text(f.former_last_name), fold_text(u.last_name))))
         or (f.given ? 'first_name' and u.first_name <> '' and fold_text(f.given->>'first_name') not in (
               fold_text(u.first_name), coalesce(fold_text(f.former_first_name), fold_text(u.first_name))))
         or (f.given ? 'date_of_birth' and u.date_of_birth <> (f.given->>'date_of_birth')::date
               and f.former_date_of_birth is distinct from (f.given->>'date_of_birth')::date))
         then 'Unter dieser Kundennummer ist jemand mit anderem Namen oder Geburtsdatum gespeichert.'
       when u.id is null and coalesce(f.customer->>'last_name', '') = '' then 'Ein neuer Kunde braucht einen Namen.'
       when ${isShortened} then '${germanPostalCode}'
       when u.id is null and coalesce(f.likely_count, 0) > 0 and $2 <> 'create'
         then case when f.likely_count > 1 then 'Mehrere Kunden haben diesen Namen und dieses Geburtsdatum.'
              else 'Ein Kunde mit diesem Namen und Geburtsdatum ist schon gespeichert. Bitte entscheiden Sie bei den Regeln, ob er gemeint ist.' end
       end as reason offset 0) v`,
];
