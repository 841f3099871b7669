import { type KeptKind, takeBackDeletion } from '@depotwerk/api/deletions';
import { callApi } from '../platform/api-client.ts';
import { t } from '../texts/texts.ts';
import { offerUndo } from './undo.ts';

/**
 * The same for what the server keeps for a moment as it was.
 *
 * @param text what was deleted
 * @param objectId as `takeBackDeletion` takes it
 * @param reload reads anew what shows it
 * @param undone said when it is back; default that of a deletion
 */
export function offerTakingBack(
  text: string,
  { objectType, objectId }: { objectType: KeptKind; objectId: string | number },
  reload: () => unknown,
  undone = t('common.takenBack'),
): void {
  const idempotencyKey = crypto.randomUUID();
  const undo = async () => {
    const body = { objectType, objectId: String(objectId) };
    try {
      await callApi(takeBackDeletion, { body }, { idempotencyKey });
    } finally {
      // Refused, too, what is shown may be old: somebody has put something in its place.
      await reload();
    }
  };
  offerUndo(text, undo, undone);
}
