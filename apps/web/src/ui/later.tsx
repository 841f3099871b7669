import type { ComponentType, ReactNode } from 'react';
import { lazy, useState } from 'react';

/** A component whose code comes when it is needed, or before by `preload`. */
export interface Later<Props extends object> {
  (props: Props): ReactNode;
  readonly preload: () => Promise<unknown>;
}

/**
 * `later(async () => (await import('./risk-step.tsx')).RiskStep)`. Unlike React's own `lazy`, what was preloaded renders at
 * once: a fallback in between would hold it back for a third of a second, however fast its code is there.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): Later<Props> {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<undefined> | undefined;
  const preload = () => {
    loading ??= load().then(
      (component) => {
        loaded = component;
        return undefined;
      },
      (error: unknown) => {
        // A failed download may be tried again.
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  const Awaited = lazy(async () => {
    await preload();
    return { default: loaded ?? (await load()) };
  });
  const Component = (props: Props) => {
    // What a mounted component began with, it stays with: changing the type would throw its state away.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Awaited);
    return <Shown {...props} />;
  };
  return Object.assign(Component, { preload });
}
