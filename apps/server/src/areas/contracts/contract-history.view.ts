import type { CallAnswer } from '@depotwerk/api/call';
import type { listContractHistory } from '@depotwerk/api/contracts/contract-detail';
import { changedFieldsText } from '@depotwerk/domain/audit-details';
import { auditActionText } from '@depotwerk/domain/audit-texts';
import { traderOrderStateNames } from '@depotwerk/domain/contracts/trader-order-states';
import { formatMoney } from '@depotwerk/domain/money';
import { distinctName } from '../../platform/database/distinct-name.ts';
import type { Parameters } from '../../platform/database/parameters.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { hideFromOwnSide, type Scope, visibilityOf } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { customerVisibility } from '../customers/public.ts';
import { visibilityConditions } from './contract-visibility.view.ts';
import { ofContract } from './visible-contract.view.ts';

type History = CallAnswer<typeof listContractHistory>;
type HistoryEntry = History[number];

/** Newest entries of each kind; a timeline is read from the top. */
const entriesOfKind = 100;

interface BaseRow {
  id: string;
  created_at: string;
  last_check: string | null;
  last_checked_by_name: string | null;
}
interface EventRow {
  id: string;
  occurred_at: string;
  name: string;
  amount: number | null;
  actor_name: string | null;
}

/** An entry of the log; with the tag that was given or taken, as it is called now, and the keys of the fields changed. */
interface AuditRow extends EventRow {
  tag_name: string | null;
  /** Of a note the group shares and the caller may read, as it reads now. */
  note_text: string | null;
  fields: string | null;
  /** Of a report that was made, as what it was filed. */
  document_id: string | null;
}

const recent = `order by occurred_at desc, 1 limit ${entriesOfKind}`;

/** Letters of a note that stand in the timeline; the whole of it is among the notes. */
const lettersOfNote = 200;

/**
 * Timeline of a contract: checks, values, profiles, savings plans; consultations, orders and documents the caller sees; changes,
 * among them the notes the group shares, with their text where he may read it; newest first. @throws 404
 */
export async function readContractHistory(
  services: ReadServices,
  scope: Scope,
  contractId: string,
): Promise<History> {
  hideFromOwnSide(scope);
  const events = (selection: string, tables: string, isSeen = true) =>
    ofContract<EventRow>(scope, contractId, () => ({ selection, tables, tail: `and ${isSeen} ${recent}` }));
  const [base, audits, portfolios, assessments, plans, consultations, orders, documents] =
    await services.database.readMany<
      [BaseRow, AuditRow, EventRow, EventRow, EventRow, EventRow, EventRow, EventRow]
    >(scope, [
      ofContract(scope, contractId, () => ({
        selection: 'c.id, c.created_at, c.last_check, c.last_checked_by_name',
        tables: '',
        tail: '',
      })),
      ofContract<AuditRow>(scope, contractId, (parameters) => ({
        selection: `'audit-' || a.id as id, a.occurred_at, a.action as name, null::numeric as amount, ${distinctName('u')} as actor_name,
       (select t.tag_name from tags t where t.tenant_id = a.tenant_id and t.id = (a.details->>'tagId')::int) as tag_name,
       a.details->>'fields' as fields,
       case when a.action = 'reports.create' then a.details->>'documentId' end as document_id,
       (select case when length(n.note_text) > ${lettersOfNote} then left(n.note_text, ${lettersOfNote}) || '…' else n.note_text end
          from notes n join customers u on u.tenant_id = n.tenant_id and u.id = n.customer_id
         where n.tenant_id = a.tenant_id and n.id = (a.details->>'noteId')::uuid and n.deleted_at is null
           and n.visibility = 'group' and ${seesNotes(scope, parameters)}) as note_text`,
        tables: `join audit_entries a on a.tenant_id = c.tenant_id and a.object_type = 'contract' and a.object_id = c.id::text
       left join users u on u.tenant_id = a.tenant_id and u.id = a.actor_user_id`,
        tail: `and a.result = 'done' and a.action <> 'contracts.read' ${recent}`,
      })),
      events(
        `'portfolio-' || p.id as id, p.valuation_date::timestamptz as occurred_at, '' as name, p.total_value as amount,
       null as actor_name`,
        'join portfolios p on p.tenant_id = c.tenant_id and p.contract_id = c.id',
      ),
      events(
        `'risk-' || a.id as id, a.assessment_date::timestamptz as occurred_at, a.status as name,
       coalesce(a.risk_class_id, a.suggested_risk_class_id)::numeric as amount, ${distinctName('u')} as actor_name`,
        `join risk_assessments a on a.tenant_id = c.tenant_id and a.contract_id = c.id
       left join users u on u.tenant_id = a.tenant_id and u.id = a.decided_by`,
      ),
      events(
        `'plan-' || s.id as id, s.valid_from::timestamptz as occurred_at, '' as name, s.contribution as amount,
       null as actor_name`,
        'join savings_plans s on s.tenant_id = c.tenant_id and s.contract_id = c.id',
      ),
      events(
        `'consultation-' || b.id as id, b.started_at as occurred_at, b.state as name, null::numeric as amount,
       ${distinctName('u')} as actor_name`,
        `join consultation_contracts x on x.tenant_id = c.tenant_id and x.contract_id = c.id
       join consultations b on b.tenant_id = x.tenant_id and b.id = x.consultation_id
       left join users u on u.tenant_id = b.tenant_id and u.id = b.created_by`,
        scope.permissions.has('consultations.view'),
      ),
      events(
        `'order-' || o.id as id, coalesce(o.settled_at, o.sent_at, o.created_at) as occurred_at, o.state as name,
       null::numeric as amount, ${distinctName('u')} as actor_name`,
        `join trader_orders o on o.tenant_id = c.tenant_id and o.contract_id = c.id
       left join users u on u.tenant_id = o.tenant_id and u.id = o.user_id`,
        scope.permissions.has('optimization.view'),
      ),
      ofContract<EventRow>(scope, contractId, (parameters) => ({
        selection: `'document-' || d.id as id, d.created_at as occurred_at, d.title as name, null::numeric as amount,
        ${distinctName('u')} as actor_name`,
        tables: `join documents d on d.tenant_id = c.tenant_id and d.contract_id = c.id
        left join users u on u.tenant_id = d.tenant_id and u.id = d.created_by`,
        tail: `and ${seesDocuments(scope, parameters)} ${recent}`,
      })),
    ]);
  const contract = base[0];
  if (!contract) throw notFound();
  // A report that was filed stands with its title, once.
  const filed = new Set(documents.map(({ id }) => id));
  const told = audits.filter((row) => !filed.has(`document-${row.document_id}`));
  return [
    ...basicEntries(contract, audits),
    ...told.map((row) =>
      entry(
        row,
        auditKind(row.name),
        auditActionText(row.name),
        row.tag_name ?? row.note_text ?? changedFieldsText('contract', row.fields),
      ),
    ),
    ...portfolios.map((row) => entry(row, 'valuation', 'Portfoliowert', euro(row.amount))),
    ...assessments.map((row) =>
      entry(row, 'riskAssessment', assessmentTitles.get(row.name) ?? 'Risikoprofil', riskClass(row.amount)),
    ),
    ...plans.map((row) => entry(row, 'savingsPlan', 'Sparplan', `Sparrate ${euro(row.amount)}`)),
    ...consultations.map((row) =>
      entry(row, 'consultation', consultationTitles.get(row.name) ?? 'Beratung', null),
    ),
    // Pages of the release before know no other kind.
    ...orders.map((row) => entry(row, 'change', 'Aufträge bei der Bank', orderStates.get(row.name) ?? null)),
    ...documents.map((row) => entry(row, 'change', 'Dokument abgelegt', row.name)),
  ].toSorted(newestFirst);
}

