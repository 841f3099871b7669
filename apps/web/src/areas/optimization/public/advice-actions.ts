import type { OptimizationHint } from '@depotwerk/api/contracts/contract-detail';
import {
  acceptSuggestedRiskprofile,
  checkContract,
  setHintState,
} from '@depotwerk/api/optimization/optimization';
import { callApi } from '../../../platform/api-client.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { showApiError } from '../../../platform/error-texts.ts';
import { queryClient } from '../../../platform/query-client.ts';
import { parseKnown } from '../../../platform/without-unknown.ts';
import { applyCheck, reloadContract } from '../../../queries/contract-cache.ts';
import { hintsQuery } from '../../../queries/contract-queries.ts';
import { t } from '../../../texts/texts.ts';
import { showToast } from '../../../ui/toast.tsx';
import { groupHints } from './hint-groups.ts';

/** Checks a contract now; score, hints and last check appear wherever the contract is shown. */
export async function checkContractNow(id: string): Promise<void> {
  try {
    const { contractScore, hints, lastCheck, lastCheckedBy } = await callApi(checkContract, {
      params: { id },
    });
    queryClient.setQueryData(hintsQuery(id).queryKey, hints);
    applyCheck(id, { lastCheck, lastCheckedBy });
    reloadContract(id);
    const count = groupHints(hints).open.length;
    showToast(
      contractScore
        ? t('optimization.check.done', { score: contractScore.value, count })
        : t('optimization.check.doneWithoutScore'),
    );
  } catch (error) {
    showApiError(error);
  }
}

export type HintDecision = 'accepted' | 'dismissed' | 'open';

/** How far a decision on several hints came; `error` is what stopped it. */
export interface DecisionOutcome {
  readonly done: readonly OptimizationHint[];
  readonly error: unknown;
}

/** What was seen of a hint: what somebody else has decided since is not overwritten unseen. */
type SeenHint = Pick<OptimizationHint, 'id' | 'state' | 'note'>;

/** The hint as somebody else has decided on it since it was shown; null where something else failed. */
export const decidedMeanwhile = (failure: unknown): OptimizationHint | null =>
  failure instanceof ApiError && failure.code === 'common.versionConflict'
    ? (parseKnown(setHintState.answer, failure.problem?.current).data ?? null)
    : null;

/** Decides on hints one after another and shows each new state at once. Never throws: the outcome tells. */
export async function decideHints(
  contractId: string,
  hints: readonly SeenHint[],
  decision: HintDecision,
  note: string,
): Promise<DecisionOutcome> {
  const done: OptimizationHint[] = [];
  let failure: unknown = null;
  const show = (changed: OptimizationHint) =>
    queryClient.setQueryData(hintsQuery(contractId).queryKey, (known: OptimizationHint[] | undefined) =>
      known?.map((entry) => (entry.id === changed.id ? changed : entry)),
    );
  for (const hint of hints) {
    try {
      const text = note.trim();
      const params = { id: contractId, hintId: hint.id };
      const { state, note: seenNote } = hint;
      const shown = state === 'done' ? {} : { shown: { state, note: seenNote } };
      const changed = await callApi(
        setHintState,
        decision === 'dismissed'
          ? { params, body: { state: decision, note: text, ...shown } }
          : { params, body: { state: decision, ...(text === '' ? {} : { note: text }), ...shown } },
      );
      done.push(changed);
      show(changed);
    } catch (error) {
      const other = decidedMeanwhile(error);
      if (other !== null) show(other);
      failure = error;
      break;
    }
  }
  // Open hints count on lists and limit the score.
  if (done.length > 0) reloadContract(contractId);
  return { done, error: failure };
}

/** Takes over or rejects a suggested risk profile; the contract is loaded again afterwards. Throws ApiError. */
export async function decideRiskProfile(id: string, accept: boolean, comment: string): Promise<void> {
  const text = comment.trim();
  await callApi(acceptSuggestedRiskprofile, {
    params: { id },
    body: { accept, ...(text === '' ? {} : { comment: text }) },
  });
  reloadContract(id);
  showToast(accept ? t('optimization.profile.accepted') : t('optimization.profile.rejected'));
}
