import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { queryClient } from '../../../platform/query-client.ts';
import { answersDraftQuery, type questionnaireQuery } from './question-queries.ts';

/**
 * Whether a version somebody answered could not be read just now, and may be the next time. Nothing is asked before: answers that are
 * there would look lost, and be replaced. One nobody knows any more is nothing to wait for; its answers are not carried over.
 */
export const isUnread = ({ data, error }: { readonly data: unknown; readonly error: unknown }): boolean =>
  data === undefined &&
  error instanceof ApiError &&
  (error.kind === 'network' || error.status === 429 || error.status >= 500);

/** A questionnaire with the caller's unfinished answers, and the version these were begun with where it is another one. */
export function useQuestionnaire(query: typeof questionnaireQuery, key: string, customerId: string) {
  const [edition, setEdition] = useState(0);
  const questionnaire = useQuery(query(key));
  const draft = useQuery(answersDraftQuery(key, customerId));
  const isOld =
    draft.data !== undefined && draft.data !== null && draft.data.version !== questionnaire.data?.version;
  const old = useQuery({
    ...query(key, draft.data?.version),
    enabled: isOld && questionnaire.data !== undefined,
    retry: false,
  });
  // Both are read anew: what was answered to the old version is carried over to the new one.
  const reload = async () => {
    await queryClient.invalidateQueries({ queryKey: ['questionnaire', key] });
    await draft.refetch();
    setEdition((count) => count + 1);
  };
  return {
    questionnaire,
    draft,
    isWaiting: draft.isFetching || (isOld && old.isLoading),
    old: isOld ? (old.data ?? null) : null,
    oldQuery: old,
    edition,
    reload,
  };
}
