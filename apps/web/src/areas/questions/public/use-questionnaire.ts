import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isMissingObject } from '../../../platform/api-error.ts';
import { queryClient } from '../../../platform/query-client.ts';
import { answersDraftQuery, type questionnaireQuery } from './question-queries.ts';

/**
 * The version of a questionnaire that answers were given to, where it is `version`: null where nobody knows any more what it asked. One
 * that only did not come (`failed`) is asked for again: the answers to it are not lost.
 */
export function useAnsweredVersion(query: typeof questionnaireQuery, key: string, version: number | null) {
  const found = useQuery({
    ...query(key, version ?? undefined),
    enabled: version !== null,
    retry: false,
  });
  const isGone = isMissingObject(found.error);
  return {
    known: version === null ? null : (found.data ?? null),
    isLoading: version !== null && found.isLoading,
    failed: version !== null && found.isError && !isGone ? found : null,
  };
}

/** A questionnaire with the caller's unfinished answers, and the version these were begun with where it is another one. */
export function useQuestionnaire(query: typeof questionnaireQuery, key: string, customerId: string) {
  const [edition, setEdition] = useState(0);
  const questionnaire = useQuery(query(key));
  const draft = useQuery(answersDraftQuery(key, customerId));
  const begunWith = draft.data?.version ?? null;
  const isOld = questionnaire.data !== undefined && begunWith !== questionnaire.data.version;
  const old = useAnsweredVersion(query, key, isOld ? begunWith : null);
  // Both are read anew: what was answered to the old version is carried over to the new one.
  const reload = async () => {
    await queryClient.invalidateQueries({ queryKey: ['questionnaire', key] });
    await draft.refetch();
    setEdition((count) => count + 1);
  };
  return {
    questionnaire,
    draft,
    isWaiting: draft.isFetching || old.isLoading,
    old: old.known,
    failed: [questionnaire, draft].find(({ isError }) => isError) ?? old.failed,
    edition,
    reload,
  };
}
