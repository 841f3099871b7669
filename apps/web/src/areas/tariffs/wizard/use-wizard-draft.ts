import { useCallback, useEffect, useReducer, useRef } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import type { NewerDraft } from './draft-queries.ts';
import { readNewerDraft, storeDraft } from './draft-queries.ts';
import type { WizardDefinition, WizardObject } from './wizard-definition.ts';
import type { WizardEvent, WizardState } from './wizard-machine.ts';
import { isUnstored, mayStore, nextWizard, startWizard } from './wizard-machine.ts';

/** The first save of a draft comes soon, so that a crash costs little. */
const firstPauseMilliseconds = 500;
/** Pause after the last change before the draft is stored again. */
const pauseMilliseconds = 2000;
/** Pause before a draft is stored again that the server could not take. */
const retryMilliseconds = 5000;

export interface WizardDraft<Draft> {
  readonly state: WizardState<Draft>;
  readonly send: (event: WizardEvent<Draft>) => void;
  /** For `onChange` of the steps. */
  readonly change: (change: (draft: Draft) => Draft) => void;
  /** The newest state, outside of renderings. */
  readonly newest: () => WizardState<Draft>;
  /** Stores what is not stored yet; true once the server has everything. */
  readonly flush: () => Promise<boolean>;
}

interface Options<Draft extends object> {
  readonly definition: WizardDefinition<Draft>;
  readonly object: WizardObject<Draft> | null;
  readonly step: string;
  /** Nothing is stored while the user has not decided about an older draft, or may not edit. */
  readonly isPaused: boolean;
  /** The newer draft of another machine. */
  readonly onConflict: (theirs: NewerDraft | null) => void;
}

/** A draft that stores itself, one save after the other, each on the revision before it. */
export function useWizardDraft<Draft extends object>(options: Options<Draft>): WizardDraft<Draft> {
  const { definition, object } = options;
  const [state, dispatch] = useReducer(
    (current: WizardState<Draft>, event: WizardEvent<Draft>) => nextWizard(current, event),
    null,
    () => startWizard(object?.draft ?? definition.empty()),
  );
  // Saves outlive renderings: they read and write the newest state and options here, and React follows.
  const newest = useRef(state);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const saves = useRef<Promise<void>>(Promise.resolve());
  const send = useCallback((event: WizardEvent<Draft>) => {
    newest.current = nextWizard(newest.current, event);
    dispatch(event);
  }, []);

  const storeOnce = useCallback(async () => {
    const { draft, base, revision } = newest.current;
    const { object: current, step, onConflict } = latest.current;
    send({ kind: 'storeStarted' });
    try {
      const stored = await storeDraft(
        definition.draftType,
        current?.id ?? null,
        { draft, base },
        { step, baseVersion: current?.rowVersion ?? null, revision },
      );
      send({ kind: 'storeSucceeded', revision: stored.revision, at: stored.updatedAt });
    } catch (error) {
      const theirs =
        error instanceof ApiError && error.status === 412
          ? readNewerDraft(error.problem?.current)
          : undefined;
      if (theirs === undefined) send({ kind: 'storeFailed', error });
      else {
        send({ kind: 'storeConflicted' });
        onConflict(theirs);
      }
    }
  }, [definition, send]);

  const flush = useCallback(async (): Promise<boolean> => {
    const storeAll = async (earlier: Promise<void>) => {
      await earlier;
      // What is typed while a save is on its way needs another one; a failed save is not repeated at once.
      while (!latest.current.isPaused && mayStore(newest.current)) {
        // oxlint-disable-next-line no-await-in-loop -- each save builds on the revision of the one before
        await storeOnce();
        if (newest.current.autosave !== 'idle') break;
      }
    };
    saves.current = storeAll(saves.current);
    await saves.current;
    return !isUnstored(newest.current);
  }, [storeOnce]);

  const { isPaused } = options;
  useEffect(() => {
    if (isPaused || !mayStore(state)) return undefined;
    const wait =
      state.autosave === 'failed'
        ? retryMilliseconds
        : state.stored === null
          ? firstPauseMilliseconds
          : pauseMilliseconds;
    const timer = setTimeout(() => void flush(), wait);
    return () => clearTimeout(timer);
  }, [state, isPaused, flush]);

  // Back on the network: no need to wait for the next try.
  useEffect(() => {
    const store = () => void flush();
    globalThis.addEventListener('online', store);
    return () => globalThis.removeEventListener('online', store);
  }, [flush]);

  const change = useCallback(
    (apply: (draft: Draft) => Draft) => send({ kind: 'changed', change: apply }),
    [send],
  );
  return { state, send, change, newest: () => newest.current, flush };
}