/** Whether a shared note of contract `c`, whose customer is `u`, is for the caller, as among the notes: it is about the customer, too. */
const seesNotes = (scope: Scope, parameters: Parameters): string =>
  scope.permissions.has('customers.view')
    ? customerVisibility(visibilityOf(scope, 'groupCustomers.view'), parameters).join(' and ')
    : 'false';

/** Whether the documents of contract `c` are for the caller, as in the list of documents. */
const seesDocuments = (scope: Scope, parameters: Parameters): string =>
  scope.permissions.has('documents.view')
    ? visibilityConditions(visibilityOf(scope, 'groupDocuments.view'), parameters).join(' and ')
    : 'false';

/** Creation and last check where they are older than our records (taken over from another system). */
function basicEntries(contract: BaseRow, audits: readonly EventRow[]): HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  // Who entered it by hand is in the log; of others only the day is known.
  if (!audits.some((row) => row.name === 'contracts.create')) {
    entries.push({
      id: 'created',
      occurredAt: contract.created_at,
      kind: 'created',
      title: 'Vertrag angelegt',
      text: null,
      actorName: null,
    });
  }
  const isRecorded = audits.some((row) => row.name === 'contracts.check');
  if (contract.last_check !== null && !isRecorded) {
    entries.push({
      id: 'last-check',
      occurredAt: contract.last_check,
      kind: 'check',
      title: 'Vertrag geprüft',
      text: null,
      actorName: contract.last_checked_by_name,
    });
  }
  return entries;
}

const auditKind = (action: string): HistoryEntry['kind'] =>
  action === 'contracts.check' ? 'check' : action === 'contracts.create' ? 'created' : 'change';
const assessmentTitles = new Map([
  ['valid', 'Risikoprofil'],
  ['suggested', 'Risikoprofil vorgeschlagen'],
  ['superseded', 'Früheres Risikoprofil'],
  ['rejected', 'Vorgeschlagenes Risikoprofil abgelehnt'],
]);
const consultationTitles = new Map([
  ['completed', 'Beratung abgeschlossen'],
  ['draft', 'Beratung begonnen'],
  ['notPursued', 'Beratung nicht weiterverfolgt'],
]);
const orderStates: ReadonlyMap<string, string> = new Map(Object.entries(traderOrderStateNames));
const euro = (amount: number | null) => (amount === null ? '' : formatMoney(amount));
const riskClass = (amount: number | null) => (amount === null ? null : `Risikoklasse ${amount}`);

const entry = (
  row: EventRow,
  kind: HistoryEntry['kind'],
  title: string,
  text: string | null,
): HistoryEntry => ({
  id: row.id,
  occurredAt: row.occurred_at,
  kind,
  title,
  text,
  actorName: row.actor_name,
});

function newestFirst(a: HistoryEntry, b: HistoryEntry): number {
  if (a.occurredAt !== b.occurredAt) return a.occurredAt < b.occurredAt ? 1 : -1;
  return a.id < b.id ? -1 : 1;
}
