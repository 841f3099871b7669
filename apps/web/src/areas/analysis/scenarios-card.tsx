import { formatPercent, formatPercentSigned } from '@depotwerk/domain/percent';
import type { HeldScenarios } from '@depotwerk/engine/analysis/held-scenarios';
import { t } from '../../texts/texts.ts';
import { EmptyState } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { ScrollTable } from '../../ui/scroll-table.tsx';
import { euros } from './analysis-text.ts';

const names = ['stress', 'unfavourable', 'moderate', 'favourable'] as const;

/** The funds' own PRIIPs scenarios, weighted; how much of the value states them is said. */
export function ScenariosCard({ scenarios }: { scenarios: HeldScenarios | null }) {
  return (
    <Card title={t('contractAnalysis.scenarios.title')}>
      {scenarios === null ? (
        <EmptyState title={t('contractAnalysis.scenarios.none')} />
      ) : (
        <div className="stack">
          <p>
            {t('contractAnalysis.scenarios.text', {
              value: euros(scenarios.value),
              coverage: formatPercent(scenarios.coverage, 1),
            })}
          </p>
          <ScrollTable
            caption={t('contractAnalysis.scenarios.title')}
            columns={[
              { key: 'name', label: t('contractAnalysis.scenarios.scenario') },
              { key: 'yearly', label: t('contractAnalysis.scenarios.yearly'), isNumber: true },
              {
                key: 'value',
                label: t('contractAnalysis.scenarios.after', { count: scenarios.years }),
                isNumber: true,
              },
            ]}
            rows={names.map((name) => ({
              key: name,
              cells: [
                t(`contractAnalysis.scenarios.name.${name}`),
                formatPercentSigned(scenarios.yearly[name]),
                euros(scenarios.values[name]),
              ],
            }))}
          />
        </div>
      )}
    </Card>
  );
}
