import type { OptimizationHint } from '@depotwerk/api/contracts/contract-detail';
import type { FindingCause } from '@depotwerk/domain/finding-causes';
import { type FindingText, findingText } from '@depotwerk/domain/finding-text';
import { findingCauses } from '@depotwerk/engine/check/group-findings';
import { said } from '../../../texts/texts.ts';

/** Hints of one cause: one row of the list, the single hints inside. */
export interface HintGroup {
  readonly key: string;
  /** null for a hint that no check made: a finding of its own. */
  readonly cause: FindingCause | null;
  /** The gravest of its hints. */
  readonly severity: OptimizationHint['severity'];
  readonly hints: readonly OptimizationHint[];
}

/** Findings that wait for a decision and those that have one. */
export interface HintLists {
  readonly open: readonly HintGroup[];
  readonly decided: readonly HintGroup[];
}

/** Groups hints by cause, the gravest finding first; inside a finding the gravest hint first. */
export function groupHints(hints: readonly OptimizationHint[]): HintLists {
  return {
    open: groupsOf(hints.filter((hint) => hint.state === 'open')),
    decided: groupsOf(hints.filter((hint) => hint.state !== 'open')),
  };
}

function groupsOf(hints: readonly OptimizationHint[]): HintGroup[] {
  const groups = [...Map.groupBy(hints, (hint) => hint.findingCause ?? hint.id)].map(
    ([key, members]): HintGroup => {
      const sorted = members.toSorted(
        (one, other) => other.severity - one.severity || one.optimizationHintId - other.optimizationHintId,
      );
      return {
        key,
        cause: sorted[0]?.findingCause ?? null,
        severity: sorted[0]?.severity ?? 0,
        hints: sorted,
      };
    },
  );
  return groups.toSorted(
    (one, other) => other.severity - one.severity || placeOf(one) - placeOf(other) || compare(one, other),
  );
}

const placeOf = ({ cause }: HintGroup) =>
  cause === null ? findingCauses.length : findingCauses.indexOf(cause);
const compare = (one: HintGroup, other: HintGroup) =>
  one.key < other.key ? -1 : one.key > other.key ? 1 : 0;

/** What a finding says and what to do about it; funds without a name yet are told by their hint's sentence. */
export const textOfGroup = (
  { cause, hints }: HintGroup,
  funds: ReadonlyMap<number, { readonly name: string }> | undefined,
): FindingText => {
  const { title, text, action } = findingText(
    cause,
    hints.map(({ hintCode, title, text, fundIds }) => ({
      code: hintCode,
      title,
      text,
      fundNames: fundIds.flatMap((fundId) => funds?.get(fundId)?.name ?? []),
    })),
  );
  return { title: said(title), text: said(text), action: said(action) };
};

/** Funds that groups of hints name, as subject or as suggestion. */
export function fundIdsOfHints(hints: readonly OptimizationHint[]): number[] {
  return [...new Set(hints.flatMap((hint) => [...hint.fundIds, ...hint.suggestedFundIds]))];
}
