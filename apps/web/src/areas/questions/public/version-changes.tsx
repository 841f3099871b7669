import { compareQuestionnaires } from '@depotwerk/domain/questions/compare-questionnaires';
import { said, t } from '../../../texts/texts.ts';
import { Banner } from '../../../ui/feedback.tsx';
import type { Questionnaire } from './question-queries.ts';

/** What is asked otherwise than in an old version; nothing without one. */
export const changesSince = (old: Questionnaire | null, { questions }: Questionnaire) =>
  old ? compareQuestionnaires(old.questions, questions) : [];

/** What is asked otherwise than in the version the answers were begun with; nothing where nothing is. */
export function VersionChanges({
  old,
  questionnaire,
}: {
  old: Questionnaire | null;
  questionnaire: Questionnaire;
}) {
  const changes = changesSince(old, questionnaire);
  if (changes.length === 0) return null;
  return (
    <Banner tone="info" role="status" title={t('questions.newVersion')}>
      <ul>
        {changes.map(({ questionId, title, kind }) => (
          <li key={questionId}>
            {t(`questions.change.${kind}`)}: {said(title)}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
