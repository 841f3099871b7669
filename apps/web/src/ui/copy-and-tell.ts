import { t } from '../texts/texts.ts';
import { copyText } from './copy-text.ts';
import { showToast } from './toast.tsx';

/**
 * Puts a text on the clipboard and says so; where the browser lets nobody write there it says what to do instead.
 *
 * @param shown the text in words, where it does not stand on the page to be copied from
 */
export async function copyAndTell(text: string, shown?: string): Promise<void> {
  if (await copyText(text)) showToast(t('common.copied'));
  else showToast([t('common.copyTextByHand'), shown].filter(Boolean).join(' '), { tone: 'bad' });
}
