import { bookCustomerFields } from '@depotwerk/domain/customers/customer-fields';
import { personNameOf } from '../../../platform/customers/person-name.ts';
import { undoPayments } from './paid-lines.ts';
import { raiseVersions } from './write-contracts.ts';

/** SQL that takes an import back, with the import's id as $1; all of it or nothing. */

/** What somebody did, in German, and how it is seen of `c`, `u` and the line of the import `k`. */
type Cause = readonly [what: string, condition: string];

const isThere = (table: string, reference: 'contract_id = c.id' | 'customer_id = u.id', more = '') =>
  `exists (select from ${table} x where x.tenant_id = k.tenant_id and x.${reference}${more})`;
const ofNew = (condition: string) => `k.fate = 'new' and ${condition}`;
/** Tasks come by themselves; only what somebody took or did is work of a person. */
const isTouched = ` and (x.status <> 'open' or x.assigned_user_id is not null)`;
const isByHand = ' and x.import_id is null';
/** Plans come by themselves where a tariff is looked at continuously; only what somebody made, changed or sent on is work. */
const isTakenUp = ` and (x.created_by is not null or x.is_edited or x.state not in ('draft', 'checked'))`;
const isDecided = ' and x.decided_by is not null';

/** Other imports whose lines of the same contract or customer stand in the house. */
const otherImports = (kind: 'contract' | 'customer') => `
  from book_import_${kind}s later join book_imports b on b.tenant_id = later.tenant_id and b.id = later.import_id
   and b.state in ('writing', 'done', 'undoing')
 where later.tenant_id = k.tenant_id and later.${kind}_id = k.${kind}_id and later.is_written`;
/**
 * Each import that writes raises the version. What was written later has the higher one, whichever file was uploaded first: two
 * imports that both took the other for the later one could never be taken back. Of the same version (tags alone, or written by an
 * older release) the one that was uploaded later counts.
 */
const byLaterImport = (kind: 'contract' | 'customer'): Cause => [
  'spätere Übernahme',
  `exists (select ${otherImports(kind)} and (later.version_after > k.version_after
     or later.version_after = k.version_after and b.created_at > (
       select created_at from book_imports o where o.tenant_id = k.tenant_id and o.id = k.import_id)))`,
];
/** A version no import made is of a person. */
const byPerson = (kind: 'contract' | 'customer', what: string, version: string): Cause => [
  what,
  `${version} <> k.version_after and ${version} <> (select max(later.version_after) ${otherImports(kind)})`,
];

const ofContract: readonly Cause[] = [
  ['gelöscht', 'c.id is null or c.deleted_at is not null'],
  byPerson('contract', 'geändert oder geprüft', 'c.row_version'),
  // Purchases, sales and payments are taken of linked contracts too: the bank says nothing of them.
  ['mit einem Bankdepot verknüpft', `c.is_linked and not k.changes <@ '{movements,payments}'`],
  ['Notiz', isThere('notes', 'contract_id = c.id')],
  ['weiterer Vertragsinhaber', isThere('contract_holders', 'contract_id = c.id')],
  ['Vorschlag', isThere('planned_optimizations', 'contract_id = c.id', isTakenUp)],
  ['entschiedener Vorschlag', ofNew(isThere('continuous_plans', 'contract_id = c.id', isDecided))],
  ['Risikoprofil', ofNew(isThere('risk_assessments', 'contract_id = c.id'))],
  ['Dokument', ofNew(isThere('documents', 'contract_id = c.id'))],
  [
    'ausgehändigtes Basisinformationsblatt',
    ofNew(isThere('key_information_handovers', 'contract_id = c.id')),
  ],
  ['Bericht', ofNew(isThere('reports', 'contract_id = c.id'))],
  ['Beratung', ofNew(isThere('consultation_contracts', 'contract_id = c.id'))],
  ['Formular', ofNew(isThere('element_submissions', 'contract_id = c.id'))],
  ['Auftrag', ofNew(isThere('trader_orders', 'contract_id = c.id'))],
  ['Bankdepot', ofNew(isThere('trader_depots', 'contract_id = c.id'))],
  ['Fragebogen', ofNew(isThere('questionnaire_answers', 'contract_id = c.id'))],
  ['Aufgabe in Arbeit', ofNew(isThere('workbench_tasks', 'contract_id = c.id', isTouched))],
  ['Schlagwort', ofNew(isThere('contract_tags', 'contract_id = c.id', isByHand))],
  [
    'bearbeiteter Hinweis',
    ofNew(isThere('contract_hints', 'contract_id = c.id', ` and x.state in ('dismissed', 'accepted')`)),
  ],
  [
    'neuerer Bestand',
    `k.writes_holdings and not exists (select from portfolios p where p.tenant_id = c.tenant_id
       and p.id = (k.content->>'portfolio_id')::uuid and p.is_current)`,
  ],
  [
    'neuerer Sparplan',
    `k.writes_plan and not exists (select from savings_plans s where s.tenant_id = c.tenant_id
       and s.id = (k.content->>'plan_id')::uuid and s.valid_to is null)`,
  ],
  byLaterImport('contract'),
];

