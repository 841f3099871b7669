import type { ElementCondition } from '@depotwerk/domain/element-condition';
import { firstComparison, joined, replaced } from '@depotwerk/domain/questions/edit-questionnaire';
import type { Question } from '@depotwerk/domain/questions/questionnaire';
import { type Comparison, comparisonsOf } from '@depotwerk/domain/questions/visible-questions';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { RemoveButton } from '../../../ui/remove-button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { SegmentedControl } from '../../../ui/tabs.tsx';
import { NeededNumber } from './needed-number.tsx';

interface ConditionEditorProps {
  title: string;
  /** Said where there is no condition. */
  emptyText: string;
  condition: ElementCondition | null;
  /** Questions whose answers it may compare. */
  questions: readonly Question[];
  onChange: (condition: ElementCondition | null) => void;
}

/** A condition over answers: one comparison a line, all of them or one of them. */
export function ConditionEditor({ title, emptyText, condition, questions, onChange }: ConditionEditorProps) {
  const lines = condition === null ? [] : comparisonsOf(condition);
  const operator = condition?.operator === 'or' ? 'or' : 'and';
  const comparable = questions.filter((question) => firstComparison(question) !== null);
  const add = () => {
    const question = comparable.at(-1);
    const line = question === undefined ? null : firstComparison(question);
    if (line !== null) onChange(joined(operator, [...lines, line]));
  };
  return (
    <fieldset className="editor__condition">
      <legend>{title}</legend>
      {lines.length === 0 ? <p className="hint">{emptyText}</p> : null}
      {lines.length > 1 ? (
        <SegmentedControl
          label={t('questionnaires.joinedBy')}
          size="small"
          value={operator}
          options={[
            { value: 'and', label: t('questionnaires.allHold') },
            { value: 'or', label: t('questionnaires.oneHolds') },
          ]}
          onChange={(next) => onChange(joined(next, lines))}
        />
      ) : null}
      <ul>
        {lines.map((line, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- comparisons have no name but their place
          <li key={place} className="editor__comparison">
            <ComparisonLine
              comparison={line}
              questions={comparable}
              onChange={(next) => onChange(joined(operator, replaced(lines, place, next)))}
            />
            <RemoveButton
              label={t('questionnaires.removeComparison', { number: place + 1 })}
              onClick={() =>
                onChange(
                  joined(
                    operator,
                    lines.filter((_line, index) => index !== place),
                  ),
                )
              }
            />
          </li>
        ))}
      </ul>
      {comparable.length === 0 ? null : (
        <div>
          <Button size="small" onClick={add}>
            {t('questionnaires.addComparison')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

interface ComparisonLineProps {
  comparison: Comparison;
  questions: readonly Question[];
  onChange: (comparison: Comparison) => void;
}

function ComparisonLine({ comparison, questions, onChange }: ComparisonLineProps) {
  const [questionId = '', valueId = ''] = comparison.path.split('.');
  const question = questions.find(({ id }) => id === questionId);
  return (
    <div className="editor__comparison-fields">
      <SelectField
        label={t('questionnaires.comparedQuestion')}
        emptyLabel={t('questionnaires.unknownQuestion')}
        value={question?.id ?? ''}
        options={questions.map(({ id, title }) => ({
          value: id,
          label: title || t('questionnaires.untitled'),
        }))}
        onChange={(id) => {
          const other = questions.find((one) => one.id === id);
          const next = other === undefined ? null : firstComparison(other);
          if (next !== null) onChange(next);
        }}
      />
      {question?.questionType === 'multiSelect' ? (
        <SelectField
          label={t('questionnaires.comparedValue')}
          emptyLabel={t('questionnaires.unknownValue')}
          value={question.values.some(({ id }) => id === valueId) ? valueId : ''}
          options={question.values.map(({ id, label }) => ({ value: id, label }))}
          onChange={(id) => onChange({ operator: 'eq', path: `${question.id}.${id}`, value: true })}
        />
      ) : null}
      {question?.questionType === 'singleSelect' ? (
        <ChosenValues question={question} comparison={comparison} onChange={onChange} />
      ) : null}
      {question?.questionType === 'number' ? (
        <>
          <SelectField
            label={t('questionnaires.comparedBy')}
            value={comparison.operator === 'eq' ? 'eq' : 'gt'}
            options={[
              { value: 'gt', label: t('questionnaires.isGreater') },
              { value: 'eq', label: t('questionnaires.isEqual') },
            ]}
            onChange={(operator) =>
              onChange({
                operator: operator === 'eq' ? 'eq' : 'gt',
                path: question.id,
                value: numberOf(comparison),
              })
            }
          />
          <NeededNumber
            label={t('questionnaires.comparedNumber')}
            value={numberOf(comparison)}
            onChange={(value) =>
              onChange({
                operator: comparison.operator === 'eq' ? 'eq' : 'gt',
                path: question.id,
                value,
              })
            }
          />
        </>
      ) : null}
    </div>
  );
}

const numberOf = ({ value }: Comparison): number => (typeof value === 'number' ? value : 0);

/** Boxes for the answers of a single choice: one of those ticked is enough. */
function ChosenValues({
  question,
  comparison,
  onChange,
}: {
  question: Question;
  comparison: Comparison;
  onChange: (comparison: Comparison) => void;
}) {
  const chosen = comparison.operator === 'in' ? comparison.value : [comparison.value];
  const known = question.values.map(({ id }) => id);
  const isGone = chosen.some((id) => !known.some((one) => one === id));
  const set = (isNamed: (id: string) => boolean) =>
    onChange({ operator: 'in', path: question.id, value: known.filter(isNamed) });
  return (
    <fieldset className="editor__chosen">
      <legend>{t('questionnaires.isOneOf')}</legend>
      {/* An answer that was removed since keeps the condition from being complete: it is seen, and can be taken out. */}
      {isGone ? (
        <Checkbox
          label={t('questionnaires.removedValue')}
          isChecked
          onChange={() => set((id) => chosen.includes(id))}
        />
      ) : null}
      {question.values.map(({ id, label }) => (
        <Checkbox
          key={id}
          label={label || t('questionnaires.untitled')}
          isChecked={chosen.includes(id)}
          onChange={(isOn) => set((one) => (one === id ? isOn : chosen.includes(one)))}
        />
      ))}
    </fieldset>
  );
}
