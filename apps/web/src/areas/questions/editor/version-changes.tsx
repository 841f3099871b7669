import type { QuestionnaireVersion } from '@depotwerk/api/questionnaires/questionnaire-versions';
import type { QuestionnaireDraft } from '@depotwerk/domain/questions/check-questionnaire';
import { said, t } from '../../../texts/texts.ts';
import { EmptyState, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { Card } from '../../../ui/layout.tsx';
import { useVersionDifference } from './use-version-difference.ts';

/** What the version asks or counts otherwise than the published one before it. */
export function VersionChanges({
  version,
  draft,
}: {
  version: QuestionnaireVersion;
  draft: QuestionnaireDraft;
}) {
  const { failed, isFirst, difference } = useVersionDifference(version, draft);
  if (failed) {
    return <QueryError title={t('questionnaires.oneLoadFailed')} query={failed} />;
  }
  if (isFirst) return <EmptyState title={t('questionnaires.firstVersion')} />;
  if (difference === undefined) return <Skeleton height={160} />;
  const { titleBefore, changes, counted, presented, isRetitled, isScoredAnew, isUnchanged } = difference;
  return (
    <Card title={t('questionnaires.changesSince', { version: difference.version })}>
      {isUnchanged ? (
        <EmptyState title={t('questionnaires.noChanges')} />
      ) : (
        <ul>
          {isRetitled ? (
            <li>{t('questionnaires.retitled', { now: said(draft.title), before: said(titleBefore) })}</li>
          ) : null}
          {changes.map(({ questionId, title, kind }) => (
            <li key={questionId}>
              {t(`questions.change.${kind}`)}: {said(title)}
            </li>
          ))}
          {counted.map(({ id, title }) => (
            <li key={id}>
              {t('questionnaires.recounted')}: {said(title)}
            </li>
          ))}
          {presented.questions.map(({ id, title }) => (
            <li key={id}>
              {t('questionnaires.presented')}: {said(title)}
            </li>
          ))}
          {presented.isReordered ? <li>{t('questionnaires.reordered')}</li> : null}
          {isScoredAnew ? <li>{t('questionnaires.scoredAnew')}</li> : null}
        </ul>
      )}
    </Card>
  );
}
