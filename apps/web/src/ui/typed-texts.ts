import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { forgetKept, keptWork, leaveWork, notedAt, notedWork, noteWork } from '../platform/kept-over-loss.ts';
import { t } from '../texts/texts.ts';
import { showToast } from './toast.tsx';

/** The page, the dialog on it and the field; of several alike the first, the second … */
function placeOf(element: HTMLElement, label: string): string {
  const dialog = element.closest('[role="dialog"], [role="alertdialog"]')?.getAttribute('aria-labelledby');
  const title = dialog ? (document.querySelector(`#${CSS.escape(dialog)}`)?.textContent ?? '') : '';
  const place = `${window.location.pathname}\n${title}\n${label}\n`;
  return `${place}${notedAt(place)}`;
}

/**
 * Keeps what is typed into a field over the end of a session: the same person finds it in the same field when she has signed in
 * again, and is told so.
 *
 * @param onChange null where nothing can be typed
 * @returns goes to the field
 */
export function useTypedText(
  label: string,
  value: string,
  onChange: ((value: string) => void) | null,
): RefObject<HTMLTextAreaElement | null> {
  const element = useRef<HTMLTextAreaElement>(null);
  const key = useRef({});
  const begin = useEffectEvent(() => {
    if (!element.current || !onChange) return;
    const place = placeOf(element.current, label);
    noteWork(key.current, { place, base: value, value });
    const found = keptWork(place);
    if (!found) return;
    forgetKept(found);
    const { base, value: text } = found;
    // A draft may have its beginning already.
    if (typeof text !== 'string' || text === value || (value !== base && !text.startsWith(value))) return;
    onChange(text);
    showToast(t('forms.typed.back', { label }), {
      action: { label: t('forms.typed.drop'), onSelect: () => onChange(value) },
    });
  });
  useEffect(() => {
    const { current } = key;
    begin();
    return () => leaveWork(current);
  }, []);
  useEffect(() => {
    const noted = notedWork(key.current);
    if (noted && noted.value !== value) noteWork(key.current, { ...noted, value });
  }, [value]);
  return element;
}
