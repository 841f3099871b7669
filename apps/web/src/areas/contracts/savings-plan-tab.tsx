import type { SavingsPlan } from '@depotwerk/api/contracts/contract-detail';
import { formatDate } from '@depotwerk/domain/date-text';
import { intervalText } from '@depotwerk/domain/interval';
import { formatMoney, fromCents, toCents } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { formatPercent, formatShare } from '@depotwerk/domain/percent';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { today } from '../../platform/today.ts';
import { savingsPlansQuery } from '../../queries/contract-queries.ts';
import { FundLink } from '../../shell/fund-link.tsx';
import { said, t } from '../../texts/texts.ts';
import { Swatch } from '../../ui/cells.tsx';
import { Banner, EmptyState, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { Card, KeyFigures } from '../../ui/layout.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { numeric, TableHead } from '../../ui/table-head.tsx';
import { ShareCell } from './share-cell.tsx';

/** The plan in force on a day, else undefined. */
function planInForce(plans: readonly SavingsPlan[], today: string): SavingsPlan | undefined {
  return plans.find((plan) => plan.validFrom <= today && (plan.validTo === null || plan.validTo >= today));
}

const isPlanned = (plan: SavingsPlan) => plan.validFrom > today();

function validityText(plan: SavingsPlan): string {
  return plan.validTo === null
    ? t(isPlanned(plan) ? 'savingsPlan.from' : 'savingsPlan.since', { date: formatDate(plan.validFrom) })
    : t('savingsPlan.fromTo', { from: formatDate(plan.validFrom), to: formatDate(plan.validTo) });
}

/** Regular contributions and how they are split, current or of an earlier time chosen in the address. */
export function SavingsPlanTab({ contractId }: { contractId: string }) {
  const search = useSearch({ from: '/shell/contracts/$contractId/$tab' });
  const navigate = useNavigate();
  const plans = useQuery(savingsPlansQuery(contractId));
  if (plans.isError) {
    return <QueryError query={plans} />;
  }
  if (!plans.data) return <Skeleton height={300} />;
  const current = planInForce(plans.data, today());
  const shown = plans.data.find((plan) => plan.validFrom === search.plan) ?? current ?? plans.data[0];
  if (!shown) {
    return (
      <Card title={t('savingsPlan.title')}>
        <EmptyState title={t('savingsPlan.none')} />
      </Card>
    );
  }
  const choose = (value: string) =>
    void navigate({
      to: '.',
      search: (previous: object) =>
        ({ ...previous, plan: value === '' || value === current?.validFrom ? undefined : value }) as never,
      replace: true,
      resetScroll: false,
    });
  return (
    <div className="stack">
      {plans.data.length > 1 ? (
        <div className="contract__chooser" data-no-print>
          <SelectField
            label={t('savingsPlan.choose')}
            value={shown.validFrom}
            options={plans.data.map((plan) => ({
              value: plan.validFrom,
              label:
                plan === current
                  ? t('savingsPlan.inForce', { validity: validityText(plan) })
                  : validityText(plan),
            }))}
            onChange={choose}
          />
        </div>
      ) : null}
      {current ? null : (
        <Banner>
          {isPlanned(shown)
            ? t('savingsPlan.beginsLater', { day: formatDate(shown.validFrom) })
            : t('savingsPlan.noneNow')}
        </Banner>
      )}
      <PlanView plan={shown} isCurrent={shown === current} />
    </div>
  );
}

function PlanView({ plan, isCurrent }: { plan: SavingsPlan; isCurrent: boolean }) {
  const figures = [
    {
      key: 'rate',
      label: t('savingsPlan.contribution'),
      value: formatMoney(plan.contribution),
      detail: said(intervalText(plan.contributionInterval)),
    },
    {
      key: 'dynamic',
      label: t('savingsPlan.dynamic'),
      value: formatPercent(plan.dynamicPercent / 100, 0, 2),
      detail: t('savingsPlan.dynamicDetail'),
    },
    {
      key: 'funds',
      label: t('savingsPlan.funds'),
      value: formatNumber(plan.savingsPlanEntries.length),
      detail: validityText(plan),
    },
  ];
  return (
    <>
      <KeyFigures figures={figures} isJoined />
      <Card
        isFlush
        title={t(
          isCurrent
            ? 'savingsPlan.split'
            : isPlanned(plan)
              ? 'savingsPlan.plannedSplit'
              : 'savingsPlan.formerSplit',
        )}
      >
        {plan.savingsPlanEntries.length === 0 ? (
          <EmptyState title={t('savingsPlan.withoutFunds')} />
        ) : (
          <SplitTable plan={plan} />
        )}
      </Card>
    </>
  );
}

function SplitTable({ plan }: { plan: SavingsPlan }) {
  const entries = plan.savingsPlanEntries;
  const amount = fromCents(entries.reduce((sum, entry) => sum + toCents(entry.amount), 0));
  const share = entries.reduce((sum, entry) => sum + Math.round(entry.fraction * 1e6), 0) / 1e6;
  return (
    <div className="contract__table-box">
      <table className="figure-table figure-table--stack">
        <caption className="visually-hidden">{t('savingsPlan.split')}</caption>
        <TableHead
          columns={[
            t('portfolio.fund'),
            { label: t('portfolio.category'), className: 'figure-table__wide' },
            { label: t('portfolio.share'), className: 'num contract__share-head' },
            numeric(t('savingsPlan.amount')),
          ]}
        />
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <th scope="row">
                <span className="contract__fund">
                  <Swatch colour={entry.categoryColor ?? 'var(--line-strong)'} />
                  <span className="contract__fund-text">
                    <FundLink fundId={entry.fundId} name={entry.fundName} />
                    <span className="hint">{entry.isin}</span>
                  </span>
                </span>
              </th>
              <td className="figure-table__wide">{entry.categoryName ?? t('portfolio.withoutCategory')}</td>
              <ShareCell fraction={entry.fraction} />
              <td className="num">{formatMoney(entry.amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('portfolio.sum')}</th>
            <td className="figure-table__wide">{'\u00a0'}</td>
            <td className="num">{formatShare(share)}</td>
            <td className="num">{formatMoney(amount)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
