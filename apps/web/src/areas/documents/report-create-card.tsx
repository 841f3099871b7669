import type { ContractDetail } from '@depotwerk/api/contracts/contract-detail';
import type { ArchivedReportType } from '@depotwerk/api/reports/reports';
import { type ChartPeriod, chartPeriods } from '@depotwerk/domain/chart-periods';
import {
  IconArrowsExchange,
  IconCalendarCheck,
  IconChartLine,
  IconColumns,
  IconFileCertificate,
  IconFileText,
  IconGauge,
  IconListDetails,
  IconMail,
  IconPigMoney,
  IconReceipt2,
  IconReceiptEuro,
  IconReportAnalytics,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { filterChoicesQuery } from '../../lists/filter-choices.ts';
import { errorMessageOf, showApiError } from '../../platform/error-texts.ts';
import { hasPermission, mayChange, useSession } from '../../platform/session.ts';
import { storedPlanLabel, storedPlansQuery } from '../../queries/stored-plans.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Card } from '../../ui/layout.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import { createReport, type ReportWish } from './public/report-actions.ts';
import { isOfPlan, type ReportKind, reportedPlans, reportKinds, reportObstacle } from './report-kinds.ts';
import { usualYear, yearOptions } from './report-years.ts';

const icons: Record<ArchivedReportType, typeof IconFileText> = {
  depotOverview: IconReportAnalytics,
  performance: IconChartLine,
  savingsPlanOverview: IconPigMoney,
  transactions: IconListDetails,
  riskProfile: IconGauge,
  costInformationExAnte: IconReceiptEuro,
  costInformationExPost: IconReceipt2,
  periodicReview: IconCalendarCheck,
  yearEndReport: IconMail,
  comparison: IconColumns,
  optimization: IconArrowsExchange,
  suitabilityStatement: IconFileCertificate,
  legalContract: IconFileText,
};

/** Every report of a contract: what it is for, what it lacks, and the button that makes it. */
export function ReportCreateCard({ detail }: { detail: ContractDetail }) {
  const user = useSession((state) => state.user);
  const { contract } = detail;
  const mayPlan = hasPermission(user, 'optimization.view');
  const stored = useQuery({ ...storedPlansQuery(contract.id), enabled: mayPlan });
  const plans = reportedPlans(stored.data ?? []);
  const [chosenPlan, setChosenPlan] = useState('');
  const plan = plans.find(({ id }) => id === chosenPlan) ?? plans[0];
  const [salutation, setSalutation] = useState('');
  const [withCharts, setWithCharts] = useState(true);
  const facts = {
    hasPlan: plan !== undefined,
    hasPortfolio: detail.currentPortfolio !== null,
    hasRiskProfile: detail.latestRiskAssessment !== null,
    hasSavingsPlan: detail.currentSavingsPlan !== null,
    hasPlannedSavingsPlan: Boolean(detail.plannedSavingsPlan),
    hasYear: yearOptions(contract.startDate).length > 0,
    mayCreateLegal: mayChange(user, 'reports.createLegal'),
  };
  const common: ReportWish = {
    withCharts,
    ...(salutation.trim() !== '' && { salutation: salutation.trim() }),
  };
  return (
    <Card isFlush title={t('reports.create')}>
      <div className="reports__options">
        <p className="hint">{t('reports.createHint')}</p>
        <TextField
          label={t('reports.salutation')}
          hint={t('reports.salutationHint')}
          value={salutation}
          maxLength={200}
          onChange={setSalutation}
        />
        {plan === undefined ? null : (
          <SelectField
            label={t('reports.plan')}
            hint={t('reports.planHint')}
            value={plan.id}
            options={plans.map((one) => ({ value: one.id, label: storedPlanLabel(one) }))}
            onChange={setChosenPlan}
          />
        )}
        <Checkbox label={t('reports.withCharts')} isChecked={withCharts} onChange={setWithCharts} />
      </div>
      <ul className="reports__kinds">
        {reportKinds.map((kind) => (
          <ReportItem
            key={kind.type}
            kind={kind}
            contract={contract}
            obstacle={reportObstacle(kind, facts)}
            planId={plan?.id}
            common={common}
          />
        ))}
      </ul>
    </Card>
  );
}

interface ReportItemProps {
  kind: ReportKind;
  contract: { id: string; externalKey: string; tariffId: string; startDate: string };
  obstacle: ReturnType<typeof reportObstacle>;
  planId: string | undefined;
  common: ReportWish;
}

function ReportItem({ kind, contract, obstacle, planId, common }: ReportItemProps) {
  const { type } = kind;
  const { isBusy, failure, act } = useAction();
  const [period, setPeriod] = useState<ChartPeriod>('max');
  const [year, setYear] = useState(usualYear(contract.startDate));
  const [withReasons, setWithReasons] = useState(true);
  const [comparedWith, setComparedWith] = useState('');
  const title = t(`reports.type.${type}`);
  const Icon = icons[type];
  const needsTariff = kind.choice === 'comparedWith' && comparedWith === '' && planId === undefined;
  const make = async () => {
    await act(
      async () => {
        await createReport(contract, type, {
          ...common,
          ...(kind.choice === 'period' && { period }),
          ...(kind.choice === 'year' && { year: Number(year) }),
          ...(kind.choice === 'reasons' && { withReasons }),
          ...(comparedWith !== '' && { tariffIdB: comparedWith }),
          ...(isOfPlan(kind, comparedWith) && { plannedOptimizationId: planId }),
        });
        showToast(t('reports.created', { title }));
      },
      (error) => {
        showApiError(error);
      },
    );
  };
  return (
    <li className="reports__kind">
      <Icon size={22} aria-hidden="true" />
      <div className="reports__text">
        <h3>{title}</h3>
        <p className="reports__purpose">{t(`reports.purpose.${type}`)}</p>
        {kind.choice === 'period' ? (
          <SelectField
            label={t('reports.period')}
            value={period}
            options={chartPeriods.map((value) => ({ value, label: t(`portfolio.period.${value}`) }))}
            onChange={(value) => setPeriod(value || 'max')}
          />
        ) : null}
        {kind.choice === 'year' && obstacle !== 'reports.obstacle.year' ? (
          <SelectField
            label={t('reports.year')}
            value={year}
            options={yearOptions(contract.startDate)}
            onChange={(value) => setYear(value || usualYear(contract.startDate))}
          />
        ) : null}
        {kind.choice === 'reasons' && obstacle === null ? (
          <Checkbox label={t('reports.withReasons')} isChecked={withReasons} onChange={setWithReasons} />
        ) : null}
        {kind.choice === 'comparedWith' ? (
          <ComparedWith
            ownTariffId={contract.tariffId}
            hasPlan={planId !== undefined}
            value={comparedWith}
            onChange={setComparedWith}
          />
        ) : null}
        {obstacle === null ? null : <p className="reports__obstacle">{t(obstacle)}</p>}
        {failure === null ? null : (
          <p className="reports__failure">
            <b>{t('reports.errorTitle')}:</b> {errorMessageOf(failure)}
          </p>
        )}
      </div>
      <Button
        size="small"
        aria-label={t('reports.createOneOf', { title })}
        isBusy={isBusy}
        disabled={obstacle !== null || needsTariff}
        onClick={() => void make()}
      >
        {t('reports.createOne')}
      </Button>
    </li>
  );
}

function ComparedWith({
  ownTariffId,
  hasPlan,
  value,
  onChange,
}: {
  ownTariffId: string;
  hasPlan: boolean;
  value: string;
  onChange: (value: string) => void;
}) {
  const choices = useQuery(filterChoicesQuery());
  const tariffs = (choices.data?.tariffs ?? []).filter(({ id }) => id !== ownTariffId);
  return (
    <SelectField
      label={t('reports.comparedWith')}
      value={value}
      emptyLabel={hasPlan ? t('reports.comparedWithPlan') : t('reports.chooseTariff')}
      options={tariffs.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={onChange}
    />
  );
}
