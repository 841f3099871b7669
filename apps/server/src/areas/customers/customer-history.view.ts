import type { CallAnswer } from '@depotwerk/api/call';
import type { listCustomerHistory } from '@depotwerk/api/customers/customers';
import { changedFieldsText } from '@depotwerk/domain/audit-details';
import { auditActionText } from '@depotwerk/domain/audit-texts';
import { recordsOfSql } from '../../platform/customers/records.ts';
import { distinctName } from '../../platform/database/distinct-name.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import { notFound } from '../../platform/http/app-error.ts';
import type { Page } from '../../platform/lists/paging.ts';
import { hideFromOwnSide, type Scope, visibilityOf } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { visibilityConditions } from '../contracts/public.ts';
import { customerVisibility } from './customer-visibility.view.ts';

interface EventRow {
  id: string;
  occurredAt: string;
  action: string;
  actorName: string | null;
  externalKey: string | null;
  /** What an import made of the customer or contract, and from which file; null = no import. */
  fate: 'new' | 'changed' | null;
  fileName: string | null;
  /** Tag that was given or taken; null = no such entry, or it was merged into another one since. */
  tagName: string | null;
  /** Keys of the fields that were changed, with commas; null = the entry names none. */
  fields: string | null;
  /** Title of the document it was done to. */
  documentTitle: string | null;
  /** Whether the entry blocked or unblocked; null = it did neither. */
  isBlocked: boolean | null;
}

/**
 * What books taken over from files did to `people` and `seen_contracts`. An import of 100,000 contracts has one entry in the log,
 * not one for each: its own rows say what it touched. One that broke off has no entry and is there all the same; taking it
 * back is entered when it is asked for and when it is done, and counts for who asked.
 */
const bookEvents = `
  select a.id, '-' || b.id || t.part, a.occurred_at, a.action, a.actor_user_id, t.external_key, t.fate, b.file_name, a.actor_name
    from (select k.import_id, '-customer-' || k.ordinal as part, k.fate, null::text as external_key
            from people u join book_import_customers k on k.tenant_id = app_tenant_id() and k.customer_id = u.id
           where k.is_written
          union all
          select k.import_id, '-contract-' || k.ordinal, k.fate, c.external_key
            from seen_contracts c join book_import_contracts k on k.tenant_id = app_tenant_id() and k.contract_id = c.id
           where k.is_written) t
    join book_imports b on b.tenant_id = app_tenant_id() and b.id = t.import_id
    cross join lateral (
      select coalesce(max(l.id), 0) as id, coalesce(max(l.occurred_at), b.updated_at) as occurred_at,
             'contracts.importBook' as action, b.created_by as actor_user_id, nullif(b.actor_name, '') as actor_name
        from audit_entries l
       where l.tenant_id = b.tenant_id and l.object_type = 'import' and l.object_id = b.id::text and l.result = 'done'
         and l.action = 'contracts.importBook'
      union all
      (select l.id, l.occurred_at, l.action, l.actor_user_id, null from audit_entries l
        where l.tenant_id = b.tenant_id and l.object_type = 'import' and l.object_id = b.id::text and l.result = 'done'
          and l.action = 'contracts.undoBook' and b.state = 'undone'
        order by l.actor_user_id is null, l.id desc limit 1)) a`;

/** Looking is no event. */
const reads = ['customers.read', 'contracts.read', 'documents.read']
  .map((action) => `'${action}'`)
  .join(', ');

/**
 * What was done to a customer, to those of his contracts and documents the caller sees, in consultations and with
 * invitations to him, newest first; looking is left out. Clients do not see who worked on them. @throws 404
 */
