import type { TariffImpact } from '@depotwerk/api/tariffs/tariff-impact';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { formatMoney } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { formatMoneySigned, formatNumberSigned } from '@depotwerk/domain/signed-figures';
import { Link } from '@tanstack/react-router';
import { t } from '../../../texts/texts.ts';
import { Banner } from '../../../ui/feedback.tsx';
import { Card, type KeyFigure, KeyFigures } from '../../../ui/layout.tsx';
import { numeric, TableHead } from '../../../ui/table-head.tsx';

const scoreText = (score: number | null) => (score === null ? '–' : formatNumber(score, 0, 1));

/** What the version would do: contracts out of their bands, hints, orders and costs, and the contracts hit hardest. */
export function ImpactResult({ impact }: { impact: TariffImpact }) {
  const { contractCount, changedCount, notComputable, score, transactionsEstimate: orders } = impact;
  return (
    <div className="stack">
      <p className="hint">
        {impact.computedAt === null
          ? ''
          : t('tariffVersions.impact.computedAt', { time: formatDateTime(impact.computedAt) })}
        {impact.comparedWith === null
          ? ''
          : ` ${t('tariffVersions.impact.comparedWith', { number: impact.comparedWith })}`}
      </p>
      <KeyFigures
        figures={[
          {
            key: 'changed',
            label: t('tariffVersions.impact.changed'),
            value: formatNumber(changedCount),
            unit: t('tariffVersions.impact.ofContracts', {
              count: contractCount,
              number: formatNumber(contractCount),
            }),
            detail:
              notComputable === 0
                ? undefined
                : t('tariffVersions.impact.notComputable', {
                    count: notComputable,
                    number: formatNumber(notComputable),
                  }),
          },
          {
            key: 'score',
            label: t('tariffVersions.impact.score'),
            value: `${scoreText(score.before)} → ${scoreText(score.after)}`,
            detail: t('tariffVersions.impact.betterWorse', {
              better: formatNumber(score.better),
              worse: formatNumber(score.worse),
            }),
          },
          ...switchFigures(orders),
          ...savingsFigure(impact.savingsPlans),
        ]}
      />
      {changedCount === 0 ? (
        // The same result of every check is no all-clear where plans or savings plans are other ones.
        <Banner tone={isQuiet(impact) ? 'ok' : 'info'}>{t('tariffVersions.impact.noChange')}</Banner>
      ) : null}
      <div className="impact__grid">
        <ClassShifts shifts={impact.riskClassShifts} />
        <HintChanges hints={impact.hints} />
      </div>
      {impact.continuousYear === null ? null : <ContinuousYear year={impact.continuousYear} />}
      <Examples examples={impact.examples} />
    </div>
  );
}

/** Whether nothing at all would be planned otherwise. */
const isQuiet = ({ transactionsEstimate, savingsPlans }: TariffImpact): boolean =>
  transactionsEstimate.contractCount === 0 && savingsPlans.outsideBefore === savingsPlans.outsideAfter;

/** The full switch of the contracts that would be planned otherwise than today, and what their funds cost a year. */
function switchFigures(orders: TariffImpact['transactionsEstimate']): KeyFigure[] {
  const label = t('tariffVersions.impact.orders');
  if (orders.contractCount === 0)
    return [{ key: 'orders', label, value: '0', detail: t('tariffVersions.impact.noOrders') }];
  const contracts = { count: orders.contractCount, number: formatNumber(orders.contractCount) };
  const costChange = orders.costsAfter - orders.costsBefore;
  const unknown = orders.costsUnknownCount;
  const known = { count: contracts.count - unknown, number: formatNumber(contracts.count - unknown) };
  return [
    {
      key: 'orders',
      label,
      value: formatNumber(orders.orderCount),
      unit: t('tariffVersions.impact.inPlanned', contracts),
      detail: t('tariffVersions.impact.volume', {
        volume: formatMoney(orders.volume),
        fees: formatMoney(orders.fees),
      }),
    },
    {
      key: 'costs',
      label: t('tariffVersions.impact.costs'),
      value: formatMoney(orders.costsAfter),
      unit: t('tariffVersions.impact.inContracts', known),
      detail: [
        t('tariffVersions.impact.costsBefore', {
          before: formatMoney(orders.costsBefore),
          change: formatMoneySigned(costChange),
        }),
        ...(unknown === 0
          ? []
          : [t('tariffVersions.impact.costsUnknown', { count: unknown, number: formatNumber(unknown) })]),
      ].join('; '),
    },
  ];
}

/** Savings plans outside the limits; none where no contract saves. */
function savingsFigure({ count, outsideBefore, outsideAfter }: TariffImpact['savingsPlans']): KeyFigure[] {
  if (count === 0) return [];
  return [
    {
      key: 'savings',
      label: t('tariffVersions.impact.savings'),
      value: `${formatNumber(outsideBefore)} → ${formatNumber(outsideAfter)}`,
      unit: t('tariffVersions.impact.ofSavings', { count, number: formatNumber(count) }),
      detail: t('tariffVersions.impact.savingsChange', {
        change: formatNumberSigned(outsideAfter - outsideBefore),
      }),
    },
  ];
}