const ofCustomer: readonly Cause[] = [
  ['gelöscht', 'u.deleted_at is not null'],
  byPerson('customer', 'geändert', 'u.row_version'),
  ['Dokument', ofNew(isThere('documents', 'customer_id = u.id'))],
  ['Bericht', ofNew(isThere('reports', 'customer_id = u.id'))],
  ['Beratung', ofNew(isThere('consultations', 'customer_id = u.id'))],
  ['Nachricht', ofNew(isThere('messages', 'customer_id = u.id'))],
  ['Notiz', ofNew(isThere('notes', 'customer_id = u.id'))],
  ['Antwort des Kunden', ofNew(isThere('own_answers', 'customer_id = u.id'))],
  ['Einwilligung', ofNew(isThere('customer_consents', 'customer_id = u.id'))],
  ['Löschsperre', ofNew(isThere('customer_legal_holds', 'customer_id = u.id'))],
  ['Löschung', ofNew(isThere('customer_erasures', 'customer_id = u.id'))],
  ['Depoteröffnung', ofNew(isThere('depot_openings', 'customer_id = u.id'))],
  ['Einladung', ofNew(isThere('preregistrations', 'customer_id = u.id'))],
  ['Bankdepot', ofNew(isThere('trader_depots', 'customer_id = u.id'))],
  ['Zugang', ofNew(isThere('users', 'customer_id = u.id'))],
  ['Fragebogen', ofNew(isThere('questionnaire_answers', 'customer_id = u.id'))],
  ['Aufgabe in Arbeit', ofNew(isThere('workbench_tasks', 'customer_id = u.id', isTouched))],
  ['Schlagwort', ofNew(isThere('customer_tags', 'customer_id = u.id', isByHand))],
  [
    'weiterer Vertrag',
    ofNew(`exists (select from contracts c where c.tenant_id = u.tenant_id and c.customer_id = u.id
       and not exists (select from book_import_contracts o where o.tenant_id = c.tenant_id and o.import_id = $1
                          and o.contract_id = c.id and o.fate = 'new' and o.is_written))`),
  ],
  byLaterImport('customer'),
];

const causesIn = (causes: readonly Cause[]) =>
  `array_to_string(array[${causes.map(([what, condition]) => `case when ${condition} then '${what}' end`).join(', ')}], ', ')`;

/**
 * Locks what was written, so that nobody adds to it between the look at what was built on it and the taking back: what came
 * with a row would go with it, unseen.
 */
export const lockWritten: readonly string[] = [
  `select 1 from customers u join book_import_customers k on k.tenant_id = u.tenant_id and k.customer_id = u.id
    where k.tenant_id = app_tenant_id() and k.import_id = $1 and k.is_written order by u.id for update of u`,
  `select 1 from contracts c join book_import_contracts k on k.tenant_id = c.tenant_id and k.contract_id = c.id
    where k.tenant_id = app_tenant_id() and k.import_id = $1 and k.is_written order by c.id for update of c`,
];

