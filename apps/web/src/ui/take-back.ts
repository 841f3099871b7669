import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import { takeBackDeletion } from '@depotwerk/api/deletions/deletions';
import { callApi } from '../platform/api-client.ts';
import { t } from '../texts/texts.ts';
import { offerUndo } from './undo.ts';

type Kept = CallInput<typeof takeBackDeletion>['body'];
export type TakenBack = CallAnswer<typeof takeBackDeletion>;

/**
 * The same for what the server keeps for a moment as it was.
 *
 * @param text what was deleted
 * @param kept as `takeBackDeletion` takes it
 * @param reload reads anew what shows it
 * @param undone said when it is back, or what says it of the answer; default that of a deletion
 */
export function offerTakingBack(
  text: string,
  kept: Omit<Kept, 'objectId'> & { objectId: string | number },
  reload: () => unknown,
  undone: string | ((answer: TakenBack) => void) = t('common.takenBack'),
): void {
  const idempotencyKey = crypto.randomUUID();
  const undo = async () => {
    const body = { ...kept, objectId: String(kept.objectId) };
    try {
      return await callApi(takeBackDeletion, { body }, { idempotencyKey });
    } finally {
      // Refused, too, what is shown may be old: somebody has put something in its place.
      await reload();
    }
  };
  offerUndo(text, undo, undone);
}
