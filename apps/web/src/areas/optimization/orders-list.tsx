import type { TradeAction } from '@depotwerk/domain/contracts/trading-words';
import { formatMoney } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { hintsQuery } from '../../queries/contract-queries.ts';
import { FundLink } from '../../shell/fund-link.tsx';
import { said, t } from '../../texts/texts.ts';
import type { LabelTone } from '../../ui/cells.tsx';
import { ColourLabel } from '../../ui/cells.tsx';
import { EmptyState } from '../../ui/feedback.tsx';
import { fundsQuery } from '../funds/public/fund-queries.ts';
import { shareText } from './figure-texts.ts';
import type { PlanTransaction } from './optimization-types.ts';
import type { OrderPair } from './order-pairs.ts';
import { pairOrders, servedTitles } from './order-pairs.ts';
import { fundIdsOfHints, groupHints, textOfGroup } from './public/hint-groups.ts';

/** Orders with their reasons; the two halves of a switch stand together. */
export function OrdersList({
  transactions,
  contractId,
}: {
  transactions: readonly PlanTransaction[];
  contractId: string;
}) {
  const { data: hints = [] } = useQuery(hintsQuery(contractId));
  const { data: funds } = useQuery(fundsQuery(fundIdsOfHints(hints)));
  const lists = groupHints(hints);
  if (transactions.length === 0)
    return (
      <EmptyState title={t('optimization.orders.nonePlanned')}>
        {t('optimization.orders.nonePlannedText')}
      </EmptyState>
    );
  return (
    <ol className="opt-orders">
      {pairOrders(transactions).map((pair) => (
        <OrderItem
          key={(pair.sell ?? pair.buy)?.id}
          pair={pair}
          titlesOf={(sides) => servedTitles(sides, lists, (group) => textOfGroup(group, funds).title)}
        />
      ))}
    </ol>
  );
}

const tones: Record<TradeAction, LabelTone> = { sell: 'warn', buy: 'ok', switch: 'info' };

function OrderItem({
  pair: { sell, buy },
  titlesOf,
}: {
  pair: OrderPair<PlanTransaction>;
  titlesOf: (sides: readonly PlanTransaction[]) => string[];
}) {
  const kind = sell && buy ? 'switch' : sell ? 'sell' : 'buy';
  const sides = [sell, buy].flatMap((side) => side ?? []);
  // The two halves of a switch say the same from both ends.
  const reasons = (sell ? [sell] : sides).map(({ reason }) => reason);
  const titles = titlesOf(sides);
  return (
    <li className="opt-orders__item">
      <ColourLabel tone={tones[kind]}>{t(`optimization.orders.${kind}`)}</ColourLabel>
      <div className="opt-orders__sides">
        {sides.map((side, index) => (
          <div key={side.id} className="opt-orders__side">
            <div className="opt-orders__fund">
              {index > 0 ? <IconArrowRight size={16} aria-hidden="true" /> : null}
              <FundLink fundId={side.fundId} name={side.fundName} />
            </div>
            <span className="opt-orders__amount">
              <span className="visually-hidden">{t(`optimization.orders.${side.action}`)} </span>
              {formatMoney(side.amount)}
            </span>
            <span className="hint opt-orders__detail">
              {t('optimization.orders.detail', {
                quantity: formatNumber(side.quantity, 0, 6),
                price: formatMoney(side.price),
              })}
              {side.fee > 0 ? ` · ${t('optimization.orders.fee', { fee: formatMoney(side.fee) })}` : ''}
            </span>
            <span className="hint opt-orders__share">
              <span aria-hidden="true">
                {t('optimization.orders.share', {
                  before: shareText(side.fractionBefore),
                  after: shareText(side.fractionAfter),
                })}
              </span>
              <span className="visually-hidden">
                {t('optimization.orders.shareWords', {
                  before: shareText(side.fractionBefore),
                  after: shareText(side.fractionAfter),
                })}
              </span>
            </span>
          </div>
        ))}
        <div className="opt-orders__reason">
          {reasons.map((reason) => (
            <p key={reason}>{said(reason)}</p>
          ))}
          {titles.length > 0 ? (
            <span className="hint">
              {t('optimization.orders.serves', {
                count: titles.length,
                titles: titles.map((title) => t('optimization.orders.served', { title })).join(', '),
              })}
            </span>
          ) : null}
        </div>
      </div>
    </li>
  );
}
