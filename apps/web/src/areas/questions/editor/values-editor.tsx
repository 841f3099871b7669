import { fixedChoices } from '@depotwerk/domain/questions/check-questionnaire';
import { moved, newValue, replaced } from '@depotwerk/domain/questions/edit-questionnaire';
import type { Question, QuestionValue } from '@depotwerk/domain/questions/questionnaire';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { NeededNumber } from './needed-number.tsx';
import { PlaceButtons } from './place-buttons.tsx';

interface ValuesEditorProps {
  question: Question;
  onChange: (question: Question) => void;
}

/** Answers to choose: words, points, and which of them is "other" or "none". */
export function ValuesEditor({ question, onChange }: ValuesEditorProps) {
  const { values, nonValueId, questionType, scale, profileField } = question;
  const isFixed = profileField !== null && fixedChoices[profileField] !== undefined;
  const set = (next: readonly QuestionValue[]) =>
    onChange({
      ...question,
      values: next,
      nonValueId: next.some(({ id }) => id === nonValueId) ? nonValueId : null,
    });
  const change = (place: number, value: QuestionValue) => set(replaced(values, place, value));
  return (
    <fieldset className="editor__values">
      <legend>{t('questionnaires.values')}</legend>
      {isFixed ? <p className="hint">{t('questionnaires.fixedValues')}</p> : null}
      <ul>
        {values.map((value, place) => (
          <li key={value.id} className="editor__value">
            <div className="editor__value-row">
              <TextField
                label={t('questionnaires.valueLabel', { number: place + 1 })}
                maxLength={300}
                value={value.label}
                onChange={(label) => change(place, { ...value, label })}
              />
              {scale === null ? null : (
                <div className="editor__points">
                  <NeededNumber
                    label={t('questionnaires.points')}
                    min={-1000}
                    max={1000}
                    value={value.points}
                    onChange={(points) => change(place, { ...value, points })}
                  />
                </div>
              )}
              {isFixed ? null : (
                <PlaceButtons
                  name={value.label || t('questionnaires.valueLabel', { number: place + 1 })}
                  place={place}
                  count={values.length}
                  onMove={(to) => set(moved(values, place, to))}
                  onRemove={() => set(values.filter(({ id }) => id !== value.id))}
                />
              )}
            </div>
            <TextField
              label={t('questionnaires.valueDescription')}
              maxLength={2000}
              value={value.description}
              onChange={(description) => change(place, { ...value, description })}
            />
            <div className="editor__value-boxes">
              <Checkbox
                label={t('questionnaires.isOther')}
                isChecked={value.isOther}
                onChange={(isOther) => change(place, { ...value, isOther })}
              />
              {questionType === 'multiSelect' ? (
                <Checkbox
                  label={t('questionnaires.isNone')}
                  isChecked={value.id === nonValueId}
                  onChange={(isNone) => onChange({ ...question, nonValueId: isNone ? value.id : null })}
                />
              ) : null}
            </div>
          </li>
        ))}
      </ul>
      {isFixed ? null : (
        <div>
          <Button size="small" onClick={() => set([...values, newValue(crypto.randomUUID().slice(0, 8))])}>
            {t('questionnaires.addValue')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
