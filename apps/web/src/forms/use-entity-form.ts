import type { FieldIssue } from '@depotwerk/domain/master-data/field-issue';
import { fieldIssueText } from '@depotwerk/domain/master-data/field-issue-text';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../platform/api-error.ts';
import { forgetKept, keptWork, leaveWork, noteWork } from '../platform/kept-over-loss.ts';
import { tellRefusal } from '../platform/own-rights.ts';
import { said, t } from '../texts/texts.ts';
import { offerTakingBack } from '../ui/take-back.ts';
import { showToast } from '../ui/toast.tsx';
import { compareDrafts, isSameValue, type MergeChoices, mergeDrafts } from './compare-drafts.ts';
import type { EntityKind } from './entity-kind.ts';
import { serverIssues } from './server-issues.ts';
import type { DifferingField } from './version-choice.tsx';

/** What somebody else saved while I was typing. */
interface FormConflict<Entity> {
  theirs: Entity;
  /** Where both versions differ. */
  fields: readonly DifferingField[];
  /** Members without a field go with the side that changed them. */
  unshown: MergeChoices;
}

/** Issues the server found, and the draft it found them in: a field that changed since is no longer meant. */
interface Refusal<Draft extends object> {
  draft: Draft;
  issues: readonly FieldIssue[];
}

/** State of the form of one object, new or stored. */
export interface EntityForm<Entity, Draft extends object> {
  draft: Draft;
  change: (change: (draft: Draft) => Draft) => void;
  isDirty: boolean;
  /** Nothing in it is known to be wrong or missing. */
  isValid: boolean;
  /** Message of a field: once it was left, or after trying to save. */
  errorOf: (path: keyof Draft & string) => string | undefined;
  /** Takes the message of a typed text that is no value. */
  faultOf: (path: keyof Draft & string) => (message: string | null) => void;
  leave: (path: string) => void;
  /** Everything that keeps it from being saved, in the order of the fields; empty until saving was tried. */
  summary: readonly { path: string; text: string }[];
  /** What went wrong with the last action and belongs to no field. */
  failure: unknown;
  running: 'save' | 'remove' | null;
  /** What is stored now; null when it could not be saved. */
  save: () => Promise<Entity | null>;
  remove: () => Promise<boolean>;
  conflict: FormConflict<Entity> | null;
  /** Goes on with the stored version under my changes. */
  resolve: (choices: MergeChoices) => void;
}

