import type { Note, NotePage } from '@depotwerk/api/notes/notes';
import * as calls from '@depotwerk/api/notes/notes';
import { infiniteQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../platform/api-client.ts';
import { queryClient } from '../../platform/query-client.ts';

/** What notes are about: a customer as a whole, or one of her contracts. */
export interface NoteSubject {
  readonly customerId: string;
  readonly customerName: string;
  /** Absent = the customer with all her contracts. */
  readonly contract?: { readonly id: string; readonly externalKey: string };
}

/** Changes on the stream make everything below this key ask again. */
const root = 'notes';

const subjectKey = ({ customerId, contract }: NoteSubject): QueryKey => [
  root,
  customerId,
  contract?.id ?? null,
];

/** Notes about a customer or contract, newest first, page by page. */
export const notesQuery = (subject: NoteSubject) =>
  infiniteQueryOptions({
    queryKey: subjectKey(subject),
    queryFn: ({ pageParam, signal }): Promise<NotePage> => {
      const query = pageParam === null ? {} : { before: pageParam };
      return subject.contract === undefined
        ? callApi(calls.listCustomerNotes, { params: { id: subject.customerId }, query }, { signal })
        : callApi(calls.listContractNotes, { params: { id: subject.contract.id }, query }, { signal });
    },
    // The first page begins before nothing.
    initialPageParam: null as number | null,
    getNextPageParam: (last) => (last.hasOlder ? (last.notes.at(-1)?.entryNumber ?? null) : null),
  });

/** People a note can mention or be given to. */
export const notePeopleQuery = (subject: NoteSubject) =>
  queryOptions({
    queryKey: [...subjectKey(subject), 'people'],
    queryFn: ({ signal }) =>
      callApi(
        calls.listNotePeople,
        {
          params: { id: subject.customerId },
          query: subject.contract === undefined ? {} : { contractId: subject.contract.id },
        },
        { signal },
      ),
  });

/** Asks again for everything a changed note shows in. */
async function reload(customerId: string): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: ['workbench'] });
  void queryClient.invalidateQueries({ queryKey: ['customer', customerId, 'history'] });
  await queryClient.invalidateQueries({ queryKey: [root] });
}

/** A note as the form sends it. */
type Body = Parameters<typeof callApi<typeof calls.putNote>>[1]['body'];

/** Keeps a new note, or a changed one in the version that was shown. */
export async function saveNote(subject: NoteSubject, note: Note | null, body: Body): Promise<void> {
  if (note !== null)
    await callApi(calls.putNote, { params: { id: note.id }, body }, { ifMatch: versionOf(note) });
  else if (subject.contract === undefined)
    await callApi(calls.writeCustomerNote, { params: { id: subject.customerId }, body });
  else await callApi(calls.writeContractNote, { params: { id: subject.contract.id }, body });
  await reload(subject.customerId);
}

const versionOf = ({ rowVersion }: Note) => `"${rowVersion}"`;

export async function removeNote({ customerId }: NoteSubject, note: Note): Promise<void> {
  await callApi(calls.deleteNote, { params: { id: note.id } }, { ifMatch: versionOf(note) });
  await reload(customerId);
}

export async function restoreNote({ customerId }: NoteSubject, { id }: Note): Promise<void> {
  await callApi(calls.restoreNote, { params: { id } });
  await reload(customerId);
}

export async function setDone({ customerId }: NoteSubject, { id }: Note, isDone: boolean): Promise<void> {
  await callApi(calls.setFollowUpDone, { params: { id }, body: { isDone } });
  await reload(customerId);
}
