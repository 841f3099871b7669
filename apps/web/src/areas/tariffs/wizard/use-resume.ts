import type { Draft as StoredDraft } from '@depotwerk/api/drafts/drafts';
import { useEffect, useMemo, useState } from 'react';
import { compareDrafts, isSameValue } from '../../../forms/compare-drafts.ts';
import { t } from '../../../texts/texts.ts';
import { offerUndo } from '../../../ui/undo.ts';
import { type DraftContent, dropDraft, readDraftContent, storeDraft } from './draft-queries.ts';
import type { Conflict } from './use-conflict.tsx';
import type { WizardDraft } from './use-wizard-draft.ts';
import type { WizardDefinition, WizardObject } from './wizard-definition.ts';
import { isChanged } from './wizard-machine.ts';

interface Options<Draft extends object> {
  readonly definition: WizardDefinition<Draft>;
  readonly stored: StoredDraft | null;
  readonly object: WizardObject<Draft> | null;
  readonly mayEdit: boolean;
  /** The user comes back on his own way: his draft is continued without asking. */
  readonly isContinued: boolean;
  readonly draft: WizardDraft<Draft>;
  /** Where the user is; a draft that is taken back begins here. */
  readonly step: string;
  readonly conflict: Conflict<Draft>;
  readonly openStep: (step: string) => void;
}

export interface PendingDraft {
  readonly storedAt: string;
  /** False for a draft of an older release: it can only be discarded. */
  readonly isReadable: boolean;
}

export interface Resume {
  readonly resume: () => void;
  /** Throws away the stored draft and what was changed since. Throws what the server answers. */
  readonly discard: () => Promise<void>;
}

/** The stored draft a visit begins with, as long as the user has not said what to do with it. */
export function usePendingDraft<Draft extends object>({
  definition,
  stored,
  object,
  mayEdit,
}: Pick<Options<Draft>, 'definition' | 'stored' | 'object' | 'mayEdit'>) {
  const content = useMemo(
    () => (stored === null ? null : readDraftContent(definition.body, stored.data)),
    [definition, stored],
  );
  // A draft that says nothing new (its save succeeded, only its deletion did not) is none.
  const isNews = content === null || !isSameValue(content.draft, object?.draft ?? definition.empty());
  const [isDecided, setDecided] = useState(() => stored === null || !mayEdit || !isNews);
  const pending: PendingDraft | null =
    isDecided || stored === null ? null : { storedAt: stored.updatedAt, isReadable: content !== null };
  return { pending, content, isNews, decide: () => setDecided(true) };
}

/** What may be done with the pending draft. */
export function useResume<Draft extends object>(
  { pending, content, isNews, decide }: ReturnType<typeof usePendingDraft<Draft>>,
  { definition, stored, object, mayEdit, isContinued, draft, step, conflict, openStep }: Options<Draft>,
): Resume {
  const entityId = object?.id ?? null;

  const resume = () => {
    if (stored === null || content === null) return;
    decide();
    draft.send({
      kind: 'resumed',
      draft: content.draft,
      revision: stored.revision,
      at: stored.updatedAt,
    });
    // Who comes back on his own way stands on the page he left for it; the draft may be of a page before.
    if (!isContinued) openStep(stored.step);
    if (object === null || object.rowVersion === stored.baseVersion) return;
    // The object went on meanwhile. Where only the draft differs there is nothing to decide.
    const { base, draft: mine } = content;
    const theirs = object.draft;
    if (compareDrafts(base, mine, theirs).every(({ suggested }) => suggested === 'mine')) return;
    conflict.compare({
      source: 'resume',
      base,
      mine,
      theirs,
      onMerged: (merged) =>
        draft.send({ kind: 'merged', draft: merged, base: theirs, revision: stored.revision }),
    });
  };

  const discard = async () => {
    const { draft: mine, base } = draft.newest();
    const position = {
      step: pending === null ? step : (stored?.step ?? step),
      baseVersion: pending === null ? (object?.rowVersion ?? null) : (stored?.baseVersion ?? null),
      revision: null,
    };
    const given = pending === null ? { draft: mine, base } : content;
    await dropDraft(definition.draftType, entityId);
    decide();
    draft.send({ kind: 'discarded' });
    // A draft of an older release is unreadable here, and nobody could go on with it.
    if (given === null || isSameValue(given.draft, given.base)) return;
    offerUndo(t('wizard.resume.discarded'), () => putBack(given, position), t('wizard.resume.putBack'));
  };

  /** The server refuses it where a newer one stands; where nothing was changed since, it goes on here. */
  const putBack = async (given: DraftContent<Draft>, position: Parameters<typeof storeDraft>[3]) => {
    const back = await storeDraft(definition.draftType, entityId, given, position);
    if (!isChanged(draft.newest()))
      draft.send({ kind: 'resumed', draft: given.draft, revision: back.revision, at: back.updatedAt });
  };

  useEffect(() => {
    if (pending !== null && pending.isReadable && isContinued) resume();
    if (stored !== null && !isNews && mayEdit) {
      dropDraft(definition.draftType, entityId).catch(() => undefined);
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the visit begins
  }, []);

  return { resume, discard };
}
