import type { Note, NotePage } from '@depotwerk/api/notes/notes';
import { distinctName } from '../../platform/database/distinct-name.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import { hasGroupRight } from '../../platform/group-right.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { readOne } from '../../platform/read-one.ts';
import { hideFromOwnSide, requirePermission, visibilityOf } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { visibilityConditions } from '../contracts/public.ts';
import { customerVisibility } from '../customers/public.ts';

/** What a note is about: a customer as a whole, or one contract. */
export type NoteSubject = { readonly customerId: string } | { readonly contractId: string };

const pageSize = 30;

interface Row extends Omit<Note, 'contract' | 'followUp'> {
  customerId: string;
  groupId: string | null;
  isBlocked: boolean;
  contractId: string | null;
  externalKey: string | null;
  followUpDay: string | null;
  followUpUserId: string | null;
  followUpUserName: string | null;
  followUpDoneAt: string | null;
}

const selection = `n.id, n.entry_number::int as "entryNumber", n.note_text as text, n.visibility, ${distinctName('a')} as "authorName",
  n.created_at as "createdAt", n.edited_at as "editedAt", n.row_version as "rowVersion", n.customer_id as "customerId",
  u.group_id as "groupId", u.is_blocked as "isBlocked", c.id as "contractId", c.external_key as "externalKey", n.follow_up_day as "followUpDay",
  f.id as "followUpUserId", ${distinctName('f')} as "followUpUserName", n.follow_up_done_at as "followUpDoneAt",
  coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'fullName', ${distinctName('p')}) order by fold_text(p.full_name), p.id)
     from note_mentions m join users p on p.tenant_id = m.tenant_id and p.id = m.user_id
    where m.tenant_id = n.tenant_id and m.note_id = n.id), '[]'::jsonb) as mentions`;
const tables = `notes n join customers u on u.tenant_id = n.tenant_id and u.id = n.customer_id
  join users a on a.tenant_id = n.tenant_id and a.id = n.created_by
  left join contracts c on c.tenant_id = n.tenant_id and c.id = n.contract_id
  left join users f on f.tenant_id = n.tenant_id and f.id = n.follow_up_user_id`;

/**
 * Which notes a caller sees: those about customers and contracts he sees, and what somebody noted for herself only when he
 * is that person, not while he looks as her.
 */
function visibleNotes({ scope, actor }: SignedInContext, parameters: Parameters): string[] {
  const contracts = scope.permissions.has('contracts.view')
    ? visibilityConditions(visibilityOf(scope, 'groupContracts.view'), parameters).join(' and ')
    : 'false';
  const me = parameters.add(actor.viewingAs === undefined ? scope.userId : null);
  return [
    'n.tenant_id = app_tenant_id()',
    'n.deleted_at is null',
    `(n.visibility = 'group' or n.created_by = ${me}::uuid)`,
    ...customerVisibility(visibilityOf(scope, 'groupCustomers.view'), parameters),
    `(n.contract_id is null or ${contracts})`,
  ];
}

/** Notes about a customer or contract, newest first. @throws 404 unseen, also for customers, 403 */
export async function readNotes(
  services: ReadServices,
  context: SignedInContext,
  subject: NoteSubject,
  before: number | undefined,
): Promise<NotePage> {
  const { scope } = context;
  const { id, contractId, groupId, isBlocked } = await readNoted(services, context, subject);
  const parameters = new Parameters();
  const me = parameters.add(scope.userId);
  const conditions = visibleNotes(context, parameters);
  conditions.push(
    contractId === null
      ? `n.customer_id = ${parameters.add(id)}`
      : `n.contract_id = ${parameters.add(contractId)}`,
  );
  if (before !== undefined) conditions.push(`n.entry_number < ${parameters.add(before)}::bigint`);
  const rows = await services.database.read<Row>(scope, {
    sql: `select ${selection}, n.created_by = ${me}::uuid as "isOwn" from ${tables} where ${conditions.join(' and ')}
      order by n.entry_number desc limit ${parameters.add(pageSize + 1)}::int`,
    parameters: parameters.values,
  });
  return {
    notes: rows.slice(0, pageSize).map(toNote),
    hasOlder: rows.length > pageSize,
    mayWrite:
      !isBlocked &&
      scope.permissions.has('customers.edit') &&
      hasGroupRight(scope, 'groupCustomers.edit', groupId),
  };
}

/** As many letters of a note as stand in one line. */
const beginningLength = 80;

