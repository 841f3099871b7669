import { formatMoney } from '@depotwerk/domain/money';
import { formatPercent } from '@depotwerk/domain/percent';
import { planTax } from '@depotwerk/engine/analysis/plan-tax';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hasPermission, useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { EmptyState, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { Card, FactList } from '../../ui/layout.tsx';
import { MoneyField } from '../../ui/number-fields.tsx';
import { plannedOptimizationQuery } from '../optimization/optimization-queries.ts';
import type { StoredPlan } from '../optimization/optimization-types.ts';
import type { ContractAnalysis } from './analysis-queries.ts';
import { percentOrUnknown } from './analysis-text.ts';
import { ScrollTable } from './scroll-table.tsx';

/** Both allowances of a couple (section 20 EStG). */
const mostAllowance = 2000;

/** Gain and tax the sales of the open plan would bring about, as an estimate; only for who may see plans. */
export function TaxCard({ analysis }: { analysis: ContractAnalysis }) {
  const isAllowed = useSession(({ user }) => hasPermission(user, 'optimization.view'));
  const plan = useQuery({
    ...plannedOptimizationQuery(analysis.contractId),
    enabled: isAllowed && analysis.isDepot,
  });
  if (!isAllowed) return null;
  if (!analysis.isDepot) return <Hint text={t('contractAnalysis.tax.policy')} />;
  if (plan.isError && plan.data === undefined) return <QueryError query={plan} />;
  if (plan.data === undefined) return <Skeleton height={120} />;
  const sells = plan.data?.transactions.some(({ action }) => action === 'sell') ?? false;
  if (!plan.data || !sells) return <Hint text={t('contractAnalysis.tax.noPlan')} />;
  return <PlanTaxCard analysis={analysis} plan={plan.data} />;
}

function Hint({ text }: { text: string }) {
  return (
    <Card title={t('contractAnalysis.tax.title')}>
      <EmptyState title={t('contractAnalysis.tax.none')}>{text}</EmptyState>
    </Card>
  );
}

const moneyOrUnknown = (value: number | null): string =>
  value === null ? t('contractAnalysis.unknown') : formatMoney(value);

function PlanTaxCard({ analysis, plan }: { analysis: ContractAnalysis; plan: StoredPlan }) {
  const [allowance, setAllowance] = useState<number | null>(0);
  const sales = plan.transactions.filter(({ action }) => action === 'sell');
  const tax = planTax(sales, analysis.holdings, allowance ?? 0);
  return (
    <Card title={t('contractAnalysis.tax.title')}>
      <div className="stack">
        <p>
          <strong>{t('contractAnalysis.tax.estimate')}</strong> {t('contractAnalysis.tax.estimateText')}
        </p>
        <div className="analysis__input">
          <MoneyField
            label={t('contractAnalysis.tax.allowance')}
            hint={t('contractAnalysis.tax.allowanceHint')}
            value={allowance}
            onChange={setAllowance}
            min={0}
            max={mostAllowance}
          />
        </div>
        <FactList
          facts={[
            { key: 'gain', label: t('contractAnalysis.tax.gain'), value: moneyOrUnknown(tax.gain) },
            { key: 'taxable', label: t('contractAnalysis.tax.taxable'), value: moneyOrUnknown(tax.taxable) },
            {
              key: 'used',
              label: t('contractAnalysis.tax.allowanceUsed'),
              value: moneyOrUnknown(tax.allowanceUsed),
            },
            { key: 'tax', label: t('contractAnalysis.tax.tax'), value: moneyOrUnknown(tax.tax) },
          ]}
        />
        {tax.unknownAmount > 0 ? (
          <p className="hint">
            {t('contractAnalysis.tax.unknownAmount', { amount: formatMoney(tax.unknownAmount) })}
          </p>
        ) : null}
        <ScrollTable
          caption={t('contractAnalysis.tax.title')}
          columns={[
            { key: 'fund', label: t('portfolio.fund') },
            { key: 'amount', label: t('contractAnalysis.tax.sale'), isNumber: true },
            { key: 'gain', label: t('contractAnalysis.tax.gainOfSale'), isNumber: true },
            { key: 'exemption', label: t('contractAnalysis.tax.exemption'), isNumber: true, isWide: true },
            { key: 'taxable', label: t('contractAnalysis.tax.taxableOfSale'), isNumber: true },
          ]}
          rows={tax.sales.map((sale, index) => ({
            key: sales[index]?.id ?? index,
            cells: [
              sales[index]?.fundName ?? '',
              formatMoney(sale.amount),
              moneyOrUnknown(sale.gain),
              percentOrUnknown(sale.exemption, 0),
              moneyOrUnknown(sale.taxable),
            ],
          }))}
        />
        <p className="hint">{t('contractAnalysis.tax.leavesOut', { rate: formatPercent(0.26375, 3) })}</p>
      </div>
    </Card>
  );
}
