import type { TariffDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import type { TariffStep } from '@depotwerk/domain/tariff/tariff-steps';
import { lazyStep } from '../wizard/lazy-step.tsx';
import type { WizardStep } from '../wizard/wizard-definition.ts';

/** Pages of the tariff wizard with their code, which comes when it is needed. */
export const tariffSteps: Readonly<Record<TariffStep, WizardStep<TariffDraft>>> = {
  'product-type': {
    path: 'product-type',
    title: 'tariffWizard.steps.product-type',
    hint: 'tariffWizard.stepHints.product-type',
    component: lazyStep(async () => (await import('./product-type-step.tsx')).ProductTypeStep),
  },
  info: {
    path: 'info',
    title: 'tariffWizard.steps.info',
    component: lazyStep(async () => (await import('./info-step.tsx')).InfoStep),
  },
  components: {
    path: 'components',
    title: 'tariffWizard.steps.components',
    hint: 'tariffWizard.stepHints.components',
    component: lazyStep(async () => (await import('./components-step.tsx')).ComponentsStep),
  },
  settings: {
    path: 'settings',
    title: 'tariffWizard.steps.settings',
    hint: 'tariffWizard.stepHints.settings',
    component: lazyStep(async () => (await import('./settings-step.tsx')).SettingsStep),
  },
  'fund-matrix': {
    path: 'fund-matrix',
    title: 'tariffWizard.steps.fund-matrix',
    hint: 'tariffWizard.stepHints.fund-matrix',
    component: lazyStep(async () => (await import('../fund-matrix/fund-matrix-step.tsx')).FundMatrixStep),
  },
  'optimization-hints': {
    path: 'optimization-hints',
    title: 'tariffWizard.steps.optimization-hints',
    hint: 'tariffWizard.stepHints.optimization-hints',
    component: lazyStep(async () => (await import('./hints-step.tsx')).HintsStep),
  },
  'optimization-hints-expert': {
    path: 'optimization-hints-expert',
    title: 'tariffWizard.steps.optimization-hints-expert',
    hint: 'tariffWizard.stepHints.optimization-hints-expert',
    component: lazyStep(async () => (await import('./hints-step.tsx')).ExpertHintsStep),
  },
  summary: {
    path: 'summary',
    title: 'tariffWizard.steps.summary',
    component: lazyStep(async () => (await import('./summary-step.tsx')).SummaryStep),
  },
};
