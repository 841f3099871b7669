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
