import { withHorizonYears } from '@depotwerk/domain/depot-analysis/horizon-answers';
import { answerLines } from '@depotwerk/domain/questions/answer-text';
import { assessRisk, findContradictions } from '@depotwerk/domain/questions/assess-risk';
import type { QuestionnaireDraft } from '@depotwerk/domain/questions/check-questionnaire';
import { withAnswer } from '@depotwerk/domain/questions/choose-values';
import { type Answers, type ClassCount, classCounts } from '@depotwerk/domain/questions/questionnaire';
import { useCallback, useState } from 'react';
import { today } from '../../../platform/today.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Banner } from '../../../ui/feedback.tsx';
import { Card } from '../../../ui/layout.tsx';
import { SegmentedControl } from '../../../ui/tabs.tsx';
import { Contradictions } from '../public/contradictions.tsx';
import { QuestionForm } from '../public/question-form.tsx';
import { saidQuestion } from '../public/said-questions.ts';
import type { AnswersState } from '../public/use-answers.ts';
import { ResultCard } from '../result-card.tsx';
import '../public/questions.css';

/** The draft as it will be asked: the adviser sees what comes of the answers, the client sees her answers only. */
export function VersionPreview({ draft }: { draft: QuestionnaireDraft }) {
  const [role, setRole] = useState<'adviser' | 'client'>('adviser');
  const [answers, setAnswers] = useState<Answers>(new Map());
  const [isDone, setDone] = useState(false);
  const [classCount, setClassCount] = useState<ClassCount>(5);
  const setAnswer = useCallback<AnswersState['setAnswer']>(
    (id, value) => setAnswers((known) => withAnswer(known, id, value)),
    [],
  );
  const { questions, scoring } = draft;
  const counted = withHorizonYears(questions, answers, today());
  const contradictions = scoring === null ? [] : findContradictions(questions, scoring, counted);
  return (
    <div className="stack questionnaire">
      <Banner tone="info">{t('questionnaires.previewHint')}</Banner>
      <SegmentedControl
        label={t('questionnaires.previewAs')}
        size="small"
        value={role}
        options={[
          { value: 'adviser', label: t('questionnaires.asAdviser') },
          { value: 'client', label: t('questionnaires.asClient') },
        ]}
        onChange={setRole}
      />
      {isDone ? (
        <>
          {role === 'adviser' && scoring !== null ? (
            <>
              <SegmentedControl
                label={t('questionnaires.classCount')}
                size="small"
                value={String(classCount)}
                options={classCounts.map((count) => ({
                  value: String(count),
                  label: t('questionnaires.classes', { count }),
                }))}
                onChange={(value) => setClassCount(classCounts.find((one) => String(one) === value) ?? 5)}
              />
              <ResultCard
                result={assessRisk(questions, scoring, answers, classCount, today())}
                classCount={classCount}
              />
              {contradictions.length === 0 ? null : (
                <Banner tone="warn" title={t('questions.contradictions.title')}>
                  <Contradictions
                    texts={contradictions.map(({ text }) => text)}
                    sources={contradictions.map(({ source }) => source)}
                  />
                </Banner>
              )}
            </>
          ) : null}
          <Card title={t('questions.summary')}>
            <dl className="questionnaire__summary">
              {answerLines(questions.map(saidQuestion), answers).map(({ questionId, title, text }) => (
                <div key={questionId}>
                  <dt>{title}</dt>
                  <dd>{text === '' ? t('questions.noAnswer') : text}</dd>
                </div>
              ))}
            </dl>
          </Card>
          <div>
            <Button onClick={() => setDone(false)}>{t('questions.backToQuestions')}</Button>
          </div>
        </>
      ) : questions.length === 0 ? (
        <Banner tone="warn">{t('questionnaires.noQuestions')}</Banner>
      ) : (
        <QuestionForm
          questions={questions}
          state={{ answers, saving: 'none', setAnswer, flush: () => Promise.resolve(true) }}
          onDone={() => setDone(true)}
        />
      )}
    </div>
  );
}
