import type { VersionContent } from '../src/areas/tariffs/version-content.view.ts';

/** Stricter bands, the columns of neighbouring classes swapped, and one hint nobody wants any more. */
export function reworked({ tariff, components, sriLimits }: VersionContent): VersionContent {
  if (!components) throw new Error('A tariff with components is needed.');
  const { risk, allocation } = components;
  const count = risk.tariffRiskItemsTargets.length;
  return {
    sriLimits,
    tariff: { ...tariff, optimizationHints: { ...tariff.optimizationHints, 11: 1 } },
    components: {
      ...components,
      risk: {
        ...risk,
        tariffRiskItemsTargets: risk.tariffRiskItemsTargets.map((target) => (target ?? 0) + 1.5),
      },
      allocation: {
        ...allocation,
        allocationItems: allocation.allocationItems.map((item) => ({
          ...item,
          riskClassId: Math.min(
            count,
            item.riskClassId % 2 === 1 ? item.riskClassId + 1 : item.riskClassId - 1,
          ),
        })),
      },
    },
  };
}
