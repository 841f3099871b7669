import { useId, useState } from 'react';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Banner } from '../../../ui/feedback.tsx';
import type { FieldConflict, MergeChoices } from './field-merge.ts';
import { valueText } from './value-text.ts';
import type { WizardDefinition } from './wizard-definition.ts';
import './conflict-dialog.css';

interface ConflictDialogProps<Draft extends object> {
  definition: WizardDefinition<Draft>;
  title: string;
  explanation: string;
  /** Column of the other version: "Gespeichert von Anna Berger", "Anderes Gerät". */
  theirsLabel: string;
  mine: Draft;
  theirs: Draft;
  conflicts: readonly FieldConflict[];
  onResolve: (choices: MergeChoices) => void;
  onLater: () => void;
}

/** Two versions side by side, field by field: nothing is overwritten that nobody chose to overwrite. */
export function ConflictDialog<Draft extends object>(props: ConflictDialogProps<Draft>) {
  const { definition, conflicts, mine, theirs } = props;
  const [choices, setChoices] = useState<MergeChoices>(() =>
    Object.fromEntries(
      conflicts.flatMap(({ path, suggested }) => (suggested === null ? [] : [[path, suggested]])),
    ),
  );
  const [isAsked, setAsked] = useState(false);
  const open = conflicts.filter(({ path }) => choices[path] === undefined);
  const chooseAll = (side: 'mine' | 'theirs') =>
    setChoices(Object.fromEntries(conflicts.map(({ path }) => [path, side])));
  const resolve = () => {
    if (open.length === 0) props.onResolve(choices);
    else setAsked(true);
  };
  const words = (path: string, value: unknown, draft: Draft) =>
    definition.fieldValue?.(path, value, draft) ?? valueText(value);
  return (
    <Dialog
      size="large"
      isStatic
      title={props.title}
      onClose={props.onLater}
      footer={
        <>
          <Button onClick={props.onLater}>{t('wizard.conflict.later')}</Button>
          <Button kind="primary" onClick={resolve}>
            {t('wizard.conflict.apply')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{props.explanation}</p>
        <div className="row">
          <Button size="small" onClick={() => chooseAll('mine')}>
            {t('wizard.conflict.allMine')}
          </Button>
          <Button size="small" onClick={() => chooseAll('theirs')}>
            {t('wizard.conflict.allTheirs')}
          </Button>
        </div>
        {isAsked && open.length > 0 ? (
          <Banner tone="bad" role="alert">
            {t('wizard.conflict.undecided', { count: open.length })}
          </Banner>
        ) : null}
        <div className="conflict">
          {conflicts.map(({ path, mine: own, theirs: other, suggested }) => (
            <fieldset key={path} className="conflict__field">
              <legend className="conflict__label">{definition.fieldLabel(path)}</legend>
              <ConflictSide
                name={path}
                label={t('wizard.conflict.mine')}
                text={words(path, own, mine)}
                isSuggested={suggested === 'mine'}
                isChosen={choices[path] === 'mine'}
                onChoose={() => setChoices({ ...choices, [path]: 'mine' })}
              />
              <ConflictSide
                name={path}
                label={props.theirsLabel}
                text={words(path, other, theirs)}
                isSuggested={suggested === 'theirs'}
                isChosen={choices[path] === 'theirs'}
                onChoose={() => setChoices({ ...choices, [path]: 'theirs' })}
              />
            </fieldset>
          ))}
        </div>
      </div>
    </Dialog>
  );
}

function ConflictSide(props: {
  name: string;
  label: string;
  text: string;
  isSuggested: boolean;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const id = useId();
  return (
    <label className="conflict__side" htmlFor={id}>
      <input
        id={id}
        type="radio"
        name={`conflict-${props.name}`}
        checked={props.isChosen}
        onChange={props.onChoose}
      />
      <span className="hint">
        {props.label}
        {props.isSuggested ? ` · ${t('wizard.conflict.onlyOne')}` : ''}
      </span>
      <span className="conflict__value">{props.text}</span>
    </label>
  );
}
