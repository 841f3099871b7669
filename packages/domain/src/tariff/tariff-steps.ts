import type { ComponentKind } from './tariff-drafts.ts';

/** Pages of the tariff wizard; also the last part of their path. */
export type TariffStep =
  | 'product-type'
  | 'info'
  | 'components'
  | 'settings'
  | 'fund-matrix'
  | 'optimization-hints'
  | 'optimization-hints-expert'
  | 'summary';

/** Pages of the component wizards; also the last part of their path. */
export type ComponentStep =
  | 'component-info'
  | 'risk'
  | 'fund-universe'
  | 'fund-selection'
  | 'allocation-peergroups'
  | 'allocation-peergroup-relationships'
  | 'allocation-matrix';

/** Subsidised old-age provision (Altersvorsorgedepot). */
export const pensionTypeId = 5;
/** Insurance hybrid static. */
export const staticHybridTypeId = 7;
/** Insurance hybrid dynamic. */
export const dynamicHybridTypeId = 8;
/** Every tariff type there is. */
export const tariffTypeIds = [1, 2, 3, 4, pensionTypeId, 6, staticHybridTypeId, dynamicHybridTypeId] as const;

/** Whether tariffs of the type are defined by a fund risk matrix instead of components. */
export function isHybridTariffType(tariffTypeId: number | null): boolean {
  return tariffTypeId === staticHybridTypeId || tariffTypeId === dynamicHybridTypeId;
}

const usual = [
  'product-type',
  'info',
  'components',
  'settings',
  'optimization-hints',
  'optimization-hints-expert',
  'summary',
] as const;
const hybrid = usual.map((step) => (step === 'settings' ? 'fund-matrix' : step));

/** Pages of the tariff wizard in their order; the usual ones while no type is chosen. */
export function stepsOfTariff(tariffTypeId: number | null): readonly TariffStep[] {
  return isHybridTariffType(tariffTypeId) ? hybrid : usual;
}

const componentSteps: Readonly<Record<ComponentKind, readonly ComponentStep[]>> = {
  risk: ['component-info', 'risk'],
  universe: ['component-info', 'fund-universe'],
  allocation: [
    'component-info',
    'allocation-peergroups',
    'allocation-peergroup-relationships',
    'allocation-matrix',
  ],
  selection: ['component-info', 'fund-selection'],
};

/** Pages of the wizard of a component in their order. */
export const stepsOfComponent = (kind: ComponentKind): readonly ComponentStep[] => componentSteps[kind];
