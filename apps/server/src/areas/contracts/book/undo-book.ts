import { bookCustomerFields } from '@depotwerk/domain/customers/customer-fields';

/** SQL that takes an import back, with the import's id as $1; all of it or nothing. */

/** What was built on the import since, named by contract or customer; any row keeps it from being taken back. */
export const findBuiltOn = `
  select distinct label from (
    select k.content->>'external_key' as label from book_import_contracts k
      left join contracts c on c.tenant_id = k.tenant_id and c.id = k.contract_id
     where k.tenant_id = app_tenant_id() and k.import_id = $1 and k.is_written
       and (c.id is null or c.deleted_at is not null or c.row_version <> k.version_after or c.is_linked
         or exists (select from notes x where x.tenant_id = c.tenant_id and x.contract_id = c.id)
         or exists (select from contract_holders x where x.tenant_id = c.tenant_id and x.contract_id = c.id)
         or exists (select from planned_optimizations x where x.tenant_id = c.tenant_id and x.contract_id = c.id)
         or exists (select from risk_assessments x where x.tenant_id = c.tenant_id and x.contract_id = c.id
                      and k.fate = 'new')
         or (k.fate = 'new' and (${[
           'documents',
           'key_information_handovers',
           'reports',
           'consultation_contracts',
           'element_submissions',
           'trader_orders',
           'trader_depots',
           'questionnaire_answers',
           'workbench_tasks',
         ]
           .map(
             (table) =>
               `exists (select from ${table} x where x.tenant_id = c.tenant_id and x.contract_id = c.id)`,
           )
           .join(' or ')}))
         or exists (select from contract_hints x where x.tenant_id = c.tenant_id and x.contract_id = c.id
                      and k.fate = 'new' and x.state in ('dismissed', 'accepted'))
         or (k.writes_holdings and not exists (select from portfolios p where p.tenant_id = c.tenant_id
               and p.id = (k.content->>'portfolio_id')::uuid and p.is_current))
         or (k.writes_plan and not exists (select from savings_plans s where s.tenant_id = c.tenant_id
               and s.id = (k.content->>'plan_id')::uuid and s.valid_to is null))
         or exists (select from book_import_contracts later join book_imports b on b.tenant_id = later.tenant_id
               and b.id = later.import_id and b.state in ('writing', 'done') and b.created_at > (
                 select created_at from book_imports o where o.tenant_id = k.tenant_id and o.id = k.import_id)
              where later.tenant_id = k.tenant_id and later.contract_id = k.contract_id and later.is_written))
    union all
    select u.last_name || ' ' || u.first_name from book_import_customers k
      join customers u on u.tenant_id = k.tenant_id and u.id = k.customer_id
     where k.tenant_id = app_tenant_id() and k.import_id = $1 and k.is_written
       and (u.row_version <> k.version_after or u.deleted_at is not null
         or (k.fate = 'new' and (${[
           'documents',
           'reports',
           'consultations',
           'messages',
           'notes',
           'own_answers',
           'customer_consents',
           'customer_legal_holds',
           'customer_erasures',
           'depot_openings',
           'preregistrations',
           'trader_depots',
           'users',
           'questionnaire_answers',
           'workbench_tasks',
         ]
           .map(
             (table) =>
               `exists (select from ${table} x where x.tenant_id = u.tenant_id and x.customer_id = u.id)`,
           )
           .join(' or ')}))
         or (k.fate = 'new' and exists (select from contracts c where c.tenant_id = u.tenant_id and c.customer_id = u.id
               and not exists (select from book_import_contracts o where o.tenant_id = c.tenant_id and o.import_id = $1
                                  and o.contract_id = c.id and o.fate = 'new' and o.is_written))))
  ) built order by label limit 20`;

