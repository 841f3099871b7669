import { useState } from 'react';
import { t } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Banner } from '../ui/feedback.tsx';
import type { MergeChoices } from './compare-drafts.ts';
import './version-choice.css';

/** A field two versions hold differently, in words. */
export interface DifferingField {
  readonly path: string;
  readonly label: string;
  readonly mine: string;
  readonly theirs: string;
  /** The side that alone changed it; null = both did, or nobody knows. */
  readonly suggested: 'mine' | 'theirs' | null;
}

interface VersionChoiceProps {
  title: string;
  explanation: string;
  /** Column of the other version: "Gespeicherter Stand", "Anderes Gerät". */
  theirsLabel: string;
  fields: readonly DifferingField[];
  onResolve: (choices: MergeChoices) => void;
  /** Where it may wait: "Später entscheiden". */
  onLater?: () => void;
}

/** The one dialog for two versions (412, another machine), field by field: nothing is overwritten that nobody chose to. */
export function VersionChoice({
  title,
  explanation,
  theirsLabel,
  fields,
  onResolve,
  onLater,
}: VersionChoiceProps) {
  const [choices, setChoices] = useState<MergeChoices>(() =>
    Object.fromEntries(
      fields.flatMap(({ path, suggested }) => (suggested === null ? [] : [[path, suggested]])),
    ),
  );
  const [isAsked, setAsked] = useState(false);
  const open = fields.filter(({ path }) => choices[path] === undefined);
  const chooseAll = (side: 'mine' | 'theirs') =>
    setChoices(Object.fromEntries(fields.map(({ path }) => [path, side])));
  const resolve = () => {
    if (open.length === 0) onResolve(choices);
    else setAsked(true);
  };
  return (
    <Dialog
      size="large"
      isStatic
      title={title}
      onClose={onLater ?? (() => {})}
      footer={
        <>
          {onLater ? <Button onClick={onLater}>{t('forms.versions.later')}</Button> : null}
          <Button kind="primary" onClick={resolve}>
            {t('forms.versions.apply')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{explanation}</p>
        <div className="row">
          <Button size="small" onClick={() => chooseAll('mine')}>
            {t('forms.versions.allMine')}
          </Button>
          <Button size="small" onClick={() => chooseAll('theirs')}>
            {t('forms.versions.allTheirs')}
          </Button>
        </div>
        {isAsked && open.length > 0 ? (
          <Banner tone="bad" role="alert">
            {t('forms.versions.undecided', { count: open.length })}
          </Banner>
        ) : null}
        <div className="version-choice">
          {fields.map((field) => (
            <fieldset key={field.path} className="version-choice__field">
              <legend className="version-choice__label">{field.label}</legend>
              {(['mine', 'theirs'] as const).map((side) => (
                <label key={side} className="version-choice__side">
                  <input
                    type="radio"
                    name={`version-${field.path}`}
                    checked={choices[field.path] === side}
                    onChange={() => setChoices({ ...choices, [field.path]: side })}
                  />
                  <span className="hint">
                    {side === 'mine' ? t('forms.versions.mine') : theirsLabel}
                    {field.suggested === side ? ` · ${t('forms.versions.onlyOne')}` : ''}
                  </span>
                  <span className="version-choice__value">{field[side]}</span>
                </label>
              ))}
            </fieldset>
          ))}
        </div>
      </div>
    </Dialog>
  );
}
