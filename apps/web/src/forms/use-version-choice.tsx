import { type ReactNode, useState } from 'react';
import { ApiError } from '../platform/api-error.ts';
import { t } from '../texts/texts.ts';
import { showToast } from '../ui/toast.tsx';
import { compareDrafts, type MergeChoices, mergeDrafts } from './compare-drafts.ts';
import { type DifferingField, VersionChoice } from './version-choice.tsx';

interface Field<Draft> {
  readonly path: keyof Draft & string;
  readonly label: string;
  readonly text: (draft: Draft) => string;
}

interface Versions<Stored, Draft extends object> {
  /** The stored version an answer of 412 carries; undefined when it is none. Left out where no answer carries one. */
  readonly parse?: (current: unknown) => Stored | undefined;
  readonly draftOf: (stored: Stored) => Draft;
  /** Every member of a draft, so that none is lost unseen; a function where two drafts hold different members. */
  readonly fields:
    | readonly Field<Draft>[]
    | ((mine: Draft, theirs: Draft, stored: Stored) => readonly Field<Draft>[]);
  /** The form goes on with the stored version under what was chosen; nothing is saved yet. */
  readonly onResolved: (stored: Stored, draft: Draft) => void;
}

interface VersionChoiceOf<Stored, Draft> {
  /**
   * Whether a failure is that somebody was faster: then the choice is shown instead of the form. `base` is what both
   * began with; null when it is not known.
   */
  readonly ask: (failure: unknown, base: Draft | null, mine: Draft) => boolean;
  /** The same with a stored version that the refusal did not carry. */
  readonly choose: (stored: Stored, base: Draft | null, mine: Draft) => void;
  /** In place of the form while it waits for an answer; null otherwise. */
  readonly choice: ReactNode;
}

/** What the small dialogs do when somebody else, or oneself on another device, saved meanwhile. */
export function useVersionChoice<Stored, Draft extends object>({
  parse = () => undefined,
  draftOf,
  fields,
  onResolved,
}: Versions<Stored, Draft>): VersionChoiceOf<Stored, Draft> {
  const [conflict, setConflict] = useState<{
    readonly stored: Stored;
    readonly mine: Draft;
    readonly fields: readonly DifferingField[];
  } | null>(null);
  const choose = (stored: Stored, base: Draft | null, mine: Draft): void => {
    const theirs = draftOf(stored);
    const shown = typeof fields === 'function' ? fields(mine, theirs, stored) : fields;
    const differing = compareDrafts(base, mine, theirs, 'whole').flatMap(({ path, suggested }) => {
      const field = shown.find((one) => one.path === path);
      return field === undefined
        ? []
        : [{ path, label: field.label, mine: field.text(mine), theirs: field.text(theirs), suggested }];
    });
    // Both wrote the same: nothing is left to choose or to save, and a form that said nothing would seem stuck.
    if (differing.length === 0) {
      onResolved(stored, theirs);
      showToast(t('forms.versions.object.same'));
    } else setConflict({ stored, mine, fields: differing });
  };
  const ask = (failure: unknown, base: Draft | null, mine: Draft): boolean => {
    const stored =
      failure instanceof ApiError && failure.code === 'common.versionConflict'
        ? parse(failure.problem?.current)
        : undefined;
    if (stored === undefined) return false;
    choose(stored, base, mine);
    return true;
  };
  const resolve = (choices: MergeChoices) => {
    if (conflict === null) return;
    setConflict(null);
    onResolved(conflict.stored, mergeDrafts(conflict.mine, draftOf(conflict.stored), choices));
  };
  return {
    ask,
    choose,
    choice:
      conflict === null ? null : (
        <VersionChoice
          title={t('forms.versions.object.title')}
          explanation={t('forms.versions.object.text')}
          theirsLabel={t('forms.versions.object.theirs')}
          fields={conflict.fields}
          onResolve={resolve}
        />
      ),
  };
}
