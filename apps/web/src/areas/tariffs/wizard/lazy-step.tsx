import type { ComponentType, ReactNode } from 'react';
import { lazy, useState } from 'react';
import type { WizardStepProps } from './wizard-step-props.ts';

/** A step whose code comes when it is needed, or before by `preload`. */
export interface LazyStep<Draft> {
  (props: WizardStepProps<Draft>): ReactNode;
  readonly preload: () => Promise<unknown>;
}

/**
 * `lazyStep(async () => (await import('./risk-step.tsx')).RiskStep)`. Unlike React's own `lazy`, a step that was
 * preloaded renders at once, without a fallback in between.
 */
export function lazyStep<Draft>(load: () => Promise<ComponentType<WizardStepProps<Draft>>>): LazyStep<Draft> {
  let loaded: ComponentType<WizardStepProps<Draft>> | undefined;
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
  const Later = lazy(async () => {
    await preload();
    return { default: loaded ?? (await load()) };
  });
  const Step = (props: WizardStepProps<Draft>) => {
    // What a mounted step began with, it stays with: changing the type would throw its state away.
    const [Component] = useState<ComponentType<WizardStepProps<Draft>>>(() => loaded ?? Later);
    return <Component {...props} />;
  };
  return Object.assign(Step, { preload });
}
