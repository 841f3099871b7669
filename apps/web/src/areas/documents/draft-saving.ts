/**
 * A draft that saves itself. `fields` is what stands on screen, `saved` what the server has: while they are not the
 * same object, something is unsaved. Nothing but the user's own choice ever replaces `fields`.
 */
export interface DraftState<Fields> {
  fields: Fields;
  saved: Fields;
  /** Version the next save builds on. */
  etag: string | null;
  /** On its way to the server. */
  sending: Fields | null;
  phase: 'idle' | 'saving' | 'failed' | 'conflict';
  error: unknown;
}

export type DraftEvent<Fields> =
  | { kind: 'edited'; change: (fields: Fields) => Fields }
  | { kind: 'saveStarted' }
  | { kind: 'saveSucceeded'; etag: string | null }
  | { kind: 'saveFailed'; error: unknown }
  /** Somebody else saved in between (412). */
  | { kind: 'conflicted' }
  /** The user made one of both versions; `stored` is what the server has. */
  | { kind: 'decided'; fields: Fields; stored: Fields; etag: string | null };

export function startDraft<Fields>(fields: Fields, etag: string | null): DraftState<Fields> {
  return { fields, saved: fields, etag, sending: null, phase: 'idle', error: null };
}

export const isUnsaved = <Fields>(state: DraftState<Fields>): boolean => state.fields !== state.saved;

/** A save may start: something is unsaved, nothing is on its way, and nobody has to decide first. */
export const maySave = <Fields>(state: DraftState<Fields>): boolean =>
  isUnsaved(state) && (state.phase === 'idle' || state.phase === 'failed');

export function nextDraft<Fields>(state: DraftState<Fields>, event: DraftEvent<Fields>): DraftState<Fields> {
  switch (event.kind) {
    case 'edited':
      return { ...state, fields: event.change(state.fields) };
    case 'saveStarted':
      return maySave(state) ? { ...state, phase: 'saving', sending: state.fields, error: null } : state;
    case 'saveSucceeded':
      if (state.sending === null) return state;
      return { ...state, saved: state.sending, sending: null, etag: event.etag, phase: 'idle', error: null };
    case 'saveFailed':
      if (state.sending === null) return state;
      return { ...state, sending: null, phase: 'failed', error: event.error };
    case 'conflicted':
      return { ...state, sending: null, phase: 'conflict' };
    case 'decided':
      return { ...startDraft(event.stored, event.etag), fields: event.fields };
  }
}
