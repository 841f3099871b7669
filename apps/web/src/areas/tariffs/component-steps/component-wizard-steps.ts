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
    'allocation-peergroups': {
      path: 'allocation-peergroups',
      title: 'componentWizard.steps.allocationPeergroups',
      hint: 'componentWizard.hints.allocationPeergroups',
      component: lazyStep(
        async () => (await import('../allocation/allocation-peergroups-step.tsx')).AllocationPeergroupsStep,
      ),
    },
    'allocation-peergroup-relationships': {
      path: 'allocation-peergroup-relationships',
      title: 'componentWizard.steps.allocationPeergroupRelationships',
      hint: 'componentWizard.hints.allocationPeergroupRelationships',
      component: lazyStep(
        async () =>
          (await import('../allocation/allocation-peergroup-relationships-step.tsx'))
            .AllocationPeergroupRelationshipsStep,
      ),
    },
    'allocation-matrix': {
      path: 'allocation-matrix',
      title: 'componentWizard.steps.allocationMatrix',
      hint: 'componentWizard.hints.allocationMatrix',
      component: lazyStep(
        async () => (await import('../allocation/allocation-matrix-step.tsx')).AllocationMatrixStep,
      ),
    },
  },
};
