import type { ProposalMode } from '@depotwerk/domain/advice/proposal-modes';
import { leastCosts, unknownCostsOf } from '@depotwerk/domain/contracts/known-costs';
import { formatMoney } from '@depotwerk/domain/money';
import { nextHintText } from '@depotwerk/domain/next-hint-text';
import { proposalModeNames } from '@depotwerk/domain/recommendation-text';
import { formatMoneySigned, formatNumberSigned } from '@depotwerk/domain/signed-figures';
import type { RiskMeasure } from '@depotwerk/domain/tariff/risk-measure';
import { isHeldBack } from '@depotwerk/engine/advice/recommended-advice';
import { countFindings } from '@depotwerk/engine/check/group-findings';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { said, t } from '../../texts/texts.ts';
import { ColourLabel, Stars } from '../../ui/cells.tsx';
import { classNames } from '../../ui/class-names.ts';
import { onceText, pointsText, quotaText } from './figure-texts.ts';
import type { AdviceProposal, PlanFigures } from './optimization-types.ts';
import { RecommendedLabel } from './recommendation-banner.tsx';
import type { ClassBand } from './risk-geometry.ts';
import { RiskPicture } from './risk-picture.tsx';

export interface ProposalsTableProps {
  proposals: readonly AdviceProposal[];
  measure: RiskMeasure;
  bands: readonly ClassBand[];
  chosen: ProposalMode;
  onChoose: (mode: ProposalMode) => void;
}

const statusTones = { in: 'ok', above: 'bad', below: 'warn', unknown: 'warn' } as const;

/** Difference to today; green where it is better, nothing where there is none. */
function Delta({ text, isBetter }: { text: string; isBetter: boolean | null }) {
  if (isBetter === null) return null;
  return (
    <span className={classNames('opt-delta', isBetter ? 'opt-delta--better' : 'opt-delta--worse')}>
      {text}
    </span>
  );
}

const betterIf = (difference: number, isLessBetter = false): boolean | null =>
  Math.abs(difference) < 0.005 ? null : isLessBetter ? difference < 0 : difference > 0;

/** Findings: hints of one cause count once, as they do in the list and on the tab. */
const findingCount = (hints: PlanFigures['hints']): number =>
  countFindings(hints.map((hint) => ({ ...hint, code: hint.hintCode })));

interface Row {
  readonly key: string;
  readonly label: string;
  readonly today: (figures: PlanFigures) => ReactNode;
  readonly after: (proposal: AdviceProposal) => ReactNode;
}