export const undoBook: readonly string[] = [
  `delete from contracts c using book_import_contracts k
    where k.tenant_id = app_tenant_id() and k.import_id = $1 and k.is_written and k.fate = 'new'
      and c.tenant_id = k.tenant_id and c.id = k.contract_id`,
  `delete from customers u using book_import_customers k
    where k.tenant_id = app_tenant_id() and k.import_id = $1 and k.is_written and k.fate = 'new'
      and u.tenant_id = k.tenant_id and u.id = k.customer_id`,
  `delete from portfolios p using book_import_contracts k
    where k.tenant_id = app_tenant_id() and k.import_id = $1 and k.is_written and k.fate = 'changed' and k.writes_holdings
      and p.tenant_id = k.tenant_id and p.id = (k.content->>'portfolio_id')::uuid`,
  `update portfolios p set is_current = true from book_import_contracts k
    where k.tenant_id = app_tenant_id() and k.import_id = $1 and k.is_written and k.fate = 'changed' and k.writes_holdings
      and p.tenant_id = k.tenant_id and p.id = (k.before->>'portfolio_id')::uuid`,
  // Without a portfolio before, the copies on the contract fall back to nothing by hand.
  `update contracts c set valuation_date = null, cash_value = 0, total_value = 0 from book_import_contracts k
    where k.tenant_id = app_tenant_id() and k.import_id = $1 and k.is_written and k.fate = 'changed' and k.writes_holdings
      and k.before->>'portfolio_id' is null and c.tenant_id = k.tenant_id and c.id = k.contract_id`,
  `delete from portfolios p using book_import_contracts k, book_import_rows r
    where k.tenant_id = app_tenant_id() and k.import_id = $1 and k.is_written and k.fate = 'changed' and k.writes_values
      and r.tenant_id = k.tenant_id and r.import_id = k.import_id and r.issuer_id = k.issuer_id and r.match_key = k.match_key
      and r.total_value is not null and p.tenant_id = k.tenant_id and p.id = md5(k.import_id || '/' || r.line)::uuid`,
  `delete from savings_plans s using book_import_contracts k
    where k.tenant_id = app_tenant_id() and k.import_id = $1 and k.is_written and k.fate = 'changed' and k.writes_plan
      and s.tenant_id = k.tenant_id and s.id = (k.content->>'plan_id')::uuid`,
  `update savings_plans s set valid_to = null from book_import_contracts k
    where k.tenant_id = app_tenant_id() and k.import_id = $1 and k.is_written and k.fate = 'changed' and k.writes_plan
      and s.tenant_id = k.tenant_id and s.id = (k.before->>'plan_id')::uuid`,
  `update contracts c set external_key = k.before->>'external_key', external_consumer_key = k.before->>'external_consumer_key',
       start_date = (k.before->>'start_date')::date, end_date = (k.before->>'end_date')::date
     from book_import_contracts k
    where k.tenant_id = app_tenant_id() and k.import_id = $1 and k.is_written and k.fate = 'changed'
      and (k.content->>'is_changed')::boolean and c.tenant_id = k.tenant_id and c.id = k.contract_id`,
  `update customers u set ${bookCustomerFields
    .map(({ column, kind }) => {
      const before = `(k.before->>'${column}')${kind === 'day' ? '::date' : ''}`;
      return `${column} = case when k.before ? '${column}' then ${before} else u.${column} end`;
    })
    .join(', ')}
     from book_import_customers k
    where k.tenant_id = app_tenant_id() and k.import_id = $1 and k.is_written and k.fate = 'changed'
      and u.tenant_id = k.tenant_id and u.id = k.customer_id`,
  `delete from customer_tags where tenant_id = app_tenant_id() and import_id = $1`,
  `delete from contract_tags where tenant_id = app_tenant_id() and import_id = $1`,
  // A tag it made stays once somebody else gives it or changed it.
  `delete from tags t where t.tenant_id = app_tenant_id() and t.import_id = $1 and t.row_version = 1
      and not exists (select from customer_tags l where l.tenant_id = t.tenant_id and l.tag_id = t.id)
      and not exists (select from contract_tags l where l.tenant_id = t.tenant_id and l.tag_id = t.id)`,
  `update book_imports set state = 'undone' where tenant_id = app_tenant_id() and id = $1`,
];
