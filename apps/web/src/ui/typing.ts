import { useEffect, useState } from 'react';

const isWithin = (target: EventTarget | null, selector: string): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest(selector) !== null);

/** Whether keys pressed there are meant for what is written or chosen there. */
export const isTypingIn = (target: EventTarget | null): boolean =>
  isWithin(target, 'input, textarea, select, [role="menu"], [role="grid"]');

/** Whether text is written there, which has an undoing of its own; a list, to whose row one comes back from a deletion, has none. */
export const isWritingIn = (target: EventTarget | null): boolean =>
  isWithin(target, 'input, textarea, select, [role="menu"]');

/** True from the first key written into a field until the fields are left: nothing may open over it by itself. */
export function useIsTyping(): boolean {
  const [isTyping, setIsTyping] = useState(false);
  useEffect(() => {
    const onInput = ({ target }: Event) => setIsTyping(isTypingIn(target));
    const onLeave = ({ relatedTarget }: FocusEvent) => {
      if (!isTypingIn(relatedTarget)) setIsTyping(false);
    };
    document.addEventListener('input', onInput);
    document.addEventListener('focusout', onLeave);
    return () => {
      document.removeEventListener('input', onInput);
      document.removeEventListener('focusout', onLeave);
    };
  }, []);
  return isTyping;
}

/**
 * Whether somebody has begun to use the page before `isReady`: what opens by itself and comes later would be in the way, and
 * waits for another time.
 */
export function useWasInUse(isReady: boolean): boolean {
  const [wasInUse, setWasInUse] = useState(false);
  useEffect(() => {
    if (isReady) return;
    const touched = () => setWasInUse(true);
    const kinds = ['pointerdown', 'keydown', 'wheel'] as const;
    for (const kind of kinds) document.addEventListener(kind, touched, { passive: true, once: true });
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, touched);
    };
  }, [isReady]);
  return wasInUse;
}
