import type { RiskBandStatus } from '@depotwerk/domain/advice/risk-band-status';
import { formatPercent } from '@depotwerk/domain/percent';
import type { FundMatrixClassDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { riskBand, riskBandStatus } from '@depotwerk/engine/risk-band';
import { createContext, useContext } from 'react';
import { RatingFigure, targetText } from '../allocation/rating-context.tsx';
import type { FundRating } from './use-fund-rating.ts';

/** Classes of the matrix around and what the server said of them. */
export const FundRatingContext = createContext<{
  readonly classes: readonly FundMatrixClassDraft[];
  readonly ratings: readonly FundRating[];
}>({ classes: [], ratings: [] });

/** Where a rating lies in its class's band; unknown without a target. */
export function statusOf(
  riskClass: FundMatrixClassDraft | undefined,
  riskRating: number | null,
): RiskBandStatus {
  if (!riskClass || riskClass.target === null) return 'unknown';
  return riskBandStatus(riskRating, riskBand(riskClass.target, Math.max(0, riskClass.range ?? 0))).status;
}

function useRating(column: number) {
  const { classes, ratings } = useContext(FundRatingContext);
  const riskClass = classes[column];
  const rating = ratings.find(({ riskClassId }) => riskClassId === riskClass?.riskClassId);
  return { riskClass, rating };
}

/** Target and range of a class. */
export function TargetCell({ column }: { column: number }) {
  const { riskClass } = useRating(column);
  return riskClass ? targetText(riskClass) : '\u2013';
}

/** Measure of a class with its place in the band. */
export function RatingCell({ column }: { column: number }) {
  const { riskClass, rating } = useRating(column);
  if (!rating) return '\u2013';
  const { riskRating } = rating;
  return <RatingFigure rating={{ riskRating, status: statusOf(riskClass, riskRating) }} />;
}

/** Share quota of a class, in place of the risk where quotas are limited. */
export function QuotaCell({ column }: { column: number }) {
  const { riskClass, rating } = useRating(column);
  if (!rating) return '\u2013';
  const riskRating = rating.riskRating ?? rating.shareQuota * 100;
  return riskClass?.target === null ? (
    formatPercent(rating.shareQuota, 1, 1)
  ) : (
    <RatingFigure rating={{ riskRating, status: statusOf(riskClass, riskRating) }} />
  );
}
