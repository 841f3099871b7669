import { showApiError } from '../platform/error-texts.ts';
import { t } from '../texts/texts.ts';
import { showToast } from './toast.tsx';

/**
 * Tells what was deleted and offers to take it back for ten seconds, wherever one goes meanwhile; Strg+Z does the same.
 * What is no longer possible, because somebody has built on it, is said as any other refusal.
 *
 * @param undo puts it back and reads anew what shows it
 * @param undone said when it is back, or what says it of the answer
 */
export function offerUndo<Answer>(
  text: string,
  undo: () => Promise<Answer>,
  undone: string | ((answer: Answer) => void),
): void {
  const run = async () => {
    try {
      const answer = await undo();
      if (typeof undone === 'string') showToast(undone);
      else undone(answer);
    } catch (error) {
      showApiError(error);
    }
  };
  showToast(text, { action: { label: t('common.undo'), onSelect: () => void run() } });
}
