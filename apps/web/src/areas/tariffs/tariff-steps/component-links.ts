import type { ComponentKind, TariffDraft } from '@depotwerk/domain/tariff/tariff-drafts';

/** Member of the draft that holds the id of a component. */
export const componentFields = {
  risk: 'componentRiskId',
  allocation: 'componentAllocationId',
  universe: 'componentUniverseId',
  selection: 'componentSelectionId',
} as const satisfies Record<ComponentKind, keyof TariffDraft>;

/** Page of a component's wizard that holds what the combination check finds fault with. */
const mendingSteps: Readonly<Record<ComponentKind, string>> = {
  risk: 'risk',
  allocation: 'allocation-matrix',
  universe: 'fund-universe',
  selection: 'fund-selection',
};

/** Way to the wizard of a component and back to the tariff, which then goes on with its draft. */
export function componentHref(
  kind: ComponentKind,
  componentId: string | null,
  tariffId: string | null,
  tariffStep = 'components',
): string {
  const step = componentId === null ? 'component-info' : mendingSteps[kind];
  const returnTo = `/admin/tariffs/${tariffId ?? 'new'}/${tariffStep}?resume=true`;
  return `/admin/tariff-components/${kind}/${componentId ?? 'new'}/${step}?returnTo=${encodeURIComponent(returnTo)}`;
}