/**
 * What was built on the import since, as contract or customer with what was done; any row keeps it from being taken back. The first
 * of `total`; what was deleted has no `id` to look at.
 */
export const findBuiltOn = `
  select *, count(*) over ()::int as total from (select distinct kind, id, subject as label, causes from (
    select 'contract' as kind, case when c.deleted_at is null then c.id end as id, k.content->>'external_key' as subject,
           ${causesIn(ofContract)} as causes from book_import_contracts k
      left join contracts c on c.tenant_id = k.tenant_id and c.id = k.contract_id
     where k.tenant_id = app_tenant_id() and k.import_id = $1 and k.is_written
    union all
    select 'customer', case when u.deleted_at is null then u.id end, ${personNameOf('u')}, ${causesIn(ofCustomer)} from book_import_customers k
      join customers u on u.tenant_id = k.tenant_id and u.id = k.customer_id
     where k.tenant_id = app_tenant_id() and k.import_id = $1 and k.is_written
  ) built where causes <> '') once order by label, causes limit 20`;

/** What it wrote is as it was again: an earlier import finds its own state under the version the taking back made. */
const handVersionBack = (kind: 'contract' | 'customer') => `
  update book_import_${kind}s earlier set version_after = x.row_version
    from book_import_${kind}s k join ${kind}s x on x.tenant_id = k.tenant_id and x.id = k.${kind}_id
   where k.tenant_id = app_tenant_id() and k.import_id = $1 and k.is_written and k.fate = 'changed'
     and earlier.tenant_id = k.tenant_id and earlier.${kind}_id = k.${kind}_id and earlier.import_id <> k.import_id
     and earlier.is_written and earlier.version_after = k.version_before`;

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
  `update contracts c set valuation_date = null, cash_value = 0, total_value = 0, paid_in = null, contributions_value = 0
     from book_import_contracts k
    where k.tenant_id = app_tenant_id() and k.import_id = $1 and k.is_written and k.fate = 'changed' and k.writes_holdings
      and k.before->>'portfolio_id' is null and c.tenant_id = k.tenant_id and c.id = k.contract_id`,
  `delete from portfolios p using book_import_contracts k, book_import_rows r
    where k.tenant_id = app_tenant_id() and k.import_id = $1 and k.is_written and k.fate = 'changed' and k.writes_values
      and r.tenant_id = k.tenant_id and r.import_id = k.import_id and r.issuer_id = k.issuer_id and r.match_key = k.match_key
      and r.total_value is not null and p.tenant_id = k.tenant_id and p.id = md5(k.import_id || '/' || r.line)::uuid`,
  `delete from savings_plans s using book_import_contracts k
    where k.tenant_id = app_tenant_id() and k.import_id = $1 and k.is_written and k.fate = 'changed' and k.writes_plan
      and s.tenant_id = k.tenant_id and s.id = (k.content->>'plan_id')::uuid`,
  `update savings_plans s set valid_to = (k.before->>'plan_valid_to')::date from book_import_contracts k
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
  ...undoPayments,
  `delete from fund_movements where tenant_id = app_tenant_id() and import_id = $1`,
  `update fund_movements set booked_day = null, booked_kind = null, booked_quantity = null, booked_amount = null,
       booked_import_id = null
    where tenant_id = app_tenant_id() and booked_import_id = $1`,
  `delete from customer_tags where tenant_id = app_tenant_id() and import_id = $1`,
  `delete from contract_tags where tenant_id = app_tenant_id() and import_id = $1`,
  // A tag it made stays once somebody else gives it or changed it.
  `delete from tags t where t.tenant_id = app_tenant_id() and t.import_id = $1 and t.row_version = 1
      and not exists (select from customer_tags l where l.tenant_id = t.tenant_id and l.tag_id = t.id)
      and not exists (select from contract_tags l where l.tenant_id = t.tenant_id and l.tag_id = t.id)`,
  raiseVersions('k.tenant_id = app_tenant_id() and k.import_id = $1 and k.is_written'),
  handVersionBack('contract'),
  handVersionBack('customer'),
  `update book_imports set state = 'undone' where tenant_id = app_tenant_id() and id = $1`,
];
