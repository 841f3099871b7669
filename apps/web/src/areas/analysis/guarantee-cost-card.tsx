import { promisedRateText } from '@depotwerk/domain/contracts/guarantee';
import { formatNumber } from '@depotwerk/domain/number-text';
import { formatPercent, shownDifference } from '@depotwerk/domain/percent';
import { comparedLevels, levelCosts } from '@depotwerk/engine/guarantee/guarantee-cost';
import { t } from '../../texts/texts.ts';
import { EmptyState } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { ScrollTable } from '../../ui/scroll-table.tsx';
import type { AnalysisFigures } from './analysis-figures.ts';
import type { ContractAnalysis } from './public/analysis-queries.ts';

const points = (fraction: number): string =>
  t('contractAnalysis.guaranteeCost.points', { points: formatNumber(fraction * 100, 2, 2) });

/** What the expected return of the funds is after. */
const textOf = { all: 'text', some: 'textKnownCosts', none: 'textNoCosts' } as const;

/** What guaranteed levels cost in expected return, for a contribution of today; only where something is promised. */
export function GuaranteeCostCard({
  analysis: { guarantee },
  figures: { projection, knownCosts },
}: {
  analysis: ContractAnalysis;
  figures: AnalysisFigures;
}) {
  if (guarantee === null) return null;
  const { interest, level: own } = guarantee;
  const title = t('contractAnalysis.guaranteeCost.title');
  if (projection.obstacle !== null || interest === null)
    return (
      <Card title={title}>
        <EmptyState title={t('contractAnalysis.guaranteeCost.none')}>
          {projection.obstacle === null
            ? t('contractAnalysis.guaranteeCost.noInterest')
            : t(`contractAnalysis.projection.obstacle.${projection.obstacle}`)}
        </EmptyState>
      </Card>
    );
  const { input } = projection;
  const levels = [...new Set([0, ...comparedLevels(own)])];
  const years = input.months / 12;
  const expectedReturn = input.expectedReturn - input.ongoingCost;
  return (
    <Card title={title}>
      <div className="stack">
        <p>
          {t(`contractAnalysis.guaranteeCost.${textOf[knownCosts]}`, {
            years: formatNumber(years, 0, 1),
            interest: promisedRateText(interest),
            expected: formatPercent(expectedReturn, 2),
          })}
        </p>
        <ScrollTable
          caption={title}
          columns={[
            { key: 'level', label: t('contractAnalysis.guaranteeCost.level') },
            { key: 'secured', label: t('contractAnalysis.guaranteeCost.secured'), isNumber: true },
            { key: 'return', label: t('contractAnalysis.guaranteeCost.return'), isNumber: true },
            { key: 'cost', label: t('contractAnalysis.guaranteeCost.cost'), isNumber: true },
          ]}
          rows={levelCosts(levels, { interest, years, expectedReturn }).map((row) => ({
            key: row.level,
            cells: [
              row.level === own
                ? t('contractAnalysis.guaranteeCost.ownLevel', { level: promisedRateText(row.level) })
                : promisedRateText(row.level),
              formatPercent(row.secured, 1),
              formatPercent(row.expectedReturn, 2),
              // What lies between the expectations beside it, so that it can be followed.
              points(shownDifference(expectedReturn, row.expectedReturn, 2)),
            ],
          }))}
        />
      </div>
    </Card>
  );
}
