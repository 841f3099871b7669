import type { QuestionnaireVersion } from '@depotwerk/api/questionnaire-versions';
import type { QuestionnaireDraft } from '@depotwerk/domain/questions/check-questionnaire';
import {
  compareQuestionnaires,
  presentedOtherwise,
  recounted,
} from '@depotwerk/domain/questions/compare-questionnaires';
import { useQuery } from '@tanstack/react-query';
import { said, t } from '../../../texts/texts.ts';
import { EmptyState, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { Card } from '../../../ui/layout.tsx';
import { comparedVersionQuery, versionsQuery } from '../public/version-queries.ts';

/** What the version asks or counts otherwise than the published one before it. */
export function VersionChanges({
  version,
  draft,
}: {
  version: QuestionnaireVersion;
  draft: QuestionnaireDraft;
}) {
  const versions = useQuery(versionsQuery());
  const before = versions.data?.find(
    (one) => one.key === version.key && one.state === 'published' && one.version < version.version,
  );
  const compared = useQuery({ ...comparedVersionQuery(before?.id ?? ''), enabled: before !== undefined });
  const failed = [versions, compared].find(({ isError }) => isError);
  if (failed) {
    return <QueryError title={t('questionnaires.oneLoadFailed')} query={failed} />;
  }
  if (versions.data !== undefined && before === undefined)
    return <EmptyState title={t('questionnaires.firstVersion')} />;
  if (compared.data === undefined) return <Skeleton height={160} />;
  const { title: titleBefore, questions, scoring } = compared.data;
  const isRetitled = titleBefore !== draft.title;
  const changes = compareQuestionnaires(questions, draft.questions);
  const counted = recounted(questions, draft.questions);
  const presented = presentedOtherwise(questions, draft.questions);
  const isUnchanged =
    changes.length + counted.length + presented.questions.length === 0 &&
    !presented.isReordered &&
    !isRetitled;
  const isScoredAnew = JSON.stringify(scoring) !== JSON.stringify(draft.scoring);
  return (
    <Card title={t('questionnaires.changesSince', { version: compared.data.version })}>
      {isUnchanged && !isScoredAnew ? (
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
