import type { ContractDetail } from '@depotwerk/api/contracts/contract-detail';
import { shownPlan } from '@depotwerk/domain/contracts/shown-plan';
import { formatDate, formatInstantDay } from '@depotwerk/domain/date-text';
import { intervalText } from '@depotwerk/domain/interval';
import { formatMoney } from '@depotwerk/domain/money';
import { formatPercentSigned } from '@depotwerk/domain/percent';
import { IconTrendingDown, IconTrendingUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { today } from '../../platform/today.ts';
import { overviewChartQuery } from '../../queries/contract-queries.ts';
import { said, t } from '../../texts/texts.ts';
import { knownValueText } from '../../ui/known-value.ts';
import { KeyFigures } from '../../ui/layout.tsx';
import { type GlossaryWord, TermMark } from '../help/public/term-mark.tsx';
import { RiskBand } from './contract-columns.tsx';
import { ScoreParts } from './score-parts.tsx';
import { valueChange } from './value-change.ts';

/** The five figures an adviser looks at first. */
export function ContractKeyFigures({ detail }: { detail: ContractDetail }) {
  const { contract, contractScore } = detail;
  // One that is agreed and has not begun says from when on.
  const plan = shownPlan(detail, today());
  const { risk } = contract;
  const step = detail.lifeCycle?.current;
  const figures = [
    {
      key: 'value',
      label: t('contracts.columns.totalValue'),
      value: knownValueText(contract, contract.totalValue),
      detail: <YearChange contractId={contract.id} />,
    },
    {
      key: 'plan',
      label: <Explained text={t('savingsPlan.title')} word="Sparplan" />,
      value: plan ? formatMoney(plan.contribution) : '–',
      detail: plan
        ? [
            ...(plan.isPlanned ? [t('savingsPlan.from', { date: formatDate(plan.validFrom) })] : []),
            said(intervalText(plan.contributionInterval)),
            t('portfolio.fundCount', { count: plan.savingsPlanEntries.length }),
          ].join(', ')
        : t('savingsPlan.noneShort'),
    },
    {
      key: 'score',
      label: <Explained text={t('contracts.score.title')} word="Vertragsbewertung" />,
      value: contractScore ? contractScore.value : '–',
      unit: contractScore ? t('contracts.ofHundred') : undefined,
      detail: contractScore ? (
        <ScoreParts score={contractScore} highestSeverity={contract.hints.highestSeverity} />
      ) : (
        t(risk.riskClassId === null ? 'contracts.score.none' : 'contracts.score.notChecked')
      ),
    },
    {
      key: 'risk',
      label: <Explained text={t('contracts.risk.class')} word="Risikoklasse" />,
      value: risk.riskClassId ?? '–',
      unit:
        risk.riskClassCount === null || risk.riskClassId === null
          ? undefined
          : t('contracts.risk.of', { count: risk.riskClassCount }),
      detail: (
        <span className="contract__band">
          <RiskBand risk={risk} isDetailed />
          {step && step.highestRiskClassId < (risk.riskClassId ?? 0)
            ? t('lifeCycle.short', { riskClass: step.highestRiskClassId })
            : null}
        </span>
      ),
    },
    {
      key: 'check',
      label: t('contracts.columns.lastCheck'),
      value: contract.lastCheck === null ? t('contracts.neverChecked') : formatInstantDay(contract.lastCheck),
      detail:
        contract.lastCheckedBy === null
          ? undefined
          : t('contracts.checkedBy', { name: contract.lastCheckedBy }),
    },
  ];
  return <KeyFigures figures={figures} isJoined />;
}

/** No space between: the mark has room around it, and on a phone "Vertragsbewertung" and a space would push it into a line of its own. */
const Explained = ({ text, word }: { text: string; word: GlossaryWord }) => (
  <>
    {text}
    <TermMark word={word} />
  </>
);

/** Change of the value within a year, contributions taken out. */
function YearChange({ contractId }: { contractId: string }) {
  const { data, isError } = useQuery(overviewChartQuery(contractId, '1y'));
  if (isError) return t('contracts.change.unknown');
  if (!data) return '\u00a0';
  const change = valueChange(data.chartData['value'] ?? [], data.chartData['contributions'] ?? []);
  if (!change) return t('contracts.change.unknown');
  const isLoss = change.gain < 0;
  const Icon = isLoss ? IconTrendingDown : IconTrendingUp;
  const figure = change.rate === null ? formatMoney(change.gain) : formatPercentSigned(change.rate);
  return (
    <span title={t('contracts.change.explained', { amount: formatMoney(change.gain) })}>
      <span className={isLoss ? 'contract__loss' : 'contract__gain'}>
        <Icon size={14} aria-hidden="true" /> {figure}
      </span>{' '}
      {change.isWholeYear
        ? t('contracts.change.year')
        : t('contracts.change.since', { day: formatDate(change.since) })}
    </span>
  );
}
