import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { onLogout } from '../platform/logout.ts';
import { useSession } from '../platform/session.ts';
import { t } from '../texts/texts.ts';
import { showToast } from './toast.tsx';

/** What somebody is typing into a field of several lines. */
interface TypedText {
  readonly userId: string;
  readonly place: string;
  /** What stood there before she typed; something else has been saved meanwhile, and counts. */
  readonly base: string;
  readonly text: string;
}

const inSight = new Map<object, TypedText>();

// In the memory of this tab alone, for the person who typed it: sentences about customers go into no storage of a browser.
let kept: readonly TypedText[] = [];

// Whoever signs out leaves nothing behind; a session that ended by itself may have done so in the middle of a sentence. Every call
// that was under way may notice the end once more.
onLogout((reason) => {
  const lost =
    reason === 'sessionLost' ? [...inSight.values()].filter(({ base, text }) => text !== base) : [];
  const places = new Set(lost.map(({ place }) => place));
  kept = reason === 'sessionLost' ? [...kept.filter(({ place }) => !places.has(place)), ...lost] : [];
  inSight.clear();
});

/** What she typed there before the session was over; given once. */
function takeKept(userId: string, place: string): TypedText | undefined {
  // Who signs in next is somebody else: nothing of it is hers.
  kept = kept.filter((one) => one.userId === userId);
  const found = kept.find((one) => one.place === place);
  if (found) kept = kept.filter((one) => one !== found);
  return found;
}

/** The page, the dialog on it and the field; of several alike the first, the second … */
function placeOf(element: HTMLElement, label: string): string {
  const dialog = element.closest('[role="dialog"], [role="alertdialog"]')?.getAttribute('aria-labelledby');
  const title = dialog ? (document.querySelector(`#${CSS.escape(dialog)}`)?.textContent ?? '') : '';
  const place = `${window.location.pathname}\n${title}\n${label}`;
  const alike = [...inSight.values()].filter((one) => one.place.startsWith(`${place}\n`)).length;
  return `${place}\n${alike}`;
}

/**
 * Keeps what is typed into a field over the end of a session: the same person finds it in the same field when she has signed in
 * again, and is told so. Visitors have no session that could end.
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
  const putBack = useEffectEvent((userId: string, place: string) => {
    const found = takeKept(userId, place);
    const isStill = found && (value === found.base || found.text.startsWith(value));
    if (!isStill || value === found.text || !onChange) return;
    onChange(found.text);
    const before = value;
    showToast(t('forms.typed.back', { label }), {
      action: { label: t('forms.typed.drop'), onSelect: () => onChange(before) },
    });
  });
  const begin = useEffectEvent((key: object) => {
    const userId = useSession.getState().user?.id;
    if (!element.current || userId === undefined || !onChange) return;
    const place = placeOf(element.current, label);
    inSight.set(key, { userId, place, base: value, text: value });
    putBack(userId, place);
  });
  const key = useRef({});
  useEffect(() => {
    const { current } = key;
    begin(current);
    return () => void inSight.delete(current);
  }, []);
  useEffect(() => {
    const typed = inSight.get(key.current);
    if (typed && typed.text !== value) inSight.set(key.current, { ...typed, text: value });
  }, [value]);
  return element;
}
