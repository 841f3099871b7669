import type { ComponentType } from 'react';
import { type Later, later } from '../../../ui/later.tsx';
import type { WizardStepProps } from './wizard-step-props.ts';

/** A step whose code comes when it is needed, or before by `preload`. */
export type LazyStep<Draft> = Later<WizardStepProps<Draft>>;

/** `lazyStep(async () => (await import('./risk-step.tsx')).RiskStep)`. */
export const lazyStep = <Draft,>(
  load: () => Promise<ComponentType<WizardStepProps<Draft>>>,
): LazyStep<Draft> => later(load);
