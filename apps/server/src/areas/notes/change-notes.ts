import type { CallInput } from '@depotwerk/api/call';
import type * as calls from '@depotwerk/api/notes/notes';
import type { Note } from '@depotwerk/api/notes/notes';
import { checkNote, type NoteDraft } from '@depotwerk/domain/notes/check-note';
import { sql, type Transaction } from 'kysely';
import { type AuditEntry, writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { secondsToTakeBack } from '../../platform/deletions/keep-deletion.ts';
import { refuseIssues, unknownReference } from '../../platform/editing.ts';
import { requireGroupRight } from '../../platform/group-right.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { refuseAboveQuota } from '../../platform/quotas.ts';
import { requirePermission, type Scope } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { writeVersioned } from '../../platform/versioned-write.ts';
import { lockCustomer } from '../customers/public.ts';
import { readNotePeople } from './note-people.view.ts';
import { type FoundNote, findNote, type Noted, type NoteSubject, readNoted } from './notes.view.ts';

type Body = CallInput<typeof calls.putNote>['body'];

const draftOf = ({ text, visibility, mentionIds = [], followUp = null }: Body): NoteDraft => ({
  text,
  visibility,
  mentionIds: [...new Set(mentionIds)],
  followUp,
});

/** Notes something about a customer or contract. @throws 404 unseen, 403, 409 blocked or one note too many, 400 */
export function writeNote(
  services: Services,
  context: SignedInContext,
  subject: NoteSubject,
  body: Body,
  today: string,
): Promise<Note> {
  const { scope } = context;
  requirePermission(scope, 'customers.edit');
  const draft = draftOf(body);
  return answerOnce(
    services.database,
    context,
    'writeNote',
    { ...body, ...subject },
    async (transaction) => {
      const noted = await readNoted({ database: readerIn(transaction) }, context, subject);
      await lockCustomer(transaction, scope, noted.id);
      requireWritable(scope, noted);
      refuseIssues(checkNote(draft, { authorId: scope.userId, today, before: null }));
      await refusePeople(transaction, context, noted, draft, null);
      await refuseTooMany(services, transaction, noted.id);
      const { rows } = await sql<{
        id: string;
      }>`insert into notes (tenant_id, customer_id, contract_id, created_by,
          created_at, note_text, visibility, follow_up_day, follow_up_user_id)
        values (app_tenant_id(), ${noted.id}, ${noted.contractId}, ${scope.userId},
          ${new Date(services.clock()).toISOString()}, ${draft.text}, ${draft.visibility}, ${draft.followUp?.day ?? null},
          ${draft.followUp?.userId ?? null}) returning id`.execute(transaction);
      const id = rows[0]?.id ?? '';
      await putMentions(transaction, id, draft.mentionIds);
      await writeAudit(transaction, {
        actor: context.actor,
        ...entryOf('notes.write', id, noted, draft.visibility === 'own'),
        after: draft,
      });
      return id;
    },
    async (reading, id) => (await findNote(reading, context, id)).note,
  );
}

/** Changes a note of the caller's in the version that was read. @throws 404 for those of others, 403, 409, 400, 412 */
export async function putNote(
  services: Services,
  context: SignedInContext,
  { params, body }: CallInput<typeof calls.putNote>,
  today: string,
): Promise<Note> {
  const { scope } = context;
  requirePermission(scope, 'customers.edit');
  const draft = draftOf(body);
  await changeOwn(services, context, params.id, async (transaction, { note, noted }) => {
    const before = note.followUp;
    refuseIssues(checkNote(draft, { authorId: scope.userId, today, before: before?.day ?? null }));
    await refusePeople(transaction, context, noted, draft, note);
    const day = draft.followUp?.day ?? null;
    // Another day is another thing to be done.
    await sql`update notes set note_text = ${draft.text}, visibility = ${draft.visibility},
        edited_at = ${new Date(services.clock()).toISOString()}, updated_at = now(),
        follow_up_done_at = case when follow_up_day = ${day}::date then follow_up_done_at end,
        follow_up_done_by = case when follow_up_day = ${day}::date then follow_up_done_by end,
        follow_up_day = ${day}, follow_up_user_id = ${draft.followUp?.userId ?? null}
      where tenant_id = app_tenant_id() and id = ${note.id}`.execute(transaction);
    await putMentions(transaction, note.id, draft.mentionIds);
    return {
      ...entryOf('notes.edit', note.id, noted, draft.visibility === 'own' && note.visibility === 'own'),
      before: note,
      after: draft,
    };
  });
  return (await findNote(services, context, params.id)).note;
}

/** Deletes a note of the caller's in the version that was read. @throws 404 for those of others, 403, 409, 412 */
export const deleteNote: Verb<typeof calls.deleteNote> = async (services, context, { params }) => {
  requirePermission(context.scope, 'customers.edit');
  await changeOwn(services, context, params.id, async (transaction, { note, noted }) => {
    await sql`update notes set deleted_at = now() where tenant_id = app_tenant_id() and id = ${note.id}`.execute(
      transaction,
    );
    return {
      ...entryOf('notes.delete', note.id, noted, note.visibility === 'own'),
      before: note,
    };
  });
  return {};
};

/** Puts a note back that the caller deleted a moment ago. @throws 404 for those of others and what was not deleted, 403, 409 */
export const restoreNote: Verb<typeof calls.restoreNote> = (services, context, { params }) => {
  const { scope } = context;
  requirePermission(scope, 'customers.edit');
  return answerOnce(
    services.database,
    context,
    'restoreNote',
    params,
    async (transaction) => {
      const { rows } = await sql<{ isInTime: boolean }>`
        select deleted_at > now() - make_interval(secs => ${secondsToTakeBack}) as "isInTime" from notes
         where tenant_id = app_tenant_id() and id = ${params.id} and deleted_at is not null
           and created_by = ${scope.userId} for update`.execute(transaction);
      const [row] = rows;
      if (!row) throw notFound();
      if (!row.isInTime) throw new AppError('notes.restoreTooLate');
      await sql`update notes set deleted_at = null where tenant_id = app_tenant_id() and id = ${params.id}`.execute(
        transaction,
      );
      // Back to where he may write no longer is not back at all: the refusal takes it all back.
      const { note, noted } = await findNote({ database: readerIn(transaction) }, context, params.id);
      requireWritable(scope, noted);
      await writeAudit(transaction, {
        actor: context.actor,
        ...entryOf('notes.restore', note.id, noted, note.visibility === 'own'),
      });
      return note;
    },
    (_reading, note) => Promise.resolve(note),
  );
};

/** Marks a follow-up as done or takes that back; its task follows by a trigger. @throws 404, 403, 409 without one */
export const setFollowUpDone: Verb<typeof calls.setFollowUpDone> = (services, context, { params, body }) => {
  const { scope, actor } = context;
  requirePermission(scope, 'customers.edit');
  const { isDone } = body;
  return answerOnce(
    services.database,
    context,
    'setFollowUpDone',
    { ...body, id: params.id },
    async (transaction) => {
      await sql`select from notes where tenant_id = app_tenant_id() and id = ${params.id} for update`.execute(
        transaction,
      );
      const { note, noted } = await findNote({ database: readerIn(transaction) }, context, params.id);
      if (note.followUp === null) throw new AppError('notes.noFollowUp');
      // Twice says nothing new.
      if ((note.followUp.doneAt !== null) === isDone) return;
      const at = new Date(services.clock()).toISOString();
      await sql`update notes set follow_up_done_at = ${isDone ? at : null}::timestamptz,
          follow_up_done_by = ${isDone ? scope.userId : null}::uuid
        where tenant_id = app_tenant_id() and id = ${params.id}`.execute(transaction);
      await writeAudit(transaction, {
        actor,
        ...entryOf(
          isDone ? 'notes.completeFollowUp' : 'notes.reopenFollowUp',
          note.id,
          noted,
          note.visibility === 'own',
        ),
      });
    },
    async (reading) => (await findNote(reading, context, params.id)).note,
  );
};

/** One change of a note of the caller's own: seen, locked, changed, logged. */
function changeOwn(
  services: Services,
  context: SignedInContext,
  id: string,
  change: (transaction: Transaction<Schema>, found: FoundNote) => Promise<Omit<AuditEntry, 'actor'>>,
): Promise<void> {
  const readCurrent = async () => (await findNote(services, context, id)).note;
  return writeVersioned(services, context, { table: 'notes', id, readCurrent }, async (transaction) => {
    const found = await findNote({ database: readerIn(transaction) }, context, id);
    if (!found.note.isOwn) throw notFound();
    requireWritable(context.scope, found.noted);
    return change(transaction, found);
  });
}

/** @throws 403 without the right to edit in the group, 409 while the customer is blocked */
function requireWritable(scope: Scope, { groupId, isBlocked }: Noted): void {
  requireGroupRight(scope, 'groupCustomers.edit', groupId);
  if (isBlocked) throw new AppError('customers.blocked');
}

/**
 * People who are newly named must see what is noted, and somebody else is given a follow-up only by who may assign tasks.
 * Who was named before stays, whatever became of him. @throws 403, 400
 */
async function refusePeople(
  transaction: Transaction<Schema>,
  { scope }: SignedInContext,
  noted: Noted,
  { mentionIds, followUp }: NoteDraft,
  before: Note | null,
): Promise<void> {
  const known = new Set(before?.mentions.map(({ id }) => id));
  const added = mentionIds.filter((id) => !known.has(id));
  const userId = followUp?.userId ?? null;
  const isGiven =
    userId !== null && userId !== scope.userId && userId !== (before?.followUp?.user?.id ?? null);
  if (isGiven) requirePermission(scope, 'workbench.assign');
  const asked = isGiven ? [...added, userId] : added;
  if (asked.length === 0) return;
  const people = await readNotePeople({ database: readerIn(transaction) }, scope, noted, asked);
  if (added.some((id) => !people.some((person) => person.id === id))) throw unknownReference('mentionIds');
  if (isGiven && !people.some(({ id, mayFollowUp }) => id === userId && mayFollowUp))
    throw unknownReference('followUp.userId');
}

async function refuseTooMany(
  services: Services,
  transaction: Transaction<Schema>,
  customerId: string,
): Promise<void> {
  const { rows } = await sql<{ present: number }>`select count(*)::int as present from notes
    where tenant_id = app_tenant_id() and customer_id = ${customerId}`.execute(transaction);
  refuseAboveQuota(services, [{ name: 'notesPerCustomer', present: rows[0]?.present ?? 0, added: 1 }]);
}

/** Who is mentioned from now on; who was before is not told again. */
async function putMentions(
  transaction: Transaction<Schema>,
  noteId: string,
  userIds: readonly string[],
): Promise<void> {
  await sql`delete from note_mentions where tenant_id = app_tenant_id() and note_id = ${noteId}
    and user_id <> all (${userIds}::uuid[])`.execute(transaction);
  await sql`insert into note_mentions (tenant_id, note_id, user_id)
    select app_tenant_id(), ${noteId}, id from unnest(${userIds}::uuid[]) id on conflict do nothing`.execute(
    transaction,
  );
}

/**
 * What the log says of a note: of the customer or contract, so that it stands in her history. What somebody notes for
 * herself is nobody's history: its entry speaks of the note alone.
 */
function entryOf(
  action: string,
  noteId: string,
  { id, contractId, groupId }: Noted,
  isOwn: boolean,
): Omit<AuditEntry, 'actor'> {
  if (isOwn) return { action, objectType: 'note', objectId: noteId };
  return {
    action,
    ...(contractId === null
      ? { objectType: 'customer', objectId: id }
      : { objectType: 'contract', objectId: contractId }),
    groupId,
    details: { noteId },
  };
}
