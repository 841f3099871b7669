import { formatDateTime } from '@depotwerk/domain/date-text';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { compareDrafts, type FieldConflict, mergeDrafts } from '../../../forms/compare-drafts.ts';
import { valueText } from '../../../forms/value-text.ts';
import { VersionChoice } from '../../../forms/version-choice.tsx';
import { t } from '../../../texts/texts.ts';
import type { NewerDraft } from './draft-queries.ts';
import { readDraftContent } from './draft-queries.ts';
import type { WizardDraft } from './use-wizard-draft.ts';
import type { WizardDefinition, WizardObject } from './wizard-definition.ts';

interface Comparison<Draft> {
  /** Where the other version comes from. */
  readonly source: 'object' | 'machine' | 'resume';
  /** What both began with; null = unknown. */
  readonly base: Draft | null;
  readonly mine: Draft;
  readonly theirs: Draft;
  readonly onMerged: (merged: Draft) => void;
}

export interface Conflict<Draft extends object> {
  /** Two versions wait for a decision. */
  readonly isOpen: boolean;
  /** Shows the comparison again after "Später entscheiden". */
  readonly show: () => void;
  readonly compare: (comparison: Comparison<Draft>) => void;
  /** A save was refused because somebody else saved before. */
  readonly openObject: (
    theirs: WizardObject<Draft>,
    draft: WizardDraft<Draft>,
    setObject: (object: WizardObject<Draft>) => void,
  ) => void;
  /** Another machine of the same user stored a newer draft. */
  readonly openDraft: (theirs: NewerDraft | null, draft: WizardDraft<Draft>) => void;
  readonly dialog: ReactNode;
}

/** Two versions of one draft, and the dialog that makes one of them. */
export function useConflict<Draft extends object>(definition: WizardDefinition<Draft>): Conflict<Draft> {
  const [open, setOpen] = useState<{
    comparison: Comparison<Draft>;
    conflicts: readonly FieldConflict[];
  } | null>(null);
  /** A newer draft this page cannot read, and what puts its own in its place. */
  const [unreadable, setUnreadable] = useState<{ storedAt: string; keepMine: () => void } | null>(null);
  const [isShown, setShown] = useState(true);

  const compare = (comparison: Comparison<Draft>) => {
    const { base, mine, theirs } = comparison;
    const conflicts = (definition.versions?.compare ?? compareDrafts)(base, mine, theirs);
    if (conflicts.length === 0) {
      comparison.onMerged(comparison.theirs);
      return;
    }
    const opened = { comparison, conflicts };
    setOpen(opened);
    setShown(true);
    // The dialog does not wait for names, which the wizard may never have asked for; without them it says how many.
    definition.loadNames?.(comparison.mine, comparison.theirs).then(
      () => setOpen((current) => (current === opened ? { ...opened } : current)),
      () => {},
    );
  };

  const openObject: Conflict<Draft>['openObject'] = (theirs, draft, setObject) => {
    const { base, draft: mine } = draft.newest();
    compare({
      source: 'object',
      base,
      mine,
      theirs: theirs.draft,
      onMerged: (merged) => {
        setObject(theirs);
        const { revision } = draft.newest();
        draft.send({ kind: 'merged', draft: merged, base: theirs.draft, revision });
      },
    });
  };

  const openDraft: Conflict<Draft>['openDraft'] = (theirs, draft) => {
    const { base, draft: mine } = draft.newest();
    const merge = (merged: Draft) =>
      draft.send({ kind: 'merged', draft: merged, base, revision: theirs?.revision ?? null });
    // A draft that is gone has nothing to compare: this one takes its place.
    if (theirs === null) {
      merge(mine);
      return;
    }
    const content = readDraftContent(definition.body, theirs.data);
    if (content !== null) {
      compare({ source: 'machine', base: null, mine, theirs: content.draft, onMerged: merge });
      return;
    }
    setUnreadable({ storedAt: theirs.updatedAt, keepMine: () => merge(draft.newest().draft) });
    setShown(true);
  };

  const words = (path: string, value: unknown, draft: Draft, other: unknown) =>
    definition.fieldValue?.(path, value, draft, other) ?? valueText(value);
  const dialog =
    open !== null && isShown ? (
      <VersionChoice
        title={t(`forms.versions.${open.comparison.source}.title`)}
        explanation={t(`forms.versions.${open.comparison.source}.text`)}
        theirsLabel={t(`forms.versions.${open.comparison.source}.theirs`)}
        fields={open.conflicts.map(({ path, mine, theirs, suggested }) => ({
          path,
          label: definition.fieldLabel(path),
          mine: words(path, mine, open.comparison.mine, theirs),
          theirs: words(path, theirs, open.comparison.theirs, mine),
          suggested,
        }))}
        onResolve={(choices) => {
          const { mine, theirs, onMerged } = open.comparison;
          setOpen(null);
          onMerged((definition.versions?.merge ?? mergeDrafts)(mine, theirs, choices));
        }}
        onLater={() => setShown(false)}
      />
    ) : null;
  const reloadDialog =
    unreadable !== null && isShown ? (
      <VersionChoice
        title={t('forms.versions.machine.title')}
        explanation={t('forms.versions.machine.unreadable')}
        theirsLabel={t('forms.versions.machine.theirs')}
        fields={[
          {
            path: 'draft',
            label: t('forms.versions.machine.wholeDraft'),
            mine: t('forms.versions.machine.keepMine'),
            theirs: t('forms.versions.machine.reload', { time: formatDateTime(unreadable.storedAt) }),
            suggested: null,
          },
        ]}
        onResolve={({ draft: side }) => {
          if (side === 'theirs') location.reload();
          else {
            setUnreadable(null);
            unreadable.keepMine();
          }
        }}
        onLater={() => setShown(false)}
      />
    ) : null;
  return {
    isOpen: open !== null || unreadable !== null,
    show: () => setShown(true),
    compare,
    openObject,
    openDraft,
    dialog: dialog ?? reloadDialog,
  };
}
