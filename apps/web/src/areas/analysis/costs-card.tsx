import { addMonths } from '@depotwerk/domain/add-months';
import { leastSum } from '@depotwerk/domain/contracts/known-costs';
import { formatMoney } from '@depotwerk/domain/money';
import { partsOfSum } from '@depotwerk/domain/parts-of-sum';
import { formatPercent } from '@depotwerk/domain/percent';
import { costsOverYears } from '@depotwerk/engine/analysis/held-projection';
import { useQuery } from '@tanstack/react-query';
import { said, t } from '../../texts/texts.ts';
import { Card, FactList } from '../../ui/layout.tsx';
import { ScrollTable } from '../../ui/scroll-table.tsx';
import type { AnalysisFigures } from './analysis-figures.ts';
import { euros } from './analysis-text.ts';
import type { ContractAnalysis } from './public/analysis-queries.ts';
import { projectionQuery } from './public/analysis-queries.ts';

/** Costs a year in euros and percent, today and over the years of the projection; what is unknown is named. */
export function CostsCard({ analysis, figures }: { analysis: ContractAnalysis; figures: AnalysisFigures }) {
  const { costs, feesUnknown, projection } = figures;
  const shareOf = (amount: number) => amount / costs.totalValue;
  // As on paper: the two come to the third as they are read.
  const [ofFunds = 0, ofContract = 0] = partsOfSum(
    [costs.funds, costs.contract ?? 0].map(shareOf),
    shareOf(costs.total),
    4,
  );
  const line = (amount: number, share: number) =>
    costs.totalValue > 0
      ? t('contractAnalysis.costs.amount', {
          amount: formatMoney(amount),
          percent: formatPercent(share, 2),
        })
      : formatMoney(amount);
  const isAnyKnown = feesUnknown.length < analysis.holdings.length;
  return (
    <Card title={t('contractAnalysis.costs.title')}>
      <div className="stack">
        <FactList
          facts={[
            {
              key: 'funds',
              label: t('contractAnalysis.costs.funds'),
              value: isAnyKnown ? line(costs.funds, ofFunds) : t('contractAnalysis.unknown'),
            },
            {
              key: 'contract',
              label: t('contractAnalysis.costs.contract'),
              value:
                costs.contract === null ? t('contractAnalysis.unknown') : line(costs.contract, ofContract),
            },
            {
              key: 'total',
              label:
                figures.knownCosts === 'all'
                  ? t('contractAnalysis.costs.total')
                  : t('contractAnalysis.costs.totalKnown'),
              value:
                isAnyKnown || analysis.costModel !== null
                  ? line(costs.total, shareOf(costs.total))
                  : t('contractAnalysis.unknown'),
            },
          ]}
        />
        {feesUnknown.length > 0 ? (
          <p className="hint">
            {t('contractAnalysis.costs.feesUnknown', {
              share: formatPercent(figures.feesUnknownShare ?? 0, 1),
              funds: feesUnknown.map(({ name }) => name).join(', '),
            })}
          </p>
        ) : null}
        {analysis.costModel === null ? (
          <p className="hint">{t('contractAnalysis.projection.assumes.noModel')}</p>
        ) : null}
        {projection.obstacle === null && figures.knownCosts !== 'none' ? (
          <CostYears analysis={analysis} figures={figures} input={projection.input} />
        ) : null}
      </div>
    </Card>
  );
}

function CostYears({
  analysis,
  figures,
  input,
}: {
  analysis: ContractAnalysis;
  figures: AnalysisFigures;
  input: Parameters<typeof projectionQuery>[0];
}) {
  const projection = useQuery(projectionQuery(input));
  if (!projection.data) return null;
  const years = costsOverYears(projection.data.points, input);
  const last = years.at(-1);
  const isWhole = figures.knownCosts === 'all';
  const entryText = (entry: number) =>
    analysis.costModel === null ? t('contractAnalysis.unknown') : euros(entry);
  return (
    <>
      <p>
        {t(input.monthlyFee ? 'contractAnalysis.costs.sumWithFee' : 'contractAnalysis.costs.sum', {
          sum: said(leastSum(euros(last?.sum ?? 0), isWhole)),
          percent: said(leastSum(formatPercent(input.ongoingCost, 2), isWhole)),
          fee: formatMoney(input.monthlyFee ?? 0),
        })}
      </p>
      <details className="contract__table-alternative">
        <summary>{t('contractAnalysis.costs.asTable')}</summary>
        <ScrollTable
          isLong
          caption={t('contractAnalysis.costs.title')}
          columns={[
            { key: 'until', label: t('contractAnalysis.costs.until') },
            { key: 'ongoing', label: t('contractAnalysis.costs.ongoing'), isNumber: true },
            { key: 'entry', label: t('contractAnalysis.costs.entry'), isNumber: true },
            { key: 'sum', label: t('contractAnalysis.costs.sumSoFar'), isNumber: true },
          ]}
          rows={years.map(({ month, ongoing, entry, sum }) => ({
            key: month,
            cells: [
              formatMonth(addMonths(analysis.today, month)),
              euros(ongoing),
              entryText(entry),
              euros(sum),
            ],
          }))}
        />
      </details>
    </>
  );
}

/** "11.2031" */
const formatMonth = (day: string): string => `${day.slice(5, 7)}.${day.slice(0, 4)}`;
