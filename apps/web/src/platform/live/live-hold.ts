const holders = new Set<symbol>();
let listener: (() => void) | undefined;

/** Keeps what is on screen as it is while somebody has something unsaved; answers what lets it go again. */
export function holdScreen(): () => void {
  const holder = Symbol('hold');
  holders.add(holder);
  return () => {
    if (holders.delete(holder) && holders.size === 0) listener?.();
  };
}

/** Whether somebody holds the screen. */
export const isScreenHeld = (): boolean => holders.size > 0;

/** Told once nobody holds the screen any more; one listener per page. */
export function onScreenFree(tell: () => void): void {
  listener = tell;
}
