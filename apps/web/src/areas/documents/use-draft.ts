import { putConsultation } from '@depotwerk/api/consultations/consultations';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { isSameValue, type MergeChoices, mergeDrafts } from '../../forms/compare-drafts.ts';
import { callWithHeaders } from '../../platform/api-client.ts';
import { ApiError } from '../../platform/api-error.ts';
import { queryClient } from '../../platform/query-client.ts';
import type { ConsultationFields } from './consultation-fields.ts';
import { bodyOf, fieldsFault, fieldsOf } from './consultation-fields.ts';
import type { ConsultationWithTag } from './consultation-queries.ts';
import { consultationQuery, keepConsultation } from './consultation-queries.ts';
import type { DraftEvent, DraftState } from './draft-saving.ts';
import { isUnsaved, maySave, nextDraft, startDraft } from './draft-saving.ts';

/** Pause after the last change before it is saved. */
const pauseMilliseconds = 700;
/** Pause before a save is tried again that the server could not take. */
const retryMilliseconds = 5000;

const reduce = (state: DraftState<ConsultationFields>, event: DraftEvent<ConsultationFields>) =>
  nextDraft(state, event);

export interface Draft {
  state: DraftState<ConsultationFields>;
  edit: (change: Partial<ConsultationFields> | ((fields: ConsultationFields) => ConsultationFields)) => void;
  /** Saves what is unsaved; true once everything is on the server. */
  flush: () => Promise<boolean>;
  /** After a conflict: what the server has now. */
  readStored: () => Promise<ConsultationWithTag>;
  /** After a conflict: goes on with what was chosen of both versions, and saves it. */
  decide: (stored: ConsultationWithTag, choices: MergeChoices) => void;
}

/** A consultation in draft that saves itself, one save after the other, each on the version it was read at. */
export function useDraft({ record, etag }: ConsultationWithTag): Draft {
  const { id } = record;
  const [state, dispatch] = useReducer(reduce, null, () => startDraft(fieldsOf(record), etag));
  // Saves outlive renderings: they read and write the newest state here, and React follows.
  const newest = useRef(state);
  const saves = useRef<Promise<void>>(Promise.resolve());
  const send = useCallback((event: DraftEvent<ConsultationFields>) => {
    newest.current = reduce(newest.current, event);
    dispatch(event);
  }, []);

  const saveOnce = useCallback(async () => {
    const { fields, etag: ifMatch } = newest.current;
    send({ kind: 'saveStarted' });
    try {
      const { answer, etag: next } = await callWithHeaders(
        putConsultation,
        { params: { id }, body: bodyOf(fields) },
        { ifMatch: ifMatch ?? undefined },
      );
      keepConsultation(answer, next);
      send({ kind: 'saveSucceeded', etag: next });
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) send({ kind: 'conflicted' });
      else send({ kind: 'saveFailed', error });
      // Completed elsewhere: the page then shows the record as it is.
      if (error instanceof ApiError && error.code === 'consultations.completed')
        void queryClient.invalidateQueries({ queryKey: consultationQuery(id).queryKey });
    }
  }, [id, send]);

  const canSave = useCallback(
    () => maySave(newest.current) && fieldsFault(newest.current.fields) === null,
    [],
  );
  const saveAll = useCallback(
    async (earlier: Promise<void>) => {
      await earlier;
      // What is typed while a save is on its way needs another one; a failed save is not repeated at once.
      while (canSave()) {
        await saveOnce();
        if (newest.current.phase !== 'idle') break;
      }
    },
    [canSave, saveOnce],
  );
  const flush = useCallback(async (): Promise<boolean> => {
    saves.current = saveAll(saves.current);
    await saves.current;
    return !isUnsaved(newest.current);
  }, [saveAll]);

  useEffect(() => {
    if (!maySave(state)) return undefined;
    const wait = state.phase === 'failed' ? retryMilliseconds : pauseMilliseconds;
    const timer = setTimeout(() => void flush(), wait);
    return () => clearTimeout(timer);
  }, [state, flush]);

  return {
    state,
    edit: (change) =>
      send({
        kind: 'edited',
        change: typeof change === 'function' ? change : (fields) => ({ ...fields, ...change }),
      }),
    flush,
    readStored: () => queryClient.fetchQuery({ ...consultationQuery(id), staleTime: 0 }),
    decide: ({ record: now, etag: next }, choices) => {
      const stored = fieldsOf(now);
      const merged = mergeDrafts(newest.current.fields, stored, choices);
      const fields = isSameValue(merged, stored) ? stored : merged;
      send({ kind: 'decided', fields, stored, etag: next });
    },
  };
}
