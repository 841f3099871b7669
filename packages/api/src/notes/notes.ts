import { longestNote, mostMentions, noteVisibilities } from '@depotwerk/domain/notes/check-note';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { day, id, instant, pathId, queryInteger, text } from '../fields.ts';

/** What people of the house note about a customer or a contract, for themselves or for everybody who sees her. */

const area = 'notes';
const defineCall = callsOf(area);

const visibility = z.enum(noteVisibilities);
const person = z.strictObject({ id, fullName: z.string() });

const note = z.strictObject({
  id,
  /** Grows with every note: what `before` means. */
  entryNumber: z.int(),
  /** Null = about the customer as a whole. */
  contract: z.nullable(z.strictObject({ id, externalKey: z.string() })),
  /** Plain text with line breaks. */
  text: z.string(),
  visibility,
  authorName: z.string(),
  /** Only its author changes and deletes it. */
  isOwn: z.boolean(),
  createdAt: instant,
  /** When its author changed it last. */
  editedAt: z.nullable(instant),
  mentions: z.array(person),
  followUp: z.nullable(
    z.strictObject({
      day,
      /** Who has it; null = nobody yet. */
      user: z.nullable(person),
      /** Null = still to be done. */
      doneAt: z.nullable(instant),
    }),
  ),
  rowVersion: z.int(),
});
export type Note = z.infer<typeof note>;

const notes = z.strictObject({
  /** Newest first. */
  notes: z.array(note),
  /** There are older ones: ask again with `before`. */
  hasOlder: z.boolean(),
  /** The caller may write here. */
  mayWrite: z.boolean(),
});
export type NotePage = z.infer<typeof notes>;

const draft = z.strictObject({
  text: text(longestNote, 1),
  visibility,
  /** People who are told; they must see the customer. Absent = nobody. */
  mentionIds: z.optional(z.array(id).check(z.maxLength(mostMentions))),
  /** When somebody comes back to it; absent = never. */
  followUp: z.optional(z.nullable(z.strictObject({ day, userId: z.nullable(id) }))),
});

const reading = {
  method: 'GET',
  access: 'customers.view',
  params: pathId,
  query: z.strictObject({ before: z.optional(queryInteger(1, 2_147_483_647)) }),
  answer: notes,
  errors: ['common.notFound'],
} as const;

export const listCustomerNotes = defineCall({
  ...reading,
  id: 'listCustomerNotes',
  path: '/customers/:id/notes',
  summary: 'Notes about a customer and those of her contracts the caller sees, newest first.',
});

export const listContractNotes = defineCall({
  ...reading,
  id: 'listContractNotes',
  alsoNeeds: ['contracts.view'],
  path: '/contracts/:id/notes',
  summary: 'Notes about a contract, newest first.',
});

/** People a note can mention or be given to. */
export const listNotePeople = defineCall({
  id: 'listNotePeople',
  method: 'GET',
  path: '/customers/:id/note-people',
  summary: 'Active people who see the customer, and the contract where one is named; without the caller.',
  access: 'customers.edit',
  params: pathId,
  query: z.strictObject({ contractId: z.optional(id) }),
  answer: z.array(
    z.strictObject({
      ...person.shape,
      /** Can be given a follow-up. */
      mayFollowUp: z.boolean(),
    }),
  ),
  errors: ['common.notFound'],
});

const writing = {
  area,
  access: 'customers.edit',
  params: pathId,
  answer: note,
} as const;
const refusals = [
  'common.notFound',
  'common.validationFailed',
  'customers.blocked',
  'auth.forbidden',
] as const;

const creating = {
  ...writing,
  method: 'POST',
  body: draft,
  status: 201,
  needsIdempotencyKey: true,
  errors: [...refusals, 'common.quotaExceeded'],
} as const;

export const writeCustomerNote = defineCall({
  ...creating,
  id: 'writeCustomerNote',
  path: '/customers/:id/notes',
  summary: 'Notes something about a customer; giving the follow-up to somebody else takes workbench.assign.',
});

export const writeContractNote = defineCall({
  ...creating,
  id: 'writeContractNote',
  path: '/contracts/:id/notes',
  summary: 'Notes something about a contract; giving the follow-up to somebody else takes workbench.assign.',
});

export const putNote = defineCall({
  ...writing,
  id: 'putNote',
  method: 'PUT',
  path: '/notes/:id',
  summary: "Changes a note of one's own; another day of its follow-up is to be done anew.",
  body: draft,
  needsIfMatch: true,
  errors: [...refusals, 'common.versionConflict'],
});

export const deleteNote = defineCall({
  access: 'customers.edit',
  params: pathId,
  id: 'deleteNote',
  method: 'DELETE',
  path: '/notes/:id',
  summary: "Deletes a note of one's own; it can be taken back for a moment.",
  needsIfMatch: true,
  errors: ['common.notFound', 'customers.blocked', 'auth.forbidden', 'common.versionConflict'],
});

export const restoreNote = defineCall({
  ...writing,
  id: 'restoreNote',
  method: 'POST',
  path: '/notes/:id/restore',
  summary: 'Takes back a deletion of a moment ago, by whom it was made.',
  needsIdempotencyKey: true,
  errors: ['common.notFound', 'customers.blocked', 'auth.forbidden', 'notes.restoreTooLate'],
});

export const setFollowUpDone = defineCall({
  ...writing,
  id: 'setFollowUpDone',
  method: 'POST',
  path: '/notes/:id/follow-up',
  summary: 'Marks the follow-up of a note as done, or takes that back; its task is the same thing.',
  body: z.strictObject({ isDone: z.boolean() }),
  needsIdempotencyKey: true,
  errors: ['common.notFound', 'auth.forbidden', 'notes.noFollowUp'],
});