export async function readCustomerHistory(
  services: ReadServices,
  scope: Scope,
  customerId: string,
  page: Page,
): Promise<CallAnswer<typeof listCustomerHistory>> {
  hideFromOwnSide(scope);
  const own = new Parameters();
  const visible = customerVisibility(visibilityOf(scope, 'groupCustomers.view'), own);
  const parameters = new Parameters();
  const customer = parameters.add(customerId);
  // A parameter that no condition uses would have no type.
  const seesContracts = scope.permissions.has('contracts.view')
    ? visibilityConditions(visibilityOf(scope, 'groupContracts.view'), parameters).join(' and ')
    : 'false';
  const seesDocuments = scope.permissions.has('documents.view')
    ? customerVisibility(visibilityOf(scope, 'groupDocuments.view'), parameters).join(' and ')
    : 'false';
  const seesConsultations = scope.permissions.has('consultations.view');
  const [found, events] = await services.database.readMany<[{ id: string }, EventRow]>(scope, [
    {
      sql: `select u.id from customers u where ${visible.join(' and ')} and u.id = ${own.add(customerId)}`,
      parameters: own.values,
    },
    {
      sql: `with people as (
          select id from ${recordsOfSql(customer)} r),
        seen_contracts as (
          select c.id, c.external_key from contracts c where ${seesContracts} and c.customer_id = ${customer}::uuid),
        objects as (
          select 'customer' as object_type, id::text as object_id, null::text as external_key, null::text as title from people
          union all
          select 'contract', id::text, external_key, null from seen_contracts
          union all
          select 'document', d.id::text, k.external_key, d.title
            from customers u join documents d on d.tenant_id = u.tenant_id and d.customer_id = u.id
            left join seen_contracts k on k.id = d.contract_id
           where u.id = ${customer}::uuid and ${seesDocuments}
          union all
          select 'consultation', b.id::text, null, null from consultations b
           where b.tenant_id = app_tenant_id() and b.customer_id = ${customer}::uuid and ${seesConsultations}
          union all
          select 'preregistration', i.id::text, null, null from preregistrations i
           where i.tenant_id = app_tenant_id() and i.customer_id = ${customer}::uuid),
        events as (
          select a.id, '' as part, a.occurred_at, a.action, a.actor_user_id, o.external_key, null::text as fate,
                 null::text as file_name, null::text as actor_name, (a.details->>'tagId')::int as tag_id,
                 a.details->>'fields' as fields, o.title as document_title, (a.details->>'isBlocked')::boolean as is_blocked
            from objects o
            join audit_entries a on a.tenant_id = app_tenant_id() and a.object_type = o.object_type and a.object_id = o.object_id
           where a.result = 'done' and a.action not in (${reads})
             -- The log of the other one says the same of a merge a second time.
             and not (a.action in ('customers.merge', 'customers.undoMerge')
               and exists (select from customer_merges m where m.tenant_id = a.tenant_id and m.merged_id::text = a.object_id
                 and m.id = (a.details->>'mergeId')::uuid and m.survivor_id in (select id from people)))
          union all select b.*, null, null, null, null from (${bookEvents}) b)
        select e.id || e.part as id, e.occurred_at as "occurredAt", e.action, coalesce(${distinctName('p')}, e.actor_name) as "actorName",
               e.external_key as "externalKey", e.fate, e.file_name as "fileName", t.tag_name as "tagName", e.fields,
               e.document_title as "documentTitle",
               e.is_blocked as "isBlocked"
          from events e left join users p on p.tenant_id = app_tenant_id() and p.id = e.actor_user_id
          left join tags t on t.tenant_id = app_tenant_id() and t.id = e.tag_id
         order by e.occurred_at desc, e.id desc, e.part
         limit ${parameters.add(page.size)}::int offset ${parameters.add(page.offset)}::int`,
      parameters: parameters.values,
    },
  ]);
  if (found.length === 0) throw notFound();
  return events.map((event) => {
    const { id, occurredAt, actorName, externalKey } = event;
    return { id, occurredAt, title: titleOf(event), actorName, externalKey };
  });
}

function titleOf(event: EventRow): string {
  const { action, fate, fileName, externalKey, tagName, fields, documentTitle, isBlocked } = event;
  if (isBlocked !== null) return isBlocked ? 'Kunde gesperrt' : 'Kunde entsperrt';
  const title = auditActionText(action);
  if (documentTitle !== null) return `${title}: ${documentTitle}`;
  const changed = tagName ?? changedFieldsText(externalKey === null ? 'customer' : 'contract', fields);
  if (fate === null) return changed === null ? title : `${title}: ${changed}`;
  if (action === 'contracts.undoBook') return `${title}: ${fileName}`;
  const verb = fate === 'new' ? 'create' : 'edit';
  return `${auditActionText(`${externalKey === null ? 'customers' : 'contracts'}.${verb}`)} durch Übernahme aus ${fileName}`;
}
