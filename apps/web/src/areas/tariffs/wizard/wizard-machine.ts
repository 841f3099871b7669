import { isSameValue } from '../../../forms/compare-drafts.ts';

/**
 * What a wizard holds. `draft` stands on screen and is replaced by nothing but the user's own doing; `base` is the
 * object as the server has it (or the empty one), `stored` what the server keeps as the draft. Identity tells what is
 * unsaved: a change makes a new draft.
 */
export interface WizardState<Draft> {
  readonly base: Draft;
  readonly draft: Draft;
  readonly stored: Draft | null;
  /** Counts the saves of the stored draft; null = there is none. */
  readonly revision: number | null;
  /** When the draft was stored, ISO 8601. */
  readonly storedAt: string | null;
  /** On its way to the server. */
  readonly sending: Draft | null;
  readonly autosave: 'idle' | 'saving' | 'failed' | 'conflict';
  readonly error: unknown;
}

export type WizardEvent<Draft> =
  | { readonly kind: 'changed'; readonly change: (draft: Draft) => Draft }
  | { readonly kind: 'storeStarted' }
  | { readonly kind: 'storeSucceeded'; readonly revision: number; readonly at: string }
  | { readonly kind: 'storeFailed'; readonly error: unknown }
  /** Another machine stored a newer draft (412). */
  | { readonly kind: 'storeConflicted' }
  /** The stored draft is continued. */
  | { readonly kind: 'resumed'; readonly draft: Draft; readonly revision: number; readonly at: string }
  /** The stored draft is gone, the object is shown as it is. */
  | { readonly kind: 'discarded' }
  /** The object was saved as `sent`; what was typed meanwhile stays. */
  | { readonly kind: 'objectSaved'; readonly sent: Draft; readonly object: Draft }
  /** After a conflict: what the user put together, on the newest object and the newest stored draft. */
  | {
      readonly kind: 'merged';
      readonly draft: Draft;
      readonly base: Draft;
      readonly revision: number | null;
    };

export const startWizard = <Draft>(base: Draft): WizardState<Draft> => ({
  base,
  draft: base,
  stored: null,
  revision: null,
  storedAt: null,
  sending: null,
  autosave: 'idle',
  error: null,
});

/** Something differs from the object on the server. */
export const isChanged = <Draft>({ draft, base }: WizardState<Draft>): boolean => !isSameValue(draft, base);

/** The server's draft is not what stands on screen. */
export const isUnstored = <Draft>({ draft, stored, base }: WizardState<Draft>): boolean =>
  draft !== (stored ?? base);

/** The draft may be stored now: something is unstored, nothing on its way, nobody has to decide first. */
export const mayStore = <Draft>(state: WizardState<Draft>): boolean =>
  isUnstored(state) && (state.autosave === 'idle' || state.autosave === 'failed');

export function nextWizard<Draft>(state: WizardState<Draft>, event: WizardEvent<Draft>): WizardState<Draft> {
  switch (event.kind) {
    case 'changed': {
      const draft = event.change(state.draft);
      return draft === state.draft ? state : { ...state, draft };
    }
    case 'storeStarted':
      return mayStore(state) ? { ...state, autosave: 'saving', sending: state.draft, error: null } : state;
    case 'storeSucceeded':
      if (state.sending === null) return state;
      return {
        ...state,
        stored: state.sending,
        sending: null,
        revision: event.revision,
        storedAt: event.at,
        autosave: 'idle',
        error: null,
      };
    case 'storeFailed':
      if (state.sending === null) return state;
      return { ...state, sending: null, autosave: 'failed', error: event.error };
    case 'storeConflicted':
      return { ...state, sending: null, autosave: 'conflict' };
    case 'resumed':
      return {
        ...startWizard(state.base),
        draft: event.draft,
        stored: event.draft,
        revision: event.revision,
        storedAt: event.at,
      };
    case 'discarded':
      return startWizard(state.base);
    case 'objectSaved':
      return { ...startWizard(event.object), draft: state.draft === event.sent ? event.object : state.draft };
    case 'merged':
      return {
        ...startWizard(event.base),
        draft: event.draft,
        revision: event.revision,
        storedAt: state.storedAt,
      };
  }
}
