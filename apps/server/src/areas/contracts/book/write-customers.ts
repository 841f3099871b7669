import { bookCustomerFields } from '@depotwerk/domain/customers/customer-fields';
import { firstColour } from '@depotwerk/domain/master-data/fund-category-fields';

/** SQL of a piece of customers: the import is $1, the first and last ordinal $2 and $3. */
const piece = `tenant_id = app_tenant_id() and import_id = $1 and ordinal between $2 and $3 and not is_written`;
const columns = bookCustomerFields.map(({ column }) => column);
const said = bookCustomerFields.map(({ column, kind, isBlankStored, first }) => {
  const value = `(k.content->>'${column}')${kind === 'day' ? '::date' : ''}`;
  const unsaid = isBlankStored ? '' : first;
  return { column, value, orFirst: unsaid === undefined ? value : `coalesce(${value}, '${unsaid}')` };
});

/** SQL that makes the tags a file brings along, before anything is given one; $1 is the import. */
export const makeTags = `
  insert into tags (tenant_id, tag_name, colour, import_id)
  select app_tenant_id(), min(n.name), '${firstColour}', $1::uuid
    from book_import_rows r
    cross join lateral unnest(string_to_array(concat_ws('|', r.customer_tags, r.contract_tags), '|')) n (name)
   where r.tenant_id = app_tenant_id() and r.import_id = $1 and r.refusal is null
     and (r.customer_tags is not null or r.contract_tags is not null)
   group by lower(n.name)
  on conflict do nothing`;

export const writeCustomers: readonly string[] = [
  // The check may be days old: who was changed, blocked or deleted since, or has the number now, is refused.
  `update book_import_customers k set fate = 'refused', reason = x.reason
     from (select k.customer_ref, case
             when k.fate = 'new' then case when exists (select from customers o where o.tenant_id = k.tenant_id
                    and o.external_key = k.content->>'external_key')
               then 'Die Kundennummer wurde seit der Prüfung vergeben.' end
             when u.id is null or u.deleted_at is not null then 'Der Kunde wurde seit der Prüfung gelöscht.'
             when u.is_blocked then 'Der Kunde ist gesperrt.'
             when u.row_version <> k.version_before then 'Der Kunde wurde seit der Prüfung geändert.' end as reason
             from book_import_customers k
             left join customers u on u.tenant_id = k.tenant_id and u.id = k.customer_id
            where k.tenant_id = app_tenant_id() and k.import_id = $1 and k.ordinal between $2 and $3 and not k.is_written and k.fate in ('new', 'changed')) x
    where k.tenant_id = app_tenant_id() and k.import_id = $1 and k.ordinal between $2 and $3 and not k.is_written and k.customer_ref = x.customer_ref and x.reason is not null`,
  `insert into customers (tenant_id, id, group_id, ${columns.join(', ')})
   select k.tenant_id, k.customer_id, (k.content->>'group_id')::uuid, ${said.map(({ orFirst }) => orFirst).join(', ')}
     from book_import_customers k where ${piece} and k.fate = 'new'`,
  // What a file does not say stays; what was there before is kept for taking the import back.
  `update book_import_customers k set before = (
       select jsonb_object_agg(t.key, to_jsonb(u)->t.key) from jsonb_object_keys(k.content) t (key))
     from customers u
    where k.tenant_id = app_tenant_id() and k.import_id = $1 and k.ordinal between $2 and $3 and not k.is_written
      and k.fate = 'changed' and u.tenant_id = k.tenant_id and u.id = k.customer_id`,
  `update customers u set ${said.map(({ column, value }) => `${column} = coalesce(${value}, u.${column})`).join(', ')}
     from book_import_customers k
    where ${piece.replaceAll(/\b(tenant_id|import_id|ordinal|is_written)\b/g, 'k.$1')} and k.fate = 'changed'
      and u.tenant_id = k.tenant_id and u.id = k.customer_id`,
  `insert into customer_tags (tenant_id, customer_id, tag_id, import_id)
   select distinct k.tenant_id, k.customer_id, t.id, k.import_id
     from book_import_customers k
     join book_import_rows r on r.tenant_id = k.tenant_id and r.import_id = k.import_id and r.customer_ref = k.customer_ref
      and r.customer_tags is not null and r.refusal is null
     cross join lateral unnest(string_to_array(r.customer_tags, '|')) n (name)
     join tags t on t.tenant_id = k.tenant_id and lower(t.tag_name) = lower(n.name)
    where k.tenant_id = app_tenant_id() and k.import_id = $1 and k.ordinal between $2 and $3 and not k.is_written
      and k.fate in ('new', 'changed')
   on conflict do nothing`,
  `update book_import_customers k set is_written = true, version_after = u.row_version
     from customers u
    where k.tenant_id = app_tenant_id() and k.import_id = $1 and k.ordinal between $2 and $3 and not k.is_written
      and k.fate in ('new', 'changed') and u.tenant_id = k.tenant_id and u.id = k.customer_id`,
];
