import { formatNumber } from '@depotwerk/domain/number-text';
import { formatPercent, withPercentSign } from '@depotwerk/domain/percent';
import { IconArrowDown, IconArrowUp, IconCircleCheck } from '@tabler/icons-react';
import { createContext, useContext } from 'react';
import { t } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { useMatrix, useTopic } from '../../../ui/matrix/matrix-context.ts';
import { columnTopic } from '../../../ui/matrix/matrix-store.ts';
import {
  type ColumnRating,
  quotaOfColumn,
  type RatedClass,
  type RatingBasis,
  rateColumn,
} from './rate-column.ts';
import './rating.css';

/** What the columns of the matrix around are rated with; null while it is not known. */
export const RatingContext = createContext<RatingBasis | null>(null);

/** Rating of a column, computed anew whenever a share of it changes. */
function useColumnRating(column: number): ColumnRating | null {
  const { store } = useMatrix();
  const basis = useContext(RatingContext);
  useTopic(store, columnTopic(column));
  if (!basis) return null;
  return rateColumn(basis, basis.classes[column], store.content.rowIds, store.column(column));
}

/** "12,0 ± 3,0" */
export function targetText({ target, range }: Pick<RatedClass, 'target' | 'range'>): string {
  if (target === null) return '\u2013';
  return `${formatNumber(target, 1, 1)}\u00a0±\u00a0${formatNumber(range ?? 0, 1, 1)}`;
}

/** Target and range of a class. */
export function TargetCell({ column }: { column: number }) {
  const riskClass = useContext(RatingContext)?.classes[column];
  return riskClass ? targetText(riskClass) : '\u2013';
}

const statusIcons = {
  in: <IconCircleCheck size={14} aria-hidden="true" />,
  above: <IconArrowUp size={14} stroke={2.6} aria-hidden="true" />,
  below: <IconArrowDown size={14} stroke={2.6} aria-hidden="true" />,
  unknown: null,
} as const;

/** A measure with its place in the band: icon, colour and words. */
export function RatingFigure({ rating }: { rating: Pick<ColumnRating, 'riskRating' | 'status'> }) {
  const { riskRating, status } = rating;
  if (riskRating === null) return <span className="hint">{t('contracts.risk.unknown')}</span>;
  return (
    <span className={classNames('rating', `rating--${status}`)} title={t(`contracts.risk.status.${status}`)}>
      {statusIcons[status]}
      <span>{withPercentSign(formatNumber(riskRating, 2, 2))}</span>
      <span className="visually-hidden">{t(`contracts.risk.status.${status}`)}</span>
    </span>
  );
}

/** Measure of a column with its place in the band. */
export function RatingCell({ column }: { column: number }) {
  const rating = useColumnRating(column);
  return rating ? <RatingFigure rating={rating} /> : '\u2013';
}

/** Share quota of a column. */
export function QuotaCell({ column }: { column: number }) {
  const { store } = useMatrix();
  const basis = useContext(RatingContext);
  useTopic(store, columnTopic(column));
  if (!basis) return '\u2013';
  return formatPercent(quotaOfColumn(basis, store.content.rowIds, store.column(column)), 1, 1);
}