/** How notes begin, in one line, by their ids: of those the caller may read, and no others. */
export async function readNoteBeginnings(
  { database }: ReadServices,
  context: SignedInContext,
  noteIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (noteIds.length === 0 || context.scope.ownCustomerId !== null) return new Map();
  const parameters = new Parameters();
  const conditions = visibleNotes(context, parameters);
  conditions.push(`n.id = any (${parameters.add(noteIds)}::uuid[])`);
  const rows = await database.read<{ id: string; line: string }>(context.scope, {
    sql: `select n.id, btrim(regexp_replace(left(n.note_text, 400), '\\s+', ' ', 'g')) as line
      from ${tables} where ${conditions.join(' and ')}`,
    parameters: parameters.values,
  });
  return new Map(rows.map(({ id, line }) => [id, beginningOf(line)]));
}

/** Cut at a word where one ends near enough. */
function beginningOf(line: string): string {
  const letters = [...line];
  if (letters.length <= beginningLength) return line;
  const cut = letters.slice(0, beginningLength).join('');
  const end = cut.lastIndexOf(' ');
  return `${end > beginningLength / 2 ? cut.slice(0, end) : cut}…`;
}

/** A note and where it belongs. */
export interface FoundNote {
  readonly note: Note;
  readonly noted: Noted;
}

/** One note the caller sees. @throws 404 */
export async function findNote(
  { database }: ReadServices,
  context: SignedInContext,
  noteId: string,
): Promise<FoundNote> {
  const { scope } = context;
  hideFromOwnSide(scope);
  const parameters = new Parameters();
  const me = parameters.add(scope.userId);
  const conditions = visibleNotes(context, parameters);
  conditions.push(`n.id = ${parameters.add(noteId)}`);
  const row = await readOne<Row>(database, scope, {
    sql: `select ${selection}, n.created_by = ${me}::uuid as "isOwn" from ${tables} where ${conditions.join(' and ')}`,
    parameters: parameters.values,
  });
  const { customerId, groupId, isBlocked, contractId } = row;
  return { note: toNote(row), noted: { id: customerId, groupId, isBlocked, contractId } };
}

const toNote = (row: Row): Note => ({
  id: row.id,
  entryNumber: row.entryNumber,
  contract:
    row.contractId === null || row.externalKey === null
      ? null
      : { id: row.contractId, externalKey: row.externalKey },
  text: row.text,
  visibility: row.visibility,
  authorName: row.authorName,
  isOwn: row.isOwn,
  createdAt: row.createdAt,
  editedAt: row.editedAt,
  mentions: row.mentions,
  followUp:
    row.followUpDay === null
      ? null
      : {
          day: row.followUpDay,
          user:
            row.followUpUserId === null || row.followUpUserName === null
              ? null
              : { id: row.followUpUserId, fullName: row.followUpUserName },
          doneAt: row.followUpDoneAt,
        },
  rowVersion: row.rowVersion,
});

export interface Noted {
  /** Of the customer. */
  readonly id: string;
  readonly groupId: string | null;
  readonly isBlocked: boolean;
  /** null = the customer as a whole. */
  readonly contractId: string | null;
}

/** The customer or contract notes are about. @throws 404 when the caller does not see it, 403 */
export async function readNoted(
  { database }: ReadServices,
  { scope }: SignedInContext,
  subject: NoteSubject,
): Promise<Noted> {
  hideFromOwnSide(scope);
  const parameters = new Parameters();
  const conditions = customerVisibility(visibilityOf(scope, 'groupCustomers.view'), parameters);
  if ('customerId' in subject) {
    conditions.push(`u.id = ${parameters.add(subject.customerId)}`);
    const row = await readOne<Omit<Noted, 'contractId'>>(database, scope, {
      sql: `select u.id, u.group_id as "groupId", u.is_blocked as "isBlocked" from customers u where ${conditions.join(' and ')}`,
      parameters: parameters.values,
    });
    return { ...row, contractId: null };
  }
  requirePermission(scope, 'contracts.view');
  conditions.push(...visibilityConditions(visibilityOf(scope, 'groupContracts.view'), parameters));
  conditions.push(`c.id = ${parameters.add(subject.contractId)}`);
  return readOne<Noted>(database, scope, {
    sql: `select u.id, u.group_id as "groupId", u.is_blocked as "isBlocked", c.id as "contractId" from contracts c
      join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id where ${conditions.join(' and ')}`,
    parameters: parameters.values,
  });
}
