import { formatNumber } from '@depotwerk/domain/number-text';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../texts/texts.ts';
import { classNames } from './class-names.ts';
import './cells.css';

export type LabelTone = 'neutral' | 'info' | 'ok' | 'warn' | 'bad' | 'brand';

/** Short coloured label: state of a contract, number of hints. The text carries the meaning, the colour supports it. */
export function ColourLabel({
  tone = 'neutral',
  children,
}: {
  tone?: LabelTone | undefined;
  children: ReactNode;
}) {
  return <span className={classNames('ui-label', `ui-label--${tone}`)}>{children}</span>;
}

export interface ChipProps {
  children: ReactNode;
  /** With it the chip carries a button that removes it; `removeLabel` names that button. */
  onRemove?: (() => void) | undefined;
  removeLabel?: string | undefined;
}

/** Chosen filter or pending entry. */
export function Chip({ children, onRemove, removeLabel }: ChipProps) {
  return (
    <span className="ui-chip">
      <span className="ui-chip__text">{children}</span>
      {onRemove ? (
        <button
          type="button"
          className="ui-chip__remove"
          aria-label={removeLabel ?? t('common.remove')}
          onClick={onRemove}
        >
          <IconX size={16} aria-hidden="true" />
        </button>
      ) : null}
    </span>
  );
}

const starStep = 25;
/** Five stars in a row as one path: lists show thousands of them while scrolling, and every element counts. */
const starsPath = [0, 1, 2, 3, 4]
  .map(
    (star) =>
      `M${star * starStep + 12} 2.6l2.9 6 6.5 .9-4.7 4.6 1.1 6.5-5.8-3.1-5.8 3.1 1.1-6.5-4.7-4.6 6.5-.9z`,
  )
  .join('');

/** Stars 0–5 in half steps, named "3,5 von 5 Sternen". */
export function Stars({ value, size = 14 }: { value: number | null; size?: number | undefined }) {
  if (value === null) return <span className="ui-stars__none">{t('common.notRated')}</span>;
  const halves = Math.round(Math.min(5, Math.max(0, value)) * 2);
  const filled = Math.floor(halves / 2) * starStep + (halves % 2 === 1 ? 12 : 0);
  return (
    <svg
      className="ui-stars"
      role="img"
      aria-label={t('common.stars', { stars: formatNumber(halves / 2) })}
      width={(size * 124) / 24}
      height={size}
      viewBox="0 0 124 24"
    >
      <path d={starsPath} className="ui-stars__empty" />
      {filled > 0 ? (
        <svg width={filled} height={24}>
          <path d={starsPath} className="ui-stars__full" />
        </svg>
      ) : null}
    </svg>
  );
}

export interface FundRatingProps {
  value: number | null;
  /** Who rated: "Morningstar", "Scope". */
  source?: string | undefined;
}

/** Rating of a fund as stars with its source. */
export function FundRating({ value, source }: FundRatingProps) {
  return (
    <span className="ui-fund-rating">
      <Stars value={value} />
      {source && value !== null ? <span className="hint">{source}</span> : null}
    </span>
  );
}

/** Pixels of indent for each level of the group tree. */
const indentPerLevel = 16;

/** Name of a group, indented by its depth in the tree. */
export function GroupName({ name, level, icon }: { name: string; level: number; icon?: ReactNode }) {
  return (
    <span className="ui-link-cell" style={{ paddingLeft: level * indentPerLevel }}>
      {icon}
      <span className="ui-link-cell__text">{name}</span>
    </span>
  );
}

/** Colour square of a data series or category. The colour is one of the product's own tokens or a category colour. */
export function Swatch({ colour }: { colour: string }) {
  return <span className="ui-swatch" style={{ backgroundColor: colour }} aria-hidden="true" />;
}
