import type { AnswerFault } from '@depotwerk/domain/questions/check-answers';
import { toggleValue } from '@depotwerk/domain/questions/choose-values';
import {
  type AnswerValue,
  type ChosenValue,
  isChosen,
  isChosenList,
  mustBeAnswered,
  type Question,
  type QuestionValue,
} from '@depotwerk/domain/questions/questionnaire';
import { IconAlertCircle } from '@tabler/icons-react';
import { memo, useEffect, useId } from 'react';
import { t } from '../../texts/texts.ts';
import { classNames } from '../../ui/class-names.ts';
import { NumberField } from '../../ui/number-fields.tsx';
import { SafeHtml } from '../../ui/safe-html.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { CalendarField } from './calendar-field.tsx';

export interface QuestionFieldProps {
  question: Question;
  value: AnswerValue | undefined;
  /** What is wrong, once it is to be said. */
  fault: AnswerFault | null;
  onChange: (questionId: string, value: AnswerValue) => void;
  /** A typed text that reads as no value; null when it does again. */
  onUnread: (questionId: string, message: string | null) => void;
}

/** One question of any kind; only drawn anew when it, its answer or its fault changes. */
export const QuestionField = memo(function QuestionField(props: QuestionFieldProps) {
  const { question, value, fault, onChange, onUnread } = props;
  const { id, questionType, title } = question;
  const error = fault === null ? null : t(`validators.${fault}`);
  // A typed text goes with its field; what is wrong with it may not outlive it.
  useEffect(() => () => onUnread(id, null), [id, onUnread]);
  const common = {
    label: title,
    hint: question.hint === '' ? undefined : <SafeHtml html={question.hint} />,
    isRequired: mustBeAnswered(question),
    error,
  };
  switch (questionType) {
    case 'singleSelect':
    case 'multiSelect':
      return <SelectQuestion {...props} />;
    case 'freeText': {
      const text = {
        ...common,
        value: typeof value === 'string' ? value : '',
        maxLength: 5000,
        onChange: (next: string) => onChange(id, next === '' ? null : next),
      };
      return question.styleHint === 'SINGLE_LINE' ? <TextField {...text} /> : <TextArea {...text} rows={4} />;
    }
    case 'number':
      return (
        <div className="question__short">
          <NumberField
            {...common}
            precision={0}
            value={typeof value === 'number' ? value : null}
            onChange={(next) => onChange(id, next)}
            onFault={(message) => onUnread(id, message)}
          />
        </div>
      );
    case 'date':
      return (
        <div className="question__short">
          <CalendarField
            {...common}
            value={typeof value === 'string' ? value : null}
            onChange={(next) => onChange(id, next)}
            onFault={(message) => onUnread(id, message)}
          />
        </div>
      );
  }
});

/** One or several of some values: radio buttons or boxes, with the text of the other one below it. */
function SelectQuestion({ question, value, fault, onChange }: QuestionFieldProps) {
  const name = useId();
  const isMultiple = question.questionType === 'multiSelect';
  const chosen: readonly ChosenValue[] = isChosenList(value) ? value : isChosen(value) ? [value] : [];
  const set = (next: readonly ChosenValue[]) =>
    onChange(question.id, isMultiple ? next : (next.at(-1) ?? null));
  const pick = (id: string) =>
    set(
      isMultiple
        ? toggleValue(question, chosen, id)
        : [{ id, text: chosen.find((one) => one.id === id)?.text ?? null }],
    );
  // A group of boxes has no state for it: that she has to answer is said with what describes it, never with its name.
  const saysRequired = isMultiple && question.isRequired;
  const describedBy = [
    saysRequired ? `${name}-required` : '',
    question.hint === '' ? '' : `${name}-hint`,
    fault === null ? '' : `${name}-error`,
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <fieldset
      className={classNames('question__choices', fault !== null && 'question__choices--invalid')}
      role={isMultiple ? 'group' : 'radiogroup'}
      aria-describedby={describedBy || undefined}
      aria-required={isMultiple ? undefined : question.isRequired}
      aria-invalid={fault !== null && !isMultiple ? true : undefined}
    >
      <legend className="ui-field__label">
        {question.title}
        {question.isRequired ? (
          <span className="ui-field__required" aria-hidden="true">
            {' *'}
          </span>
        ) : null}
      </legend>
      {saysRequired ? (
        <span id={`${name}-required`} hidden>
          {t('questionnaires.isRequired')}
        </span>
      ) : null}
      {question.hint === '' ? null : (
        <div id={`${name}-hint`} className="ui-field__hint">
          <SafeHtml html={question.hint} />
        </div>
      )}
      <div
        className={classNames(
          'question__values',
          question.styleHint === 'COLUMNS' && 'question__values--columns',
        )}
      >
        {question.values.map((one) => (
          <Choice
            key={one.id}
            value={one}
            name={name}
            isMultiple={isMultiple}
            chosen={chosen.find(({ id }) => id === one.id)}
            onPick={() => pick(one.id)}
            onText={(text) =>
              set(chosen.map((known) => (known.id === one.id ? { id: one.id, text } : known)))
            }
          />
        ))}
      </div>
      {fault === null ? null : (
        <div id={`${name}-error`} className="ui-field__error">
          <IconAlertCircle size={16} aria-hidden="true" />
          {t(`validators.${fault}`)}
        </div>
      )}
    </fieldset>
  );
}

interface ChoiceProps {
  value: QuestionValue;
  name: string;
  isMultiple: boolean;
  chosen: ChosenValue | undefined;
  onPick: () => void;
  onText: (text: string) => void;
}

function Choice({ value, name, isMultiple, chosen, onPick, onText }: ChoiceProps) {
  const describedBy = value.description === '' ? undefined : `${name}-${value.id}`;
  return (
    <div className={classNames('question__value', chosen !== undefined && 'question__value--chosen')}>
      <label className="question__pick">
        <input
          type={isMultiple ? 'checkbox' : 'radio'}
          className={isMultiple ? 'ui-check__box' : 'question__radio'}
          name={name}
          checked={chosen !== undefined}
          aria-describedby={describedBy}
          onChange={onPick}
        />
        <span>{value.label}</span>
      </label>
      {value.description === '' ? null : (
        <div id={describedBy} className="question__description">
          <SafeHtml html={value.description} />
        </div>
      )}
      {value.isOther && chosen !== undefined ? (
        <div className="question__other">
          <TextField
            label={t('questions.otherText', { label: value.label })}
            isLabelHidden
            placeholder={t('questions.otherPlaceholder')}
            maxLength={2000}
            value={chosen.text ?? ''}
            onChange={onText}
          />
        </div>
      ) : null}
    </div>
  );
}
