import { formatPercent } from '@depotwerk/domain/percent';
import { t } from '../../texts/texts.ts';
import { Card, FactList } from '../../ui/layout.tsx';
import { lookThrough } from './look-through.ts';
import type { ContractAnalysis } from './public/analysis-queries.ts';

/** Where and in what the funds invest for the most part, by value. */
export function LookThroughCard({ analysis }: { analysis: ContractAnalysis }) {
  const parts = lookThrough(analysis.holdings);
  if (!parts) return null;
  return (
    <Card title={t('contractAnalysis.lookThrough.title')}>
      <div className="stack">
        <p>{t('contractAnalysis.lookThrough.text')}</p>
        {(['region', 'sector', 'currency'] as const).map((kind) => (
          <div key={kind}>
            <h3>{t(`contractAnalysis.lookThrough.${kind}`)}</h3>
            <FactList
              facts={parts[kind].map(({ name, share }) => ({
                key: name ?? '',
                label: name ?? t('contractAnalysis.unknown'),
                value: formatPercent(share, 1),
              }))}
            />
          </div>
        ))}
        <p className="hint">{t('contractAnalysis.lookThrough.notThere')}</p>
      </div>
    </Card>
  );
}