/** What continuous optimisation would do in twelve months. */
function ContinuousYear({ year }: { year: NonNullable<TariffImpact['continuousYear']> }) {
  const { looksBefore, looksAfter, contractCount, plannedContracts, planned } = year;
  const number = (count: number) => ({ count, number: formatNumber(count) });
  // Carried over from a sample the three may miss the days by a rounding.
  const unneeded = ({ planCount, skippedCount }: NonNullable<typeof planned>) =>
    Math.max(0, looksAfter - planCount - skippedCount);
  return (
    <Card title={t('tariffVersions.impact.year.title')}>
      <KeyFigures
        figures={[
          {
            key: 'looks',
            label: t('tariffVersions.impact.year.looks'),
            value: `${formatNumber(looksBefore)} → ${formatNumber(looksAfter)}`,
            unit: t('tariffVersions.impact.inContracts', number(contractCount)),
            detail: t('tariffVersions.impact.year.looksChange', {
              change: formatNumberSigned(looksAfter - looksBefore),
            }),
          },
          ...(planned === null
            ? []
            : [
                {
                  key: 'plans',
                  label: t('tariffVersions.impact.year.plans'),
                  value: formatNumber(planned.planCount),
                  detail: t('tariffVersions.impact.year.rest', {
                    unneeded: formatNumber(unneeded(planned)),
                    skipped: formatNumber(planned.skippedCount),
                  }),
                },
                {
                  key: 'orders',
                  label: t('tariffVersions.impact.year.orders'),
                  value: formatNumber(planned.orderCount),
                  detail: t('tariffVersions.impact.year.turnover', { volume: formatMoney(planned.volume) }),
                },
                {
                  key: 'fees',
                  label: t('tariffVersions.impact.year.fees'),
                  value: formatMoney(planned.fees),
                },
              ]),
        ]}
      />
      <p className="hint">
        {t('tariffVersions.impact.year.explain')}
        {planned !== null && plannedContracts < contractCount
          ? ` ${t('tariffVersions.impact.year.projected', number(plannedContracts))}`
          : ''}
      </p>
    </Card>
  );
}

const places = ['below', 'in', 'above'] as const;
type Shift = TariffImpact['riskClassShifts'][number];

function ClassShifts({ shifts }: { shifts: readonly Shift[] }) {
  if (shifts.length === 0) return null;
  return (
    <Card title={t('tariffVersions.impact.classes')}>
      <div className="impact__legend" aria-hidden="true">
        {places.map((place) => (
          <span key={place}>
            <i className={`impact__key--${place}`} />
            {t(`tariffVersions.impact.bands.${place}`)}
          </span>
        ))}
      </div>
      <div>
        {shifts.map((shift) => (
          <div key={shift.riskClassId} className="impact__class">
            <span className="impact__class-name">
              {t('tariffWizard.matrix.class', { riskClass: shift.riskClassId })}
            </span>
            <span className="hint">{t('tariffVersions.impact.today')}</span>
            <ShareBar counts={[shift.belowBefore, shift.inBefore, shift.aboveBefore]} />
            <span className="hint">{t('tariffVersions.impact.then')}</span>
            <ShareBar counts={[shift.belowAfter, shift.inAfter, shift.aboveAfter]} />
            <span className="hint impact__words">
              {t('tariffVersions.impact.inBand', {
                count: shift.contractCount,
                number: formatNumber(shift.contractCount),
                before: formatNumber(shift.inBefore),
                after: formatNumber(shift.inAfter),
                change: formatNumberSigned(shift.inAfter - shift.inBefore),
              })}
            </span>
          </div>
        ))}
      </div>
    </Card>
  );
}

function ShareBar({ counts }: { counts: readonly number[] }) {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const words = places.map((place, index) =>
    t(`tariffVersions.impact.bandCount.${place}`, { number: formatNumber(counts[index] ?? 0) }),
  );
  return (
    <span className="impact__bar" role="img" aria-label={words.join(', ')} title={words.join(', ')}>
      {places.map((place, index) => (
        <span
          key={place}
          className={`impact__bar--${place}`}
          style={{ width: `${total === 0 ? 0 : ((counts[index] ?? 0) / total) * 100}%` }}
        />
      ))}
    </span>
  );
}

function HintChanges({ hints }: { hints: TariffImpact['hints'] }) {
  const changed = hints
    .filter(({ added, removed }) => added > 0 || removed > 0)
    .toSorted((left, right) => right.added + right.removed - left.added - left.removed);
  return (
    <Card title={t('tariffVersions.impact.hints')}>
      {changed.length === 0 ? (
        <p className="hint">{t('tariffVersions.impact.noHints')}</p>
      ) : (
        <div>
          {changed.map(({ optimizationHintId, name, added, removed }) => (
            <div key={optimizationHintId} className="impact__hint">
              <span>{name}</span>
              <span className="num impact__added">
                {added === 0 ? '' : t('tariffVersions.impact.added', { number: formatNumber(added) })}
              </span>
              <span className="num impact__removed">
                {removed === 0 ? '' : t('tariffVersions.impact.removed', { number: formatNumber(removed) })}
              </span>
            </div>
          ))}
        </div>
      )}
    </Card>
  );
}

function Examples({ examples }: { examples: TariffImpact['examples'] }) {
  if (examples.length === 0) return null;
  return (
    <Card title={t('tariffVersions.impact.examples')}>
      <div className="compare__scroll">
        <table className="compare__table">
          <TableHead
            columns={[
              t('tariffVersions.impact.contract'),
              numeric(t('tariffVersions.impact.scoreBefore')),
              numeric(t('tariffVersions.impact.scoreAfter')),
            ]}
          />
          <tbody>
            {examples.map(({ contractId, externalKey, scoreBefore, scoreAfter }) => (
              <tr key={contractId}>
                <th scope="row">
                  <Link to="/contracts/$contractId/$tab" params={{ contractId, tab: 'optimization-hints' }}>
                    {externalKey}
                  </Link>
                </th>
                <td className="num">{scoreText(scoreBefore)}</td>
                <td className="num">{scoreText(scoreAfter)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
