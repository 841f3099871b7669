import { formatNumber } from '@depotwerk/domain/number-text';
import { formatPercent } from '@depotwerk/domain/percent';
import { type CorrelationCluster, clusterThreshold } from '@depotwerk/engine/analysis/held-risk';
import { FundLink } from '../../shell/fund-link.tsx';
import { t } from '../../texts/texts.ts';
import { Card } from '../../ui/layout.tsx';
import { ScrollTable } from '../../ui/scroll-table.tsx';
import type { AnalysisFigures } from './analysis-figures.ts';
import { percentOrUnknown } from './analysis-text.ts';
import type { ContractAnalysis } from './public/analysis-queries.ts';

interface CardProps {
  analysis: ContractAnalysis;
  figures: AnalysisFigures;
}

/** What each fund adds to the risk of the whole; the parts add up to it. */
export function RiskCard({ analysis, figures }: CardProps) {
  const { risk } = figures;
  const nameOf = new Map(analysis.holdings.map(({ fundId, name }) => [fundId, name]));
  const parts = risk.parts.toSorted((a, b) => (b.contribution ?? -1) - (a.contribution ?? -1));
  return (
    <Card title={t('contractAnalysis.risk.title')}>
      <div className="stack">
        <p>
          {risk.volatility === null
            ? t('contractAnalysis.risk.unknown', { share: formatPercent(risk.unknownShare, 1) })
            : t('contractAnalysis.risk.text', { volatility: formatPercent(risk.volatility, 2) })}
        </p>
        <ScrollTable
          caption={t('contractAnalysis.risk.title')}
          columns={[
            { key: 'fund', label: t('portfolio.fund') },
            { key: 'weight', label: t('portfolio.share'), isNumber: true },
            { key: 'volatility', label: t('contractAnalysis.risk.volatility'), isNumber: true, isWide: true },
            { key: 'contribution', label: t('contractAnalysis.risk.contribution'), isNumber: true },
            { key: 'share', label: t('contractAnalysis.risk.share'), isNumber: true },
          ]}
          rows={parts.map((part) => ({
            key: part.fundId,
            cells: [
              <FundLink key="name" fundId={part.fundId} name={nameOf.get(part.fundId) ?? ''} />,
              formatPercent(part.weight, 1),
              percentOrUnknown(part.volatility),
              percentOrUnknown(part.contribution, 2),
              percentOrUnknown(part.share),
            ],
          }))}
          footer={
            risk.volatility === null
              ? undefined
              : [
                  t('portfolio.sum'),
                  formatPercent(
                    risk.parts.reduce((sum, { weight }) => sum + weight, 0),
                    1,
                  ),
                  '',
                  formatPercent(risk.volatility, 2),
                  risk.volatility > 0 ? formatPercent(1, 1) : '',
                ]
          }
        />
        <p className="hint">{t('contractAnalysis.risk.howFund')}</p>
      </div>
    </Card>
  );
}

/** Funds that move together, by name. */
export function ClustersCard({ analysis, figures }: CardProps) {
  const nameOf = new Map(analysis.holdings.map(({ fundId, name }) => [fundId, name]));
  const threshold = formatNumber(clusterThreshold, 2, 2);
  const unknown = figures.risk.parts.filter(({ volatility }) => volatility === null).length;
  return (
    <Card title={t('contractAnalysis.clusters.title')}>
      <div className="stack">
        <p>
          {figures.risk.parts.length - unknown < 2
            ? t('contractAnalysis.clusters.tooFew')
            : figures.clusters.length === 0
              ? t('contractAnalysis.clusters.none', { threshold })
              : t('contractAnalysis.clusters.text', { threshold })}
        </p>
        {figures.clusters.length > 0 ? (
          <ul className="analysis__list">
            {figures.clusters.map((cluster) => (
              <li key={cluster.fundIds.join()}>
                {t('contractAnalysis.clusters.cluster', {
                  funds: cluster.fundIds.map((id) => nameOf.get(id) ?? '').join(', '),
                  share: formatPercent(cluster.weight, 1),
                  correlation: correlationText(cluster),
                })}
              </li>
            ))}
          </ul>
        ) : null}
        {unknown > 0 ? (
          <p className="hint">{t('contractAnalysis.clusters.unknown', { count: unknown })}</p>
        ) : null}
      </div>
    </Card>
  );
}

/** "0,93", or from the lowest to the highest of several. */
function correlationText({ lowest, highest }: CorrelationCluster): string {
  const [from, to] = [lowest, highest].map((one) => formatNumber(one, 2, 2));
  return from === to ? `${to}` : t('contractAnalysis.clusters.range', { from: `${from}`, to: `${to}` });
}