/** The four proposals beside what is today: same figures in the same line. On phones one proposal at a time. */
export function ProposalsTable({ proposals, measure, bands, chosen, onChoose }: ProposalsTableProps) {
  const name = useId();
  const [first] = proposals;
  if (!first) return null;
  return (
    <div className="opt-table__box">
      <table className="opt-table">
        <caption className="visually-hidden">{t('optimization.table.caption')}</caption>
        <thead>
          <tr>
            <th scope="col" className="opt-table__label">
              <span className="visually-hidden">{t('optimization.table.figure')}</span>
            </th>
            <th scope="col" className="opt-table__today">
              {t('optimization.table.today')}
            </th>
            {proposals.map(({ mode, isRecommended, checks }) => (
              <th key={mode} scope="col" data-chosen={mode === chosen || undefined}>
                <label className="opt-table__choice">
                  <input
                    type="radio"
                    name={name}
                    checked={mode === chosen}
                    onChange={() => onChoose(mode)}
                    aria-describedby={`${name}-${mode}`}
                  />
                  <span>{said(proposalModeNames[mode])}</span>
                </label>
                <span id={`${name}-${mode}`} className="opt-table__mode-hint">
                  {t(`optimization.modeHint.${mode}`)}
                </span>
                {isRecommended ? (
                  <span className="opt-table__recommended">
                    <RecommendedLabel isHeldBack={isHeldBack(checks)} />
                  </span>
                ) : null}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rowsOf(measure, bands).map((row) => (
            <tr key={row.key}>
              <th scope="row" className="opt-table__label">
                {row.label}
              </th>
              <td className="opt-table__today">{row.today(first.before)}</td>
              {proposals.map((proposal) => (
                <td key={proposal.mode} data-chosen={proposal.mode === chosen || undefined}>
                  {row.after(proposal)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function rowsOf(measure: RiskMeasure, bands: readonly ClassBand[]): Row[] {
  return [
    {
      key: 'risk',
      label: t('optimization.table.risk'),
      today: ({ risk }) => <RiskFigure risk={risk} />,
      after: ({ before, after, mode }) => (
        <>
          <RiskPicture
            isCompact
            before={before.risk}
            after={after.risk}
            measure={measure}
            bands={bands}
            mode={said(proposalModeNames[mode])}
          />
          <RiskFigure risk={after.risk} isHidden />
        </>
      ),
    },
    {
      key: 'score',
      label: t('optimization.table.score'),
      today: ({ contractScore }) => <Score score={contractScore} />,
      after: ({ before, after }) => {
        const change = after.contractScore.value - before.contractScore.value;
        return (
          <>
            <Score score={after.contractScore} />
            <Delta text={formatNumberSigned(change)} isBetter={betterIf(change)} />
          </>
        );
      },
    },
    {
      key: 'shareQuota',
      label: t('optimization.table.shareQuota'),
      today: ({ shareQuota }) => quotaText(shareQuota),
      after: ({ after }) => <b>{quotaText(after.shareQuota)}</b>,
    },
    {
      key: 'costsYear',
      label: t('optimization.table.costsYear'),
      today: (before) => <Costs figures={before} />,
      after: ({ after, costs: { perYearEuro } }) => (
        <>
          <Costs figures={after} />
          {perYearEuro === null ? null : (
            <Delta text={formatMoneySigned(-perYearEuro)} isBetter={betterIf(-perYearEuro, true)} />
          )}
        </>
      ),
    },
    {
      key: 'costsOnce',
      label: t('optimization.table.costsOnce'),
      today: () => '–',
      after: ({ costs }) => <b>{onceText(costs)}</b>,
    },
    {
      key: 'hints',
      label: t('optimization.table.hints'),
      today: ({ hints }) => findingCount(hints),
      after: ({ before, after }) => {
        const change = findingCount(after.hints) - findingCount(before.hints);
        return (
          <>
            <b>{findingCount(after.hints)}</b>
            <Delta text={formatNumberSigned(change)} isBetter={betterIf(change, true)} />
          </>
        );
      },
    },
    {
      key: 'nextHint',
      label: t('optimization.table.nextHint'),
      today: (figures) => said(nextHintText(figures)),
      after: ({ after }) => <b>{said(nextHintText(after))}</b>,
    },
    {
      key: 'orders',
      label: t('optimization.table.orders'),
      today: () => '–',
      after: (proposal) => <Work proposal={proposal} />,
    },
  ];
}

function RiskFigure({ risk, isHidden = false }: { risk: PlanFigures['risk']; isHidden?: boolean }) {
  // Where the picture tells it in words, the figures are for the eye only.
  return (
    <span className="opt-table__risk" aria-hidden={isHidden || undefined}>
      <b>{risk.value === null ? t('optimization.risk.unknown') : pointsText(risk.value)}</b>
      <ColourLabel tone={statusTones[risk.status]}>{t(`contracts.risk.status.${risk.status}`)}</ColourLabel>
    </span>
  );
}

function Score({ score }: { score: PlanFigures['contractScore'] }) {
  return (
    <span className="opt-table__score">
      <b>{score.value}</b>
      <Stars value={score.stars} size={12} />
    </span>
  );
}

/** Costs of a year, and what they are of the value where there is any: debts have no part. */
function Costs({ figures: { costs, totalValue } }: { figures: PlanFigures }) {
  const unknown = unknownCostsOf(costs);
  return (
    <span className="opt-table__costs">
      <b>{said(leastCosts(costs.perYearEuro, formatMoney, unknown))}</b>
      {totalValue <= 0 || (costs.perYearEuro === 0 && unknown.length > 0) ? null : (
        <span className="hint">
          {said(leastCosts(costs.perYearPercent, (percent) => pointsText(percent, 2), unknown))}
        </span>
      )}
    </span>
  );
}

function Work({ proposal }: { proposal: AdviceProposal }) {
  const { transactions, savingsPlanChanges, isFeasible } = proposal;
  if (!isFeasible)
    return (
      <span className="opt-table__warning">
        <IconAlertTriangle size={16} aria-hidden="true" /> {t('optimization.table.infeasible')}
      </span>
    );
  return (
    <span className="opt-table__work">
      <span>
        {transactions.length === 0
          ? t('optimization.table.noOrders')
          : t('optimization.table.ordersValue', { count: transactions.length })}
      </span>
      {savingsPlanChanges.length > 0 ? (
        <span className="hint">{t('optimization.table.savingsPlanChanges')}</span>
      ) : null}
    </span>
  );
}
