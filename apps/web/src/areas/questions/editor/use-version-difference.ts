import type { QuestionnaireVersion } from '@depotwerk/api/questionnaires/questionnaire-versions';
import type { QuestionnaireDraft } from '@depotwerk/domain/questions/check-questionnaire';
import {
  compareQuestionnaires,
  presentedOtherwise,
  recounted,
} from '@depotwerk/domain/questions/compare-questionnaires';
import { useQuery } from '@tanstack/react-query';
import { comparedVersionQuery, versionsQuery } from '../public/version-queries.ts';

/** What a version asks or counts otherwise than the published one before it. */
export function useVersionDifference(version: QuestionnaireVersion, draft: QuestionnaireDraft) {
  const versions = useQuery(versionsQuery());
  const before = versions.data?.find(
    (one) => one.key === version.key && one.state === 'published' && one.version < version.version,
  );
  const compared = useQuery({ ...comparedVersionQuery(before?.id ?? ''), enabled: before !== undefined });
  return {
    failed: [versions, compared].find(({ isError }) => isError),
    /** There is none before it. */
    isFirst: versions.data !== undefined && before === undefined,
    /** Undefined until both are known. */
    difference: compared.data === undefined ? undefined : differenceOf(compared.data, draft),
  };
}

function differenceOf(
  { version, title, questions, scoring }: QuestionnaireVersion,
  draft: QuestionnaireDraft,
) {
  const changes = compareQuestionnaires(questions, draft.questions);
  const counted = recounted(questions, draft.questions);
  const presented = presentedOtherwise(questions, draft.questions);
  const isRetitled = title !== draft.title;
  const isScoredAnew = JSON.stringify(scoring) !== JSON.stringify(draft.scoring);
  const isUnchanged =
    changes.length + counted.length + presented.questions.length === 0 &&
    !presented.isReordered &&
    !isRetitled &&
    !isScoredAnew;
  return { version, titleBefore: title, changes, counted, presented, isRetitled, isScoredAnew, isUnchanged };
}
