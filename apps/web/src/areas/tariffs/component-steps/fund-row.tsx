import type { ListedFund } from '@depotwerk/api/components/tariff-components';
import { formatNumber } from '@depotwerk/domain/number-text';
import { formatPercent } from '@depotwerk/domain/percent';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../../texts/texts.ts';
import { ColourLabel, Swatch } from '../../../ui/cells.tsx';
import { fundMarks } from './fund-marks.ts';

export interface FundRowProps {
  id: number;
  /** Place among the rows shown, and in the whole list; both from 0. */
  index: number;
  place: number;
  /** Undefined while it loads, null when there is no such fund any more. */
  fund: ListedFund | null | undefined;
  /** Pixels below the top of the list. */
  offset: number;
  height: number;
  isNarrow: boolean;
  /** The one row that can be reached with Tab. */
  isActive: boolean;
  isLast: boolean;
  canMove: boolean;
  canRemove: boolean;
  showsRank: boolean;
  warning: string | null;
  onFocus: () => void;
  onShift: (by: number) => void;
  onRemove: () => void;
}

/** One fund of a list: what it is, and buttons to shift and take it out. */
export function FundRow(props: FundRowProps) {
  const { id, index, place, fund, isNarrow, warning } = props;
  const name =
    fund === undefined ? t('common.loading') : fund === null ? t('fundList.unknown', { id }) : fund.name;
  const group = fund?.peergroupName ?? null;
  return (
    <div
      role="row"
      data-fund-row={index}
      aria-rowindex={index + 1}
      aria-label={`${place + 1}. ${name}`}
      tabIndex={props.isActive ? 0 : -1}
      className="fund-list__row"
      style={{ transform: `translateY(${props.offset}px)`, height: props.height }}
      onFocus={props.onFocus}
    >
      <span role="gridcell" className="fund-list__place num">
        {formatNumber(place + 1)}
      </span>
      <span role="gridcell" className="fund-list__fund">
        <span className="fund-list__name" title={name}>
          {name}
        </span>
        <span className="fund-list__sub hint">
          <span className="fund-list__sub-text">
            {[fund?.isin, isNarrow ? group : null].filter(Boolean).join(' · ')}
          </span>
          {[...(fund ? fundMarks(fund) : []), ...(warning === null ? [] : [warning])].map((mark) => (
            <ColourLabel key={mark} tone="warn">
              {mark}
            </ColourLabel>
          ))}
        </span>
      </span>
      {isNarrow ? null : (
        <span role="gridcell" className="fund-list__group">
          {fund?.categoryColor ? <Swatch colour={fund.categoryColor} /> : null}
          <span className="fund-list__group-name" title={group ?? undefined}>
            {group ?? (fund ? t('fundList.noGroup') : '')}
          </span>
        </span>
      )}
      <span role="gridcell" className="fund-list__figures num">
        {fund ? figuresOf(fund, props.showsRank) : ''}
      </span>
      <span role="gridcell" className="fund-list__buttons">
        {props.canMove ? (
          <>
            <RowButton
              label={t('fundList.up', { name })}
              icon={<IconArrowUp size={18} />}
              isDisabled={place === 0}
              onClick={() => props.onShift(-1)}
            />
            <RowButton
              label={t('fundList.down', { name })}
              icon={<IconArrowDown size={18} />}
              isDisabled={props.isLast}
              onClick={() => props.onShift(1)}
            />
          </>
        ) : null}
        {props.canRemove ? (
          <RowButton
            label={t('fundList.remove', { name })}
            icon={<IconX size={18} />}
            onClick={props.onRemove}
          />
        ) : null}
      </span>
    </div>
  );
}

/** Costs, risk indicator and rank as they stand at a fund; unknown costs are said, for they are not none. */
export function figuresOf(
  fund: Pick<ListedFund, 'ongoingFee' | 'riskIndicator' | 'rank'>,
  showsRank: boolean,
): string {
  return [
    fund.ongoingFee === null
      ? t('fundList.feeUnknown')
      : t('fundList.fee', { fee: formatPercent(fund.ongoingFee, 2, 2) }),
    fund.riskIndicator === null ? null : t('fundList.sri', { sri: fund.riskIndicator }),
    showsRank ? (fund.rank === null ? t('fundList.unrated') : t('fundList.rank', { rank: fund.rank })) : null,
  ]
    .filter((figure) => figure !== null)
    .join(' · ');
}

/** Button inside a row: the row is the tab stop, its keys do the same. */
function RowButton(props: { label: string; icon: ReactNode; isDisabled?: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      className="ui-icon-button"
      tabIndex={-1}
      aria-label={props.label}
      title={props.label}
      disabled={props.isDisabled}
      onClick={props.onClick}
    >
      {props.icon}
    </button>
  );
}
