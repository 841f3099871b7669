import { germanPercent, germanPercentSigned } from '../german-figures.ts';
import { checkNumber, issue, issueIf, type NumberLimits } from './rule-issues.ts';
import type { AllocationComponentDraft, AllocationViewDraft, RuleIssue } from './tariff-drafts.ts';

/** Allocation type Black-Litterman: the only one that is computed from views of the market. */
export const viewsAllocationType = 8;
export const mostViews = 12;

/** A return a year. */
const returnLimits: NumberLimits = { min: -0.5, max: 0.5, precision: 2, unit: 'fraction' };
/** Nobody is sure of a view, and one nobody believes in is none. */
const confidenceLimits: NumberLimits = { min: 0.01, max: 0.99, precision: 0, unit: 'fraction' };

/** A view that is filled in. */
export interface AllocationView {
  readonly peergroupId: number;
  /** null = the return itself; else how much more than this group. */
  readonly comparedWithId: number | null;
  /** A year, as a fraction. */
  readonly expectedReturn: number;
  /** Fraction between 0 and 1. */
  readonly confidence: number;
}

/** The views of an automatic allocation by Black-Litterman that are filled in; none for all others. */
export const viewsOf = ({
  isManual,
  allocationType,
  views,
}: Pick<AllocationComponentDraft, 'isManual' | 'allocationType' | 'views'>): AllocationView[] =>
  isManual || allocationType !== viewsAllocationType
    ? []
    : (views ?? []).flatMap(({ peergroupId, comparedWithId, expectedReturn, confidence }) =>
        peergroupId === null || expectedReturn === null || confidence === null
          ? []
          : [{ peergroupId, comparedWithId, expectedReturn, confidence }],
      );

/** Views speak of chosen groups, each pair once; a computed matrix by Black-Litterman needs one at least. */
export function checkViews(
  draft: Pick<AllocationComponentDraft, 'isManual' | 'allocationType' | 'peergroupIds' | 'views'>,
): RuleIssue[] {
  if (draft.isManual || draft.allocationType !== viewsAllocationType) return [];
  const views = draft.views ?? [];
  if (views.length === 0) return [issue('views', 'viewsRequired')];
  const chosen = new Set(draft.peergroupIds);
  const seen = new Set<string>();
  return [
    ...issueIf(views.length > mostViews, 'views', 'tooManyViews', { max: mostViews }),
    ...views.flatMap((view, index) => {
      const path = `views[${index}]`;
      const { peergroupId, comparedWithId } = view;
      const pair = pairOf(view);
      const isRepeated = seen.has(pair);
      if (peergroupId !== null) seen.add(pair);
      return [
        ...(peergroupId === null
          ? [issue(`${path}.peergroupId`, 'required')]
          : issueIf(!chosen.has(peergroupId), `${path}.peergroupId`, 'unknownPeergroup')),
        ...issueIf(isRepeated, `${path}.peergroupId`, 'duplicate'),
        ...issueIf(
          comparedWithId !== null && !chosen.has(comparedWithId),
          `${path}.comparedWithId`,
          'unknownPeergroup',
        ),
        ...issueIf(
          comparedWithId !== null && comparedWithId === peergroupId,
          `${path}.comparedWithId`,
          'comparedWithItself',
        ),
        ...checkNumber(`${path}.expectedReturn`, view.expectedReturn, returnLimits),
        ...checkNumber(`${path}.confidence`, view.confidence, confidenceLimits),
      ];
    }),
  ];
}

/** A return a year above which, or as far below 0, a view is looked at twice: nothing keeps that up. */
const extremeReturn = 0.2;
/** Stands for no group: what a view of a group alone is compared with. */
const nothing = 0;

/**
 * What should be looked at twice before views are computed with; none of it forbids them. A view contradicts those before it where
 * they already say something else of the same two groups: no returns fulfil them all, be it a ring of three that are each better
 * than the next.
 */
export function doubtsOfViews(views: readonly AllocationView[]): ViewDoubt[] {
  // How much each group earns more than the first of those that views connect with it.
  const above = new Map<number, { root: number; more: number }>();
  const placeOf = (id: number) => above.get(id) ?? { root: id, more: 0 };
  return views.flatMap(({ peergroupId, comparedWithId, expectedReturn: said }): ViewDoubt[] => {
    const [one, other] = [placeOf(peergroupId), placeOf(comparedWithId ?? nothing)];
    const subject = String(peergroupId);
    const comparedWith = comparedWithId === null ? '' : String(comparedWithId);
    const extreme: ViewDoubt[] =
      Math.abs(said) > extremeReturn + tolerance
        ? [{ code: 'viewExtreme', severity: 1, subject, values: { comparedWith, said } }]
        : [];
    if (one.root === other.root) {
      const implied = one.more - other.more;
      return Math.abs(implied - said) <= tolerance
        ? extreme
        : [
            { code: 'viewsContradict', severity: 1, subject, values: { comparedWith, said, implied } },
            ...extreme,
          ];
    }
    for (const id of new Set([...above.keys(), peergroupId])) {
      const place = placeOf(id);
      if (place.root === one.root)
        above.set(id, { root: other.root, more: place.more - one.more + other.more + said });
    }
    return extreme;
  });
}

/** Returns are given to hundredths of a percent. */
const tolerance = 1e-9;

/** A finding of the plausibility check about a view. */
export interface ViewDoubt {
  readonly code: 'viewsContradict' | 'viewExtreme';
  readonly severity: 1;
  /** Id of the group. */
  readonly subject: string;
  readonly values: {
    /** Id of the group it is compared with; empty = none. */
    readonly comparedWith: string;
    readonly said: number;
    readonly implied?: number;
  };
}

/** A over B says the same of the two as B over A. */
const pairOf = ({ peergroupId, comparedWithId }: AllocationViewDraft): string =>
  comparedWithId === null
    ? `${peergroupId}`
    : [peergroupId ?? 0, comparedWithId].toSorted((a, b) => a - b).join(' ');

/** "Aktien Welt: +6 % (Konfidenz 50 %)" or "Aktien Welt gegenüber Aktien Europa: +2 % (Konfidenz 50 %)". */
export const viewText = (
  { peergroupId, comparedWithId, expectedReturn, confidence }: AllocationView,
  nameOf: (peergroupId: number) => string,
): string =>
  `${nameOf(peergroupId)}${comparedWithId === null ? '' : ` gegenüber ${nameOf(comparedWithId)}`}: ${germanPercentSigned(
    expectedReturn,
    2,
  )} (Konfidenz ${germanPercent(confidence, 0, 0)})`;