/** The form of one object: rules while typing, saving with its version, and what to do when somebody was faster. */
export function useEntityForm<Entity, Draft extends object, Id extends number | string>(
  kind: EntityKind<Entity, Draft, Id>,
  entity: Entity | null,
): EntityForm<Entity, Draft> {
  const client = useQueryClient();
  const [stored, setStored] = useState(entity);
  const [base, setBase] = useState(() => (entity === null ? kind.empty() : kind.draftOf(entity)));
  const [draft, setDraft] = useKeptDraft(entity === null ? 'new' : String(kind.idOf(entity)), base);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [refusal, setRefusal] = useState<Refusal<Draft> | null>(null);
  const [isTried, setTried] = useState(false);
  const [running, setRunning] = useState<'save' | 'remove' | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [conflict, setConflict] = useState<FormConflict<Entity> | null>(null);
  const attempt = useRef({ draft: '', key: '' });

  const id = stored === null ? null : kind.idOf(stored);
  const own = kind.check(draft, id, stored === null ? null : base);
  const refused = (refusal?.issues ?? []).filter(
    ({ path }) => isNameOf(draft, path) && isSameValue(draft[path], refusal?.draft[path]),
  );
  const textOf = (path: string): string | undefined => {
    const issue = [...own, ...refused].find((candidate) => candidate.path === path);
    return faults[path] ?? (issue && said(fieldIssueText(issue)));
  };
  const open = kind.fields().flatMap(({ path }) => {
    const text = textOf(path);
    return text === undefined ? [] : [{ path, text }];
  });
  // What the server refused may be mended in another field: it is shown, but trying again is possible.
  const isValid = own.length === 0 && Object.keys(faults).length === 0;

  const settle = async (saved: Entity | null) => {
    if (saved !== null) {
      setStored(saved);
      setBase(draft);
    }
    // The object itself is read when it is opened again; after a deletion there is none.
    const lists = client.invalidateQueries({
      queryKey: ['masterData'],
      predicate: ({ queryKey: [, , part] }) => part !== 'one',
    });
    await Promise.all([lists, ...kind.affected.map((queryKey) => client.invalidateQueries({ queryKey }))]);
  };
  const fail = (error: unknown) => {
    tellRefusal(error);
    const theirs = error instanceof ApiError ? kind.parse(error.problem?.current) : undefined;
    if (theirs !== undefined) setConflict({ theirs, ...versionsOf(kind, base, draft, theirs) });
    else {
      const names = new Set<string>(kind.fields().map(({ path }) => path));
      const issues = serverIssues(error).filter(({ path }) => names.has(path));
      setRefusal(issues.length > 0 ? { draft, issues } : null);
      if (issues.length === 0) setFailure(error);
    }
    return false;
  };
  const run = async (what: 'save' | 'remove', work: () => Promise<Entity | null>): Promise<boolean> => {
    setRunning(what);
    setFailure(null);
    try {
      await settle(await work());
      return true;
    } catch (error) {
      return fail(error);
    } finally {
      setRunning(null);
    }
  };
  const ifMatch = `"${stored === null ? 0 : kind.versionOf(stored)}"`;

  return {
    draft,
    change: (change) => {
      setFailure(null);
      setDraft(change);
    },
    isDirty: !isSameValue(base, draft) || Object.keys(faults).length > 0,
    isValid,
    errorOf: (path) =>
      isTried || left.has(path) || refused.some((issue) => issue.path === path) ? textOf(path) : undefined,
    faultOf: (path) => (message) =>
      setFaults(({ [path]: _before, ...others }) =>
        message === null ? others : { ...others, [path]: message },
      ),
    leave: (path) => setLeft((paths) => (paths.has(path) ? paths : new Set(paths).add(path))),
    summary: isTried ? open : [],
    failure,
    running,
    save: async () => {
      setTried(true);
      if (!isValid) return null;
      const json = JSON.stringify(draft);
      // The same draft sent again is the same action: a lost answer adds nothing twice.
      if (attempt.current.draft !== json) attempt.current = { draft: json, key: crypto.randomUUID() };
      let saved: Entity | null = null;
      await run('save', async () => {
        saved = await (id === null
          ? kind.create(draft, attempt.current.key)
          : kind.update(id, draft, ifMatch));
        return saved;
      });
      return saved;
    },
    remove: async () => {
      const { remove } = kind;
      if (id === null || remove === null) return false;
      return run('remove', async () => {
        await remove(id, ifMatch);
        if (stored === null) return null;
        const text = t('masterData.removed', { name: kind.nameOf(stored) });
        // The form is closed by then: only lists are left to be read anew.
        if (kind.keptAs === undefined) showToast(text);
        else offerTakingBack(text, { objectType: kind.keptAs, objectId: id }, () => settle(null));
        return null;
      });
    },
    conflict,
    resolve: (choices) => {
      if (conflict === null) return;
      const theirs = kind.draftOf(conflict.theirs);
      setStored(conflict.theirs);
      setBase(theirs);
      setDraft(mergeDrafts(draft, theirs, { ...conflict.unshown, ...choices }));
      setConflict(null);
    },
  };
}

/** The draft of a form; what the same person had typed when her session ended is there again, and she is told so. */
function useKeptDraft<Draft extends object>(id: string, base: Draft) {
  const [place] = useState(() => `${window.location.pathname}\n${id}`);
  const [found] = useState(() => {
    const work = keptWork(place);
    // Somebody else has saved since: what she typed was about something else.
    return work && isSameValue(work.base, base) ? work : undefined;
  });
  // Noted at this place by a form of the same page, which is of this kind.
  const [draft, setDraft] = useState(found ? (found.value as Draft) : base);
  const key = useRef({});
  useEffect(() => {
    const { current } = key;
    return () => leaveWork(current);
  }, []);
  useEffect(() => noteWork(key.current, { place, base, value: draft }), [place, base, draft]);
  useEffect(() => {
    if (!found) return;
    forgetKept(found);
    showToast(t('forms.typed.changesBack'), {
      // Of this kind, as above.
      action: { label: t('forms.typed.drop'), onSelect: () => setDraft(found.base as Draft) },
    });
  }, [found]);
  return [draft, setDraft] as const;
}

function versionsOf<Entity, Draft extends object, Id extends number | string>(
  kind: EntityKind<Entity, Draft, Id>,
  base: Draft,
  mine: Draft,
  stored: Entity,
): Omit<FormConflict<Entity>, 'theirs'> {
  const theirs = kind.draftOf(stored);
  const fields: DifferingField[] = [];
  const unshown: Record<string, 'mine' | 'theirs'> = {};
  for (const { path, suggested } of compareDrafts(base, mine, theirs, 'whole')) {
    const field = kind.fields().find((one) => one.path === path);
    if (field === undefined) unshown[path] = suggested ?? 'mine';
    else
      fields.push({
        path,
        label: field.label,
        mine: field.text(mine, theirs),
        theirs: field.text(theirs, mine),
        suggested,
      });
  }
  return { fields, unshown };
}

const isNameOf = <Draft extends object>(draft: Draft, path: string): path is keyof Draft & string =>
  Object.hasOwn(draft, path);
