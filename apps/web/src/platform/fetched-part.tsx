import { type ComponentType, lazy, useState } from 'react';

/** A part of a page whose code comes later; `fetch` has it come before somebody opens it. */
export interface FetchedPart<Props extends object> {
  readonly Part: ComponentType<Props>;
  /** A failure is told by the part itself when it is opened. */
  readonly fetch: () => void;
}

/**
 * Like `lazy`, but a part that is there already is drawn at once: a placeholder that was shown, however shortly, is kept by
 * React for three tenths of a second.
 */
export function fetchedPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): FetchedPart<Props> {
  let loaded: ComponentType<Props> | undefined;
  const loadOnce = async () => (loaded ??= await load());
  const Later = lazy(async () => ({ default: await loadOnce() }));
  function Part(props: Props) {
    // Chosen once: another kind of component would begin anew.
    const [Content] = useState<ComponentType<Props>>(() => loaded ?? Later);
    return <Content {...props} />;
  }
  return { Part, fetch: () => void loadOnce().catch(() => {}) };
}
