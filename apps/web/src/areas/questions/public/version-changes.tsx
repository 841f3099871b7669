import { compareQuestionnaires } from '@depotwerk/domain/questions/compare-questionnaires';
import { said, t } from '../../../texts/texts.ts';
import { Banner } from '../../../ui/feedback.tsx';
import type { Questionnaire } from './question-queries.ts';

/**
 * That there is a newer version than the one the answers were begun with, and what it asks otherwise. It may ask the same and count
 * otherwise: whoever was refused for the old one is to know why.
 */
export function VersionChanges({
  old,
  questionnaire,
}: {
  old: Questionnaire | null;
  questionnaire: Questionnaire;
}) {
  if (old === null) return null;
  const changes = compareQuestionnaires(old.questions, questionnaire.questions);
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
