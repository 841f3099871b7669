import { useEffect, useState } from 'react';

/** Whether keys pressed there are meant for what is written or chosen there. */
export function isTypingIn(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input, textarea, select, [role="menu"], [role="grid"]') !== null)
  );
}

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
