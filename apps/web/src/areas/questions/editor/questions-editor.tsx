import type { QuestionnaireVersion } from '@depotwerk/api/questionnaires/questionnaire-versions';
import { fieldIssueText } from '@depotwerk/domain/master-data/field-issue-text';
import { checkQuestionnaire, type QuestionnaireDraft } from '@depotwerk/domain/questions/check-questionnaire';
import { moved, newQuestion, replaced } from '@depotwerk/domain/questions/edit-questionnaire';
import { mustBeAnswered, type Question } from '@depotwerk/domain/questions/questionnaire';
import { scaleNames } from '@depotwerk/domain/questions/scale-names';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { FormField } from '../../../forms/form-field.tsx';
import type { EntityForm } from '../../../forms/use-entity-form.ts';
import { said, t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/feedback.tsx';
import { Card } from '../../../ui/layout.tsx';
import { leadsToUnreadable } from '../../../ui/unreadable.ts';
import { Fields } from './fields.tsx';
import { PlaceButtons } from './place-buttons.tsx';
import { QuestionFields } from './question-fields.tsx';

export interface EditorProps {
  form: EntityForm<QuestionnaireVersion, QuestionnaireDraft>;
  mayEdit: boolean;
}

/** A name nothing else in the questionnaire has, nor ever had. */
export const freshId = (): string => crypto.randomUUID().slice(0, 8);

/** The questions in their order; one is open at a time. */
export function QuestionsEditor({ form, mayEdit }: EditorProps) {
  const { questions } = form.draft;
  const [openId, setOpenId] = useState<string | null>(null);
  const issues = checkQuestionnaire(form.draft);
  const set = (next: readonly Question[]) => form.change((before) => ({ ...before, questions: next }));
  const add = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    if (leadsToUnreadable(currentTarget)) return;
    const question = newQuestion(freshId());
    set([...questions, question]);
    setOpenId(question.id);
  };
  return (
    <FormField path="questions">
      <Card title={t('questionnaires.questions')}>
        {questions.length === 0 ? <EmptyState title={t('questionnaires.noQuestions')} /> : null}
        <ol className="editor__list">
          {questions.map((question, place) => {
            const own = issues.filter(({ params }) => params?.['number'] === place + 1);
            const isOpen = openId === question.id;
            return (
              <li key={question.id} className="editor__item">
                <QuestionHead
                  question={question}
                  place={place}
                  isOpen={isOpen}
                  onToggle={({ currentTarget }) => {
                    // A number nobody can read goes with its field, and what it stood for before would count.
                    if (!leadsToUnreadable(currentTarget)) setOpenId(isOpen ? null : question.id);
                  }}
                >
                  {mayEdit ? (
                    <PlaceButtons
                      name={question.title || t('questionnaires.question', { number: place + 1 })}
                      place={place}
                      count={questions.length}
                      onMove={(to) => set(moved(questions, place, to))}
                      onCopy={({ currentTarget }) => {
                        if (leadsToUnreadable(currentTarget)) return;
                        const copy = { ...question, id: freshId(), profileField: null };
                        set([...questions.slice(0, place + 1), copy, ...questions.slice(place + 1)]);
                        setOpenId(copy.id);
                      }}
                      onRemove={() => set(questions.filter(({ id }) => id !== question.id))}
                    />
                  ) : null}
                </QuestionHead>
                {own.filter(({ path }) => path === 'questions').length > 0 ? (
                  <ul className="editor__issues" role="status">
                    {own
                      .filter(({ path }) => path === 'questions')
                      .map((issue) => (
                        <li key={issue.code}>{said(fieldIssueText(issue))}</li>
                      ))}
                  </ul>
                ) : null}
                {isOpen ? (
                  <Fields mayEdit={mayEdit}>
                    <QuestionFields
                      question={question}
                      earlier={questions.slice(0, place)}
                      onChange={(next) => set(replaced(questions, place, next))}
                    />
                  </Fields>
                ) : null}
              </li>
            );
          })}
        </ol>
        {mayEdit ? (
          <div>
            <Button onClick={add}>{t('questionnaires.addQuestion')}</Button>
          </div>
        ) : null}
      </Card>
    </FormField>
  );
}

/** One line: what is asked, of which kind, and what else hangs on it. */
function QuestionHead({
  question,
  place,
  isOpen,
  onToggle,
  children,
}: {
  question: Question;
  place: number;
  isOpen: boolean;
  onToggle: (event: MouseEvent<HTMLButtonElement>) => void;
  children: ReactNode;
}) {
  const facts = [
    t(`questionnaires.type.${question.questionType}`),
    mustBeAnswered(question) ? t('questionnaires.isRequired') : '',
    question.visibleIf === null ? '' : t('questionnaires.isConditional'),
    question.scale === null ? '' : t('questionnaires.countsFor', { scale: said(scaleNames[question.scale]) }),
  ].filter((fact) => fact !== '');
  return (
    <div className="editor__head">
      <button type="button" className="editor__toggle" aria-expanded={isOpen} onClick={onToggle}>
        <span className="editor__number">{place + 1}</span>
        <span>
          <span className="editor__title">{question.title || t('questionnaires.untitled')}</span>
          <span className="hint editor__facts">{facts.join(' · ')}</span>
        </span>
      </button>
      {children}
    </div>
  );
}
