import { changesFor } from '@depotwerk/domain/questions/compare-questionnaires';
import type { Answers } from '@depotwerk/domain/questions/questionnaire';
import { said, t } from '../../../texts/texts.ts';
import { Banner } from '../../../ui/feedback.tsx';
import type { Questionnaire } from './question-queries.ts';

/**
 * That there is a newer version than the one the answers were begun with, and what it asks otherwise of whoever gave
 * them. It may ask the same and count otherwise: whoever was refused for the old one is to know why.
 */
export function VersionChanges({
  old,
  begun,
  questionnaire,
}: {
  old: Questionnaire | null;
  /** The answers given to `old`. */
  begun: Answers;
  questionnaire: Questionnaire;
}) {
  if (old === null) return null;
  const changes = changesFor(old.questions, questionnaire.questions, begun);
  return (
    <Banner tone="info" role="status" title={t('questions.newVersion')}>
      {changes.length === 0 ? null : (
        <ul>
          {changes.map(({ questionId, title, kind }) => (
            <li key={questionId}>
              {t(`questions.change.${kind}`)}: {said(title)}
            </li>
          ))}
        </ul>
      )}
    </Banner>
  );
}
