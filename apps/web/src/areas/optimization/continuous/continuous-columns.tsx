import type { ContinuousPlan } from '@depotwerk/api/optimization/continuous-optimization';
import { formatDate } from '@depotwerk/domain/date-text';
import { formatMoney } from '@depotwerk/domain/money';
import { said, t } from '../../../texts/texts.ts';
import type { ListColumn } from '../../../ui/virtual-table.tsx';
import { contractColumns } from '../contract-columns.tsx';
import {
  isAgain,
  outcomeText,
  StateLabel,
  WarningLabel,
  warningCount,
  warningsOf,
} from './continuous-words.tsx';

const findings = ({ summary }: ContinuousPlan) =>
  summary === null
    ? '–'
    : t('continuous.change', { before: summary.findingsBefore, after: summary.findingsAfter });
/** Points of the contract's score today and with the plan. */
const scores = ({ summary }: ContinuousPlan) =>
  summary === null
    ? '–'
    : t('continuous.change', { before: summary.advice.scoreBefore, after: summary.advice.scoreAfter });
const turnover = ({ summary, state }: ContinuousPlan) => {
  if (summary === null || state === 'nothingToDo') return '–';
  const { orderCount, isSavingsPlanChanged } = summary.advice;
  return orderCount === 0 && isSavingsPlanChanged
    ? t('continuous.onlySavingsPlan')
    : formatMoney(summary.turnover);
};

export const continuousColumns = (): ListColumn<ContinuousPlan, never>[] => [
  ...contractColumns<ContinuousPlan>(),
  {
    key: 'dueDate',
    header: t('continuous.columns.dueDate'),
    minWidth: 100,
    grow: 0.4,
    priority: 1,
    render: ({ dueDate }) => formatDate(dueDate),
  },
  {
    key: 'outcome',
    header: t('continuous.columns.outcome'),
    minWidth: 130,
    grow: 2,
    priority: 0,
    render: (plan) => <span title={outcomeText(plan)}>{outcomeText(plan)}</span>,
  },
  {
    key: 'warnings',
    header: t('continuous.columns.warnings'),
    minWidth: 130,
    grow: 0.4,
    priority: 1,
    render: (plan) => {
      const warnings = warningsOf(plan);
      return (
        <span title={warnings.map((text) => said(text)).join('\n')}>
          <WarningLabel warnings={warnings} />
        </span>
      );
    },
  },
  {
    key: 'turnover',
    header: t('continuous.columns.turnover'),
    minWidth: 110,
    grow: 0.4,
    isNumeric: true,
    priority: 2,
    render: turnover,
  },
  {
    key: 'findings',
    header: t('continuous.columns.findings'),
    minWidth: 80,
    grow: 0.4,
    priority: 3,
    render: findings,
  },
  {
    key: 'score',
    header: t('continuous.columns.score'),
    minWidth: 90,
    grow: 0.4,
    priority: 3,
    render: scores,
  },
  {
    key: 'state',
    header: t('continuous.columns.state'),
    minWidth: 178,
    grow: 0.4,
    priority: 0,
    render: (plan) => <StateLabel plan={plan} />,
  },
];

/** Two lines for narrow screens. */
export const continuousCard = (plan: ContinuousPlan) => (
  <>
    <b>{plan.customerName}</b>
    <StateLabel plan={plan} />
    <span className="hint">{plan.contractNumber}</span>
    <span className="hint">
      {[
        ...(isAgain(plan) ? [t('continuous.again')] : []),
        ...warningCount(warningsOf(plan)),
        formatDate(plan.dueDate),
      ].join(' · ')}
    </span>
  </>
);
