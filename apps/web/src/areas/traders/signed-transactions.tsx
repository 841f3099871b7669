import type { Challenge } from '@depotwerk/api/challenge';
import { formatMoney } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { formatShare } from '@depotwerk/domain/percent';
import { t } from '../../texts/texts.ts';
import type { LabelTone } from '../../ui/cells.tsx';
import { ColourLabel } from '../../ui/cells.tsx';

type Transaction = NonNullable<Challenge['transactions']>[number];

export const actionTones: Record<Transaction['action'], LabelTone> = {
  buy: 'ok',
  sell: 'warn',
  switch: 'info',
};

/** Sum of the amounts of one kind of order, added in cents. */
export function sumOfAmounts(transactions: readonly Transaction[], action: Transaction['action']): number {
  return (
    transactions
      .filter((transaction) => transaction.action === action)
      .reduce((sum, transaction) => sum + Math.round(transaction.amount * 100), 0) / 100
  );
}

/** Exactly what is signed: every order with its amount, and the new savings plan. */
export function SignedTransactions({ challenge }: { challenge: Challenge }) {
  const transactions = challenge.transactions ?? [];
  const plan = challenge.savingsPlan ?? null;
  // Other things than orders are signed by their description: a depot to open.
  if (transactions.length === 0 && plan === null) {
    return (
      <section className="second-factor__orders">
        <p>{challenge.challengeText}</p>
      </section>
    );
  }
  const [buys, sells] = [sumOfAmounts(transactions, 'buy'), sumOfAmounts(transactions, 'sell')];
  return (
    <section className="second-factor__orders" aria-labelledby="second-factor-orders">
      <h3 id="second-factor-orders">{t('optimization.execution.transactions')}</h3>
      {/* A scrolling list must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard */}
      <div className="second-factor__scroll" tabIndex={0} role="group" aria-labelledby="second-factor-orders">
        <ul className="second-factor__list">
          {transactions.map((transaction) => (
            <li key={`${transaction.action}/${transaction.isin}`}>
              <ColourLabel tone={actionTones[transaction.action]}>
                {t(`optimization.execution.${transaction.action}`)}
              </ColourLabel>
              <span className="second-factor__fund">
                <span>{transaction.name}</span>
                <span className="hint">
                  {transaction.isin} ·{' '}
                  {t('optimization.execution.units', {
                    quantity: formatNumber(transaction.quantity, 0, 6),
                  })}
                  {transaction.fromName === null
                    ? ''
                    : ` · ${t('optimization.execution.from', { name: transaction.fromName })}`}
                </span>
              </span>
              <span className="num">{formatMoney(transaction.amount)}</span>
            </li>
          ))}
        </ul>
        {plan ? (
          <>
            <h4 className="second-factor__plan-title">{t('optimization.execution.savingsPlan')}</h4>
            <ul className="second-factor__list">
              {plan.entries.map((entry) => (
                <li key={entry.isin}>
                  <span className="second-factor__fund">
                    <span>{entry.name}</span>
                    <span className="hint">{entry.isin}</span>
                  </span>
                  <span className="num">{formatShare(entry.fraction)}</span>
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
      {transactions.length > 0 ? (
        <dl className="second-factor__sums">
          {sells > 0 ? (
            <div>
              <dt>{t('optimization.execution.sumSell')}</dt>
              <dd>{formatMoney(sells)}</dd>
            </div>
          ) : null}
          {buys > 0 ? (
            <div>
              <dt>{t('optimization.execution.sumBuy')}</dt>
              <dd>{formatMoney(buys)}</dd>
            </div>
          ) : null}
        </dl>
      ) : null}
      <p className="hint">{t('optimization.execution.boundHint')}</p>
    </section>
  );
}
