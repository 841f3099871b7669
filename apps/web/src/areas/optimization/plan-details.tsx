import {
  leastCosts,
  scoreCostsText,
  unknownCostsOf,
  unknownCostsText,
} from '@depotwerk/domain/contracts/known-costs';
import { formatMoney } from '@depotwerk/domain/money';
import { formatShare } from '@depotwerk/domain/percent';
import { unknownText } from '@depotwerk/domain/unknown-text';
import { costsOnce } from '@depotwerk/engine/advice/recommended-advice';
import { IconAlertTriangle, IconBan, IconCircleCheck } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { FundLink } from '../../shell/fund-link.tsx';
import { said, t } from '../../texts/texts.ts';
import { ColourLabel } from '../../ui/cells.tsx';
import { Card } from '../../ui/layout.tsx';
import { numeric, TableHead } from '../../ui/table-head.tsx';
import { TermMark } from '../help/public/term-mark.tsx';
import { monthsToBreakEven, onceText, returnEffectText } from './figure-texts.ts';
import { GroupBars } from './group-bars.tsx';
import type { PlanCheck, PlanDescription, SavingsPlanChange } from './optimization-types.ts';
import { OrdersList } from './orders-list.tsx';

/** Everything about one proposal or plan: orders with reasons, checks, allocation, savings plan, costs. */
export const PlanDetails = memo(function PlanDetails({
  plan,
  contractId,
}: {
  plan: PlanDescription;
  contractId: string;
}) {
  return (
    <div className="opt-details">
      <div className="stack">
        <Card
          isFlush
          title={t('optimization.orders.planned')}
          actions={
            <>
              {plan.transactions.length > 0 ? (
                <ColourLabel>
                  {t('optimization.orders.count', { count: plan.transactions.length })}
                </ColourLabel>
              ) : null}
              <TermMark word="Umschichtung" />
            </>
          }
        >
          <OrdersList transactions={plan.transactions} contractId={contractId} />
        </Card>
        <SavingsCard changes={plan.savingsPlanChanges} />
      </div>
      <div className="stack">
        <ChecksCard checks={plan.checks} />
        <Card title={t('optimization.groups.title')} actions={<TermMark word="Peergroup" />}>
          <GroupBars before={plan.before} after={plan.after} />
        </Card>
        <CostsCard plan={plan} />
      </div>
    </div>
  );
});

const checkIcons = { ok: IconCircleCheck, warning: IconAlertTriangle, blocked: IconBan } as const;

/** The checks of a plan; what is blocked stands first. */
export function ChecksCard({ checks }: { checks: readonly PlanCheck[] }) {
  const rank = { blocked: 0, warning: 1, ok: 2 } as const;
  return (
    <Card title={t('optimization.checks.title')}>
      <ul className="opt-checks">
        {checks
          .toSorted((one, other) => rank[one.result] - rank[other.result])
          .map((check) => {
            const Icon = checkIcons[check.result];
            return (
              <li key={check.checkKey} className={`opt-checks__item opt-checks__item--${check.result}`}>
                <Icon size={20} aria-hidden="true" />
                <div>
                  <div className="opt-checks__name">
                    {t(`optimization.checks.key.${check.checkKey}`)}
                    <span className="opt-checks__result">
                      {t(`optimization.checks.result.${check.result}`)}
                    </span>
                  </div>
                  <LongText text={said(check.text)} />
                </div>
              </li>
            );
          })}
      </ul>
    </Card>
  );
}

/** Checks that find much fault say much; the first lines are enough at first. */
const shortLength = 180;

function LongText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  if (text.length <= shortLength) return <div className="opt-checks__text">{text}</div>;
  return (
    <div className="opt-checks__text">
      <span className={isWhole ? undefined : 'opt-checks__short'}>{text}</span>
      <button
        type="button"
        className="opt-checks__more"
        aria-expanded={isWhole}
        onClick={() => setWhole(!isWhole)}
      >
        {t(isWhole ? 'optimization.checks.less' : 'optimization.checks.more')}
      </button>
    </div>
  );
}

