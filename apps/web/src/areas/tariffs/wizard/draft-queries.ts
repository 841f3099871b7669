import type { DraftType, Draft as StoredDraft } from '@depotwerk/api/drafts/drafts';
import { deleteDraft, draft as draftSchema, getDraft, putDraft } from '@depotwerk/api/drafts/drafts';
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { callApi } from '../../../platform/api-client.ts';
import { queryClient } from '../../../platform/query-client.ts';
import { parseKnown } from '../../../platform/without-unknown.ts';
import type { WizardDefinition, WizardObject } from './wizard-definition.ts';

/** Key of the drafts of objects that do not exist yet; each user has one of a kind. */
const newKey = 'new';
export const entityKeyOf = (id: string | null): string => id ?? newKey;

/** A draft as it is stored: with the object it began with, so that a later comparison knows who changed what. */
export interface DraftContent<Draft> {
  readonly draft: Draft;
  readonly base: Draft;
}

/** The caller's draft and who else has one; read afresh whenever a wizard opens. */
export const storedDraftQuery = (draftType: DraftType, id: string | null) =>
  queryOptions({
    queryKey: ['drafts', draftType, entityKeyOf(id)],
    queryFn: ({ signal }) =>
      callApi(getDraft, { params: { draftType, entityKey: entityKeyOf(id) } }, { signal }),
    staleTime: 2000,
  });

/** The object a wizard edits. Fresh, because a save on an old version would be refused. */
export const wizardObjectQuery = <Draft extends object>(
  definition: Pick<WizardDefinition<Draft>, 'draftType' | 'load'>,
  id: string,
) =>
  queryOptions({
    queryKey: ['wizard-objects', definition.draftType, id],
    queryFn: ({ signal }) => definition.load(id, signal),
    staleTime: 2000,
  });

/** Keeps what a save answered, so that the wizard opens with it. */
export function keepObject<Draft extends object>(draftType: DraftType, object: WizardObject<Draft>): void {
  queryClient.setQueryData(['wizard-objects', draftType, object.id], object);
}

/** Reads what a stored draft holds, without what a page of the release after has put there; null when it does not fit today's shape. */
export function readDraftContent<Draft extends object>(
  body: z.ZodMiniType<Draft>,
  data: unknown,
): DraftContent<Draft> | null {
  const parsed = parseKnown(z.object({ draft: body, base: body }), data);
  return parsed.success ? parsed.data : null;
}

/** A newer draft, as far as it matters for putting another one in its place. */
export type NewerDraft = Pick<StoredDraft, 'data' | 'revision' | 'updatedAt'>;

/**
 * The newer draft a refused save names; null where none is stored any more. One this page cannot read is there all the
 * same: its content counts as unreadable, never as gone. undefined = not even its revision can be read.
 */
export function readNewerDraft(current: unknown): NewerDraft | null | undefined {
  if (current === null) return null;
  const whole = parseKnown(draftSchema, current);
  if (whole.success) return whole.data;
  const { revision, updatedAt } = draftSchema.shape;
  const known = parseKnown(z.object({ revision, updatedAt }), current);
  return known.success ? { ...known.data, data: undefined } : undefined;
}

/** Stores the draft on the revision it was read with. Throws ApiError 412 when another machine stored a newer one. */
export async function storeDraft<Draft>(
  draftType: DraftType,
  id: string | null,
  content: DraftContent<Draft>,
  position: { step: string; baseVersion: number | null; revision: number | null },
): Promise<StoredDraft> {
  const stored = await callApi(putDraft, {
    params: { draftType, entityKey: entityKeyOf(id) },
    body: { ...position, data: content },
  });
  keepDraft(draftType, id, stored);
  return stored;
}

/** Discards the stored draft; one that is gone already is no error. */
export async function dropDraft(draftType: DraftType, id: string | null): Promise<void> {
  await callApi(deleteDraft, { params: { draftType, entityKey: entityKeyOf(id) } });
  keepDraft(draftType, id, null);
}

/** Who comes back at once, from a component built on the way, finds the draft as it was left. */
function keepDraft(draftType: DraftType, id: string | null, draft: StoredDraft | null): void {
  queryClient.setQueryData(storedDraftQuery(draftType, id).queryKey, (known) =>
    known === undefined ? known : { ...known, draft },
  );
}
