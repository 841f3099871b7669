import type { TargetComparison } from '@depotwerk/api/contracts/contract-performance';
import type { Attribution } from '@depotwerk/engine/attribution/contract-attribution';

interface NamedPeergroup {
  readonly id: number;
  readonly name: string;
}

/** An explained difference to the target as it travels: groups by name, the target's own rates beside it. */
export function toTargetComparison(
  { portfolioReturn, targetReturn, groups, ...effects }: Attribution,
  moneyWeighted: number | null,
  names: readonly NamedPeergroup[],
): TargetComparison {
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  return {
    timeWeighted: targetReturn,
    moneyWeighted,
    difference: portfolioReturn - targetReturn,
    ...effects,
    groups: groups.map(({ groupId, ...group }) => ({
      peergroupId: groupId,
      name: groupId === null ? null : (nameOf.get(groupId) ?? null),
      ...group,
    })),
  };
}
