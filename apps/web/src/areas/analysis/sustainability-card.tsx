import { formatPercent } from '@depotwerk/domain/percent';
import type { CoveredShare, Sustainability } from '@depotwerk/engine/analysis/sustainability';
import { t } from '../../texts/texts.ts';
import { Card, FactList } from '../../ui/layout.tsx';
import type { ContractAnalysis } from './public/analysis-queries.ts';

/** Sustainability of the funds by value; what funds say nothing of is no zero. */
export function SustainabilityCard({
  analysis,
  sustainability,
}: {
  analysis: ContractAnalysis;
  sustainability: Sustainability;
}) {
  const { articles, taxonomy, sustainable, pai } = sustainability;
  const facts = [
    ...(['9', '8', '6'] as const).map((article) => ({
      key: article,
      label: t('contractAnalysis.esg.article', { article }),
      value: formatPercent(articles[article], 1),
    })),
    {
      key: 'unknown',
      label: t('contractAnalysis.esg.articleUnknown'),
      value: formatPercent(articles.unknown, 1),
    },
    { key: 'taxonomy', label: t('contractAnalysis.esg.taxonomy'), value: coveredText(taxonomy) },
    { key: 'sustainable', label: t('contractAnalysis.esg.sustainable'), value: coveredText(sustainable) },
    { key: 'pai', label: t('contractAnalysis.esg.pai'), value: coveredText(pai) },
  ];
  return (
    <Card title={t('contractAnalysis.esg.title')}>
      <div className="stack">
        <p>{t('contractAnalysis.esg.text')}</p>
        <FactList facts={facts} />
        <div>
          <h3>{t('contractAnalysis.esg.exclusions')}</h3>
          <ul className="analysis__list">
            {analysis.holdings.map(({ fundId, name, esgIndustries }) => (
              <li key={fundId}>
                {t('contractAnalysis.esg.exclusion', {
                  name,
                  industries: esgIndustries ?? t('contractAnalysis.unknown'),
                })}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Card>
  );
}

const coveredText = ({ share, coverage }: CoveredShare): string =>
  share === null
    ? t('contractAnalysis.unknown')
    : t('contractAnalysis.esg.covered', {
        share: formatPercent(share, 1),
        coverage: formatPercent(coverage, 1),
      });
