import type { PortfolioEntry } from '@depotwerk/api/contracts/contract-detail';
import { formatDate } from '@depotwerk/domain/date-text';
import { formatMoney } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { formatPercentSigned, formatShare } from '@depotwerk/domain/percent';
import { formatMoneySigned } from '@depotwerk/domain/signed-figures';
import { IconLock } from '@tabler/icons-react';
import { FundLink } from '../../shell/fund-link.tsx';
import { t } from '../../texts/texts.ts';
import { Swatch } from '../../ui/cells.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ScoreStars } from './contract-columns.tsx';
import { entriesValue, sumIfKnown } from './portfolio-shares.ts';
import { ShareCell } from './share-cell.tsx';

export interface PositionsTableProps {
  entries: readonly PortfolioEntry[];
  caption: string;
  /** Quantity, price, cost and gain beside value and share. */
  isDetailed?: boolean | undefined;
}

/** "12,345 Anteile × 123,45 €, Stand: 20.11.2026" */
function priceText(entry: PortfolioEntry): string {
  const quantity = t('portfolio.units', { quantity: formatNumber(entry.quantity, 0, 6) });
  if (entry.price === null) return `${quantity}, ${t('portfolio.withoutPrice')}`;
  const date = entry.priceDate === null ? '' : `, ${t('common.asOf', { date: formatDate(entry.priceDate) })}`;
  return `${quantity} × ${formatMoney(entry.price)}${date}`;
}

/** Positions of a portfolio, one fund a row; sums are added in cents. On narrow screens price and gain join the name. */
export function PositionsTable({ entries, caption, isDetailed = false }: PositionsTableProps) {
  return (
    <div className="contract__table-box">
      <table
        className={classNames('figure-table figure-table--stack', isDetailed && 'figure-table--detailed')}
      >
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t('portfolio.fund')}</th>
            <th scope="col" className="figure-table__wide">
              {t('portfolio.rank')}
            </th>
            {isDetailed ? (
              <>
                <th scope="col" className="num figure-table__wide">
                  {t('portfolio.quantity')}
                </th>
                <th scope="col" className="num figure-table__wide">
                  {t('portfolio.price')}
                </th>
              </>
            ) : null}
            <th scope="col" className="num contract__share-head">
              {t('portfolio.share')}
            </th>
            <th scope="col" className="num">
              {t('portfolio.value')}
            </th>
            {isDetailed ? (
              <>
                <th scope="col" className="num figure-table__wide">
                  {t('portfolio.costValue')}
                </th>
                <th scope="col" className="num figure-table__wide">
                  {t('portfolio.gainLoss')}
                </th>
              </>
            ) : (
              <th scope="col" className="num figure-table__wide">
                {t('portfolio.oneYear')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <PositionRow key={entry.id} entry={entry} isDetailed={isDetailed} />
          ))}
        </tbody>
        {isDetailed ? <SumRow entries={entries} /> : null}
      </table>
    </div>
  );
}

function PositionRow({ entry, isDetailed }: { entry: PortfolioEntry; isDetailed: boolean }) {
  const details = [entry.isin, entry.peergroupName ?? entry.categoryName].filter((part) => part !== null);
  return (
    <tr>
      <th scope="row">
        <span className="contract__fund">
          <Swatch colour={entry.categoryColor ?? 'var(--line-strong)'} />
          <span className="contract__fund-text">
            <span>
              <FundLink fundId={entry.fundId} name={entry.fundName} />
              {entry.isLocked ? (
                <span className="contract__lock" title={t('portfolio.locked')}>
                  <IconLock size={14} aria-hidden="true" />
                  <span className="visually-hidden">{t('portfolio.locked')}</span>
                </span>
              ) : null}
            </span>
            <span className="hint">{details.join(' · ')}</span>
            {isDetailed ? (
              <span className="hint contract__narrow">
                {priceText(entry)}
                <br />
                {t('portfolio.gainLoss')}: <Gain entry={entry} />
              </span>
            ) : null}
          </span>
        </span>
      </th>
      <td className="figure-table__wide">
        <ScoreStars stars={entry.rank} />
      </td>
      {isDetailed ? (
        <>
          <td className="num figure-table__wide">{formatNumber(entry.quantity, 0, 6)}</td>
          <td className="num figure-table__wide">
            {entry.price === null ? t('portfolio.withoutPrice') : formatMoney(entry.price)}
            {entry.priceDate === null ? null : (
              <span className="hint contract__below">
                {t('common.asOf', { date: formatDate(entry.priceDate) })}
              </span>
            )}
          </td>
        </>
      ) : null}
      <ShareCell fraction={entry.fraction} />
      <td className="num">{formatMoney(entry.value)}</td>
      {isDetailed ? (
        <>
          <td className="num figure-table__wide">
            {entry.costValue === null ? t('portfolio.costUnknown') : formatMoney(entry.costValue)}
          </td>
          <td className="num figure-table__wide">
            <Gain entry={entry} />
          </td>
        </>
      ) : (
        <td className="num figure-table__wide">
          <SignedPercent fraction={entry.oneYearReturn} />
        </td>
      )}
    </tr>
  );
}

function SumRow({ entries }: { entries: readonly PortfolioEntry[] }) {
  const cost = sumIfKnown(entries.map((entry) => entry.costValue));
  const gain = sumIfKnown(entries.map((entry) => entry.gainLoss));
  const share = entries.reduce((sum, entry) => sum + Math.round(entry.fraction * 1e6), 0) / 1e6;
  return (
    <tfoot>
      <tr>
        <th scope="row">{t('portfolio.sum')}</th>
        <td className="figure-table__wide">{'\u00a0'}</td>
        <td className="figure-table__wide">{'\u00a0'}</td>
        <td className="figure-table__wide">{'\u00a0'}</td>
        <td className="num">{formatShare(share)}</td>
        <td className="num">{formatMoney(entriesValue(entries))}</td>
        <td className="num figure-table__wide">
          {cost === null ? t('portfolio.costUnknown') : formatMoney(cost)}
        </td>
        <td className="num figure-table__wide">
          <SignedMoney amount={gain} />
        </td>
      </tr>
    </tfoot>
  );
}

function Gain({ entry }: { entry: PortfolioEntry }) {
  const { gainLoss, costValue } = entry;
  const rate = gainLoss !== null && costValue ? formatPercentSigned(gainLoss / costValue) : null;
  return (
    <>
      <SignedMoney amount={gainLoss} />
      {rate === null ? null : <span className="hint contract__below">{rate}</span>}
    </>
  );
}

function SignedMoney({ amount }: { amount: number | null }) {
  if (amount === null) return t('portfolio.costUnknown');
  return (
    <span className={amount < 0 ? 'contract__loss' : 'contract__gain'}>{formatMoneySigned(amount)}</span>
  );
}

function SignedPercent({ fraction }: { fraction: number | null }) {
  if (fraction === null) return '–';
  return (
    <span className={fraction < 0 ? 'contract__loss' : 'contract__gain'}>
      {formatPercentSigned(fraction)}
    </span>
  );
}
