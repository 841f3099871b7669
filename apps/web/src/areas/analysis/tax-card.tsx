import {
  planTaxNotice,
  planTaxSentences,
  planTaxSums,
  planTaxTitle,
  saleBasisText,
  saleColumns,
  saleFigures,
} from '@depotwerk/domain/contracts/plan-tax-text';
import { planTax, taxRate } from '@depotwerk/engine/analysis/plan-tax';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hasPermission, useSession } from '../../platform/session.ts';
import type { StoredPlan } from '../../queries/plan-queries.ts';
import { plannedOptimizationQuery } from '../../queries/plan-queries.ts';
import { said, t } from '../../texts/texts.ts';
import { EmptyState, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { Card, FactList } from '../../ui/layout.tsx';
import { MoneyField } from '../../ui/number-fields.tsx';
import { ScrollTable } from '../../ui/scroll-table.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import type { ContractAnalysis } from './public/analysis-queries.ts';

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
    <Card title={said(planTaxTitle)}>
      <EmptyState title={t('contractAnalysis.tax.none')}>{text}</EmptyState>
    </Card>
  );
}

/** Church tax is typed in and kept nowhere: what somebody believes is nobody's business here. */
const churchRates = {
  '0': 'contractAnalysis.tax.noChurch',
  '0.08': 'contractAnalysis.tax.church8',
  '0.09': 'contractAnalysis.tax.church9',
} as const;
type ChurchRate = keyof typeof churchRates;
const churchKeys = ['0', '0.08', '0.09'] as const satisfies readonly ChurchRate[];

function PlanTaxCard({ analysis, plan }: { analysis: ContractAnalysis; plan: StoredPlan }) {
  const [allowance, setAllowance] = useState<number | null>(0);
  const [church, setChurch] = useState<ChurchRate>('0');
  const sales = plan.transactions.filter(({ action }) => action === 'sell');
  const churchTaxRate = Number(church);
  const tax = planTax(sales, analysis.holdings, { allowance: allowance ?? 0, churchTaxRate });
  return (
    <Card title={said(planTaxTitle)}>
      <div className="stack">
        <p>
          <strong>{said(planTaxNotice.title)}</strong> {said(planTaxNotice.text)}
        </p>
        <div className="entity-form__row">
          <MoneyField
            label={t('contractAnalysis.tax.allowance')}
            hint={t('contractAnalysis.tax.allowanceHint')}
            value={allowance}
            onChange={setAllowance}
            min={0}
            max={mostAllowance}
          />
          <SelectField
            label={t('contractAnalysis.tax.church')}
            hint={t('contractAnalysis.tax.churchHint')}
            value={church}
            options={churchKeys.map((value) => ({ value, label: t(churchRates[value]) }))}
            onChange={(value) => setChurch(value === '' ? '0' : value)}
          />
        </div>
        <FactList
          facts={planTaxSums(tax).map(({ key, label, value }) => ({
            key,
            label: said(label),
            value: said(value),
          }))}
        />
        <ScrollTable
          caption={said(planTaxTitle)}
          columns={[
            { key: 'fund', label: t('portfolio.fund') },
            ...Object.entries(saleColumns).map(([key, label]) => ({
              key,
              label: said(label),
              isNumber: true,
              isWide: key === 'exemption',
            })),
          ]}
          rows={tax.sales.map((sale, index) => ({
            key: sales[index]?.id ?? index,
            cells: [
              <>
                {sales[index]?.fundName}
                <span className="hint contract__below">{said(saleBasisText(sale))}</span>
              </>,
              ...saleFigures(sale).map(said),
            ],
          }))}
        />
        {planTaxSentences(tax, taxRate(churchTaxRate), churchTaxRate > 0).map((sentence) => (
          <p key={sentence} className="hint">
            {said(sentence)}
          </p>
        ))}
        <p className="hint">{t('contractAnalysis.tax.purchases')}</p>
      </div>
    </Card>
  );
}
