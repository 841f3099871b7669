import { withValueAt } from '@depotwerk/domain/element-condition';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isSameValue } from '../../../forms/compare-drafts.ts';
import { useVersionChoice } from '../../../forms/use-version-choice.tsx';
import { ApiError } from '../../../platform/api-error.ts';
import { showApiError } from '../../../platform/error-texts.ts';
import { queryClient } from '../../../platform/query-client.ts';
import type { FormPlace, FormState } from './element-queries.ts';
import { formQuery, lookupQuery, sendCommand, sendFormData } from './element-queries.ts';
import {
  type FormLookups,
  type FormValues,
  formFields,
  lookupKeysOf,
  valuesOf,
  withValues,
} from './form-versions.ts';

/** Pause after the last change before the server is asked. */
const writeDelay = 500;

type Stored = FormState & { readonly lookups: FormLookups };

type Busy = 'change' | 'command' | 'save' | 'submit' | null;

interface FormModel {
  state: FormState;
  busy: Busy;
  /** Something was entered that is in no draft. */
  isDirty: boolean;
  /** The draft was saved or sent elsewhere: what is entered here is chosen against it, or given up. */
  isOutdated: boolean;
  /** Shows both versions, field by field. */
  compare: () => Promise<void>;
  /** The dialog of that, while it waits for an answer. */
  choice: ReactNode;
  change: (path: string, value: unknown) => void;
  run: (command: string) => Promise<void>;
  /** True once it is kept. */
  save: () => Promise<boolean>;
  submit: () => Promise<boolean>;
}

/**
 * A server-driven form in the browser: what is entered shows at once, the server answers half a second later with what
 * follows from it. An answer to data that has changed since is dropped.
 */
export function useElementForm(where: FormPlace, initial: FormState): FormModel {
  const [state, setState] = useState(initial);
  const [busy, setBusy] = useState<Busy>(null);
  const [isDirty, setDirty] = useState(false);
  const [isOutdated, setOutdated] = useState(false);
  const latest = useRef(initial);
  // What the server has kept, as far as this form knows.
  const kept = useRef(initial);
  const edition = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const take = (next: FormState) => {
    latest.current = next;
    setState(next);
  };

  useEffect(() => () => clearTimeout(timer.current), []);

  /** Sends what is entered now; the answer counts only while nothing else has been entered. */
  const send = async (kind: Exclude<Busy, null>, call: (current: FormState) => Promise<FormState>) => {
    const current = latest.current;
    clearTimeout(timer.current);
    const sent = ++edition.current;
    setBusy(kind);
    try {
      const answer = await call(current);
      if (edition.current === sent || kind === 'save' || kind === 'submit') {
        take(edition.current === sent ? answer : { ...answer, request: latest.current.request });
      }
      if (kind === 'save' || kind === 'submit') kept.current = answer;
      return answer;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'elements.outdated') setOutdated(true);
      else showApiError(error);
      return null;
    } finally {
      if (edition.current === sent) setBusy(null);
    }
  };

  const check = () => send('change', (now) => sendFormData(where, 'change', now.request, now.revision));

  const versions = useVersionChoice<Stored, FormValues>({
    draftOf: ({ element, request }) => valuesOf(element, request),
    fields: (_mine, _theirs, { element, lookups }) => formFields(element, lookups),
    onResolved: (stored, values) => {
      kept.current = stored;
      edition.current += 1;
      take({ ...stored, request: withValues(stored.element, stored.request, values), submission: null });
      setOutdated(false);
      setDirty(!isSameValue(values, valuesOf(stored.element, stored.request)));
      void check();
    },
  });
  const compare = async () => {
    setBusy('command');
    try {
      const stored = await queryClient.fetchQuery({ ...formQuery(where), staleTime: 0 });
      const lookups = await Promise.all(
        lookupKeysOf(stored.element).map(async (key) => {
          const choices = await queryClient.fetchQuery(lookupQuery(where, key, ''));
          return [key, choices] as const;
        }),
      );
      const of = ({ request }: FormState) => valuesOf(stored.element, request);
      versions.choose(
        { ...stored, lookups: Object.fromEntries(lookups) },
        of(kept.current),
        of(latest.current),
      );
    } catch (error) {
      showApiError(error);
    } finally {
      setBusy(null);
    }
  };

  return {
    state,
    busy,
    isDirty,
    isOutdated,
    compare,
    choice: versions.choice,
    change: (path, value) => {
      const current = latest.current;
      edition.current += 1;
      setBusy(null);
      setDirty(true);
      take({ ...current, request: withValueAt(current.request, path, value), submission: null });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void check(), writeDelay);
    },
    run: async (command) => {
      await send('command', (now) => sendCommand(where, command, now.request, now.revision));
      setDirty(true);
    },
    save: async () => {
      const saved = await send('save', (now) => sendFormData(where, 'save', now.request, now.revision));
      if (saved) setDirty(false);
      return saved !== null;
    },
    submit: async () => {
      const sent = await send('submit', (now) => sendFormData(where, 'submit', now.request, now.revision));
      if (sent) setDirty(false);
      return sent !== null;
    },
  };
}
