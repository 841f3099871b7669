import { answerLines } from '@depotwerk/domain/questions/answer-text';
import type { Answers } from '@depotwerk/domain/questions/questionnaire';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/layout.tsx';
import type { Questionnaire } from './question-queries.ts';
import { saidQuestion } from './said-questions.ts';

/** All answers in words, each with the way back to its question. */
export function SummaryCard({
  questionnaire,
  answers,
  onChange,
}: {
  questionnaire: Questionnaire;
  answers: Answers;
  onChange: (questionId: string) => void;
}) {
  const lines = answerLines(questionnaire.questions.map(saidQuestion), answers);
  return (
    <Card title={t('questions.summary')}>
      <dl className="questionnaire__summary">
        {lines.map(({ questionId, title, text }) => (
          <div key={questionId}>
            <dt>{title}</dt>
            <dd>
              <span>{text === '' ? t('questions.noAnswer') : text}</span>
              <Button
                size="small"
                kind="quiet"
                aria-label={t('questions.changeAnswer', { title })}
                onClick={() => onChange(questionId)}
              >
                {t('questions.changeShort')}
              </Button>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
