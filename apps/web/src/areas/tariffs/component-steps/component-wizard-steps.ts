import type { ComponentDrafts, ComponentKind } from '@depotwerk/domain/tariff/tariff-drafts';
import type { ComponentStep } from '@depotwerk/domain/tariff/tariff-steps';
import { lazyStep } from '../wizard/lazy-step.tsx';
import type { WizardStep } from '../wizard/wizard-definition.ts';

const info = <Kind extends ComponentKind>(): WizardStep<ComponentDrafts[Kind]> => ({
  path: 'component-info',
  title: 'componentWizard.steps.componentInfo',
  hint: 'componentWizard.hints.componentInfo',
  component: lazyStep<ComponentDrafts[Kind]>(
    async () => (await import('./component-info-step.tsx')).ComponentInfoStep,
  ),
});

type StepsOf<Kind extends ComponentKind> = Readonly<
  Partial<Record<ComponentStep, WizardStep<ComponentDrafts[Kind]>>>
>;

/** Pages of the four wizards by their path. */
export const componentSteps: { readonly [Kind in ComponentKind]: StepsOf<Kind> } = {
  risk: {
    'component-info': info<'risk'>(),
    risk: {
      path: 'risk',
      title: 'componentWizard.steps.risk',
      hint: 'componentWizard.hints.risk',
      component: lazyStep(async () => (await import('./risk-step.tsx')).RiskStep),
    },
  },
  universe: {
    'component-info': info<'universe'>(),
    'fund-universe': {
      path: 'fund-universe',
      title: 'componentWizard.steps.fundUniverse',
      hint: 'componentWizard.hints.fundUniverse',
      component: lazyStep(async () => (await import('./fund-universe-step.tsx')).FundUniverseStep),
    },
  },
  selection: {
    'component-info': info<'selection'>(),
    'fund-selection': {
      path: 'fund-selection',
      title: 'componentWizard.steps.fundSelection',
      hint: 'componentWizard.hints.fundSelection',
      component: lazyStep(async () => (await import('./fund-selection-step.tsx')).FundSelectionStep),
    },
  },
  allocation: {
    'component-info': info<'allocation'>(),
  },
};