function SavingsCard({ changes }: { changes: readonly SavingsPlanChange[] }) {
  if (changes.length === 0)
    return (
      <Card title={t('optimization.savings.title')}>
        <p className="hint">{t('optimization.savings.none')}</p>
      </Card>
    );
  return (
    <Card isFlush title={t('optimization.savings.title')}>
      <table className="opt-savings">
        <caption className="visually-hidden">{t('optimization.savings.title')}</caption>
        <TableHead
          columns={[
            t('optimization.savings.fund'),
            numeric(t('optimization.savings.before')),
            numeric(t('optimization.savings.after')),
            numeric(t('optimization.savings.amount')),
          ]}
        />
        <tbody>
          {changes
            .toSorted((one, other) => other.fractionAfter - one.fractionAfter)
            .map((change) => (
              <tr key={change.fundId}>
                <th scope="row">
                  <FundLink fundId={change.fundId} name={change.fundName} />
                </th>
                <td className="num">{formatShare(change.fractionBefore)}</td>
                <td className="num">
                  <b>{formatShare(change.fractionAfter)}</b>
                </td>
                <td className="num">{formatMoney(change.amountAfter)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </Card>
  );
}

function CostsCard({ plan }: { plan: PlanDescription }) {
  const { costs } = plan;
  const once = costsOnce(costs);
  const missing = unknownCostsText([
    ...new Set([plan.before, plan.after].flatMap((side) => unknownCostsOf(side.costs).map(said))),
  ]);
  const scoreCosts = scoreCostsText(
    [plan.before, plan.after].flatMap((side) => side.costs.unknownFunds ?? []),
  );
  const months = monthsToBreakEven(once, costs.perYearEuro);
  const rows: (readonly [string, string, boolean])[] = [
    ...(costs.entry > 0 ? [[t('optimization.costs.entry'), formatMoney(costs.entry), false] as const] : []),
    [t('optimization.costs.transaction'), formatMoney(costs.transaction), false],
    [
      t('optimization.costs.switchFee'),
      costs.isContractUnknown ? said(unknownText) : formatMoney(costs.switchFee),
      false,
    ],
    [t('optimization.costs.once'), onceText(costs), true],
    [
      t('optimization.costs.ongoingBefore'),
      said(leastCosts(costs.ongoingBefore, formatMoney, unknownCostsOf(plan.before.costs))),
      false,
    ],
    [
      t('optimization.costs.ongoingAfter'),
      said(leastCosts(costs.ongoingAfter, formatMoney, unknownCostsOf(plan.after.costs))),
      false,
    ],
    [
      t((costs.perYearEuro ?? 0) < 0 ? 'optimization.costs.dearer' : 'optimization.costs.saving'),
      costs.perYearEuro === null ? said(unknownText) : formatMoney(Math.abs(costs.perYearEuro)),
      true,
    ],
    [t('optimization.costs.returnEffect'), returnEffectText(costs.returnEffect), false],
    [
      t('optimization.costs.thirdParty'),
      costs.thirdParty === null ? said(unknownText) : formatMoney(costs.thirdParty),
      false,
    ],
    [
      t('optimization.costs.cash'),
      t('optimization.costs.cashChange', {
        before: formatMoney(plan.cashBefore),
        after: formatMoney(plan.cashAfter),
      }),
      false,
    ],
  ];
  return (
    <Card title={t('optimization.costs.title')} actions={<TermMark word="Laufende Kosten" />}>
      <table className="contract__values">
        <caption className="visually-hidden">{t('optimization.costs.title')}</caption>
        <tbody>
          {rows.map(([label, value, isSum]) => (
            <tr key={label} className={isSum ? 'opt-costs__sum' : undefined}>
              <th scope="row">{label}</th>
              <td className="num">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {missing === null ? null : <p className="hint">{said(missing)}</p>}
      {scoreCosts === null ? null : <p className="hint">{said(scoreCosts)}</p>}
      {months === null ? null : <p className="hint">{t('optimization.costs.breakEven', { months })}</p>}
    </Card>
  );
}
