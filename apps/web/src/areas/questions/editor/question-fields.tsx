import { regionTexts, sectorTexts } from '@depotwerk/domain/master-data/regions-and-sectors';
import { countsFor, isSelect, profileFieldsFor } from '@depotwerk/domain/questions/check-questionnaire';
import { withProfileField, withType } from '@depotwerk/domain/questions/edit-questionnaire';
import { type Question, questionTypes, scaleKeys } from '@depotwerk/domain/questions/questionnaire';
import { scaleNames } from '@depotwerk/domain/questions/scale-names';
import { said, t } from '../../../texts/texts.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextArea, TextField } from '../../../ui/text-field.tsx';
import { ConditionEditor } from './condition-editor.tsx';
import { ValuesEditor } from './values-editor.tsx';

interface QuestionFieldsProps {
  question: Question;
  /** Questions before it, which its condition may name. */
  earlier: readonly Question[];
  onChange: (question: Question) => void;
}

/** Everything one question is made of. */
export function QuestionFields({ question, earlier, onChange }: QuestionFieldsProps) {
  const { questionType, styleHint } = question;
  const scales = scaleKeys.filter((scale) => countsFor(question, scale));
  const members = profileFieldsFor(questionType);
  const layout = isSelect(question) ? 'COLUMNS' : questionType === 'freeText' ? 'SINGLE_LINE' : null;
  return (
    <div className="editor__fields">
      <TextField
        label={t('questionnaires.text')}
        isRequired
        maxLength={500}
        value={question.title}
        onChange={(title) => onChange({ ...question, title })}
      />
      <div className="entity-form__row">
        <SelectField
          label={t('questionnaires.kind')}
          value={questionType}
          options={questionTypes.map((value) => ({ value, label: t(`questionnaires.type.${value}`) }))}
          onChange={(value) => (value === '' ? undefined : onChange(withType(question, value)))}
        />
        <TextField
          label={t('questionnaires.section')}
          hint={t('questionnaires.sectionHint')}
          maxLength={200}
          value={question.section}
          onChange={(section) => onChange({ ...question, section })}
        />
      </div>
      <TextArea
        label={t('questionnaires.hint')}
        hint={t('questionnaires.htmlHint')}
        rows={2}
        maxLength={4000}
        value={question.hint}
        onChange={(hint) => onChange({ ...question, hint })}
      />
      <div className="entity-form__switches">
        {questionType === 'freeText' ? null : (
          <Checkbox
            label={t('questionnaires.required')}
            isChecked={question.isRequired}
            onChange={(isRequired) => onChange({ ...question, isRequired })}
          />
        )}
        {layout === null ? null : (
          <Checkbox
            label={t(`questionnaires.layout.${layout}`)}
            isChecked={styleHint === layout}
            onChange={(isOn) => onChange({ ...question, styleHint: isOn ? layout : null })}
          />
        )}
      </div>
      <div className="entity-form__row">
        {scales.length === 0 ? null : (
          <SelectField
            label={t('questionnaires.scale')}
            emptyLabel={t('questionnaires.noScale')}
            value={question.scale ?? ''}
            options={scales.map((value) => ({ value, label: said(scaleNames[value]) }))}
            onChange={(value) => onChange({ ...question, scale: value === '' ? null : value })}
          />
        )}
        {members.length === 0 ? null : (
          <SelectField
            label={t('questionnaires.profileField')}
            emptyLabel={t('questionnaires.noProfileField')}
            value={question.profileField ?? ''}
            options={members.map((value) => ({ value, label: t(`questionnaires.member.${value}`) }))}
            onChange={(value) =>
              onChange(
                withProfileField(question, value === '' ? null : value, {
                  none: t('questionnaires.choice.none'),
                  limited: t('questionnaires.choice.limited'),
                  full: t('questionnaires.choice.full'),
                  minimumShare: t('questionnaires.choice.minimumShare'),
                  pai: t('questionnaires.choice.pai'),
                  ...regionTexts,
                  ...sectorTexts,
                }),
              )
            }
          />
        )}
      </div>
      {isSelect(question) ? <ValuesEditor question={question} onChange={onChange} /> : null}
      <ConditionEditor
        title={t('questionnaires.condition')}
        emptyText={earlier.length === 0 ? t('questionnaires.firstQuestion') : t('questionnaires.always')}
        condition={question.visibleIf}
        questions={earlier}
        onChange={(visibleIf) => onChange({ ...question, visibleIf })}
      />
    </div>
  );
}
