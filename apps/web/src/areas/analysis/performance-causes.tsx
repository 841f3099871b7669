import type { TargetComparison } from '@depotwerk/api/contract-performance';
import {
  performanceEffects,
  performanceEffectTexts,
  type ShownComparison,
} from '@depotwerk/domain/contracts/performance-effects';
import { formatPercent, formatPointsColumn } from '@depotwerk/domain/percent';
import { said, t } from '../../texts/texts.ts';
import { ScrollTable } from './scroll-table.tsx';
// Shown with a tariff too, where nothing else of a contract is.
import '../../ui/chart.css';
import '../contracts/contract.css';
import '../contracts/contract-cards.css';
import './analysis.css';

/** Effects that are known of each peer group. */
const groupEffects = ['allocation', 'selection', 'fundCosts'] as const;

/** The difference to the target by its causes, as a whole and for each peer group. */
export function PerformanceCauses({
  groups,
  shown,
}: {
  groups: TargetComparison['groups'];
  shown: ShownComparison;
}) {
  const { effects } = shown;
  const rows = groups
    .map((group, k) => ({ ...group, shown: shown.groups[k] }))
    .toSorted((a, b) => Math.abs(b.shown?.sum ?? 0) - Math.abs(a.shown?.sum ?? 0));
  const points = (value: number | undefined) => formatPointsColumn(value ?? 0);
  return (
    <>
      <ScrollTable
        caption={t('contractAnalysis.performance.causes')}
        columns={[
          { key: 'effect', label: t('contractAnalysis.performance.causes') },
          { key: 'part', label: t('contractAnalysis.performance.points'), isNumber: true },
        ]}
        rows={performanceEffects.map((effect) => ({
          key: effect,
          cells: [
            <div key="name">
              {said(performanceEffectTexts[effect].name)}
              <span className="hint analysis__below">{said(performanceEffectTexts[effect].meaning)}</span>
            </div>,
            points(effects[effect]),
          ],
        }))}
        footer={[t('contractAnalysis.performance.difference'), points(shown.difference)]}
      />
      <ScrollTable
        caption={t('contractAnalysis.performance.byGroup')}
        isLong
        columns={[
          { key: 'group', label: t('contractAnalysis.performance.byGroup') },
          { key: 'weight', label: t('contractAnalysis.performance.weight'), isNumber: true, isWide: true },
          { key: 'aim', label: t('contractAnalysis.performance.aim'), isNumber: true, isWide: true },
          ...groupEffects.map((effect) => ({
            key: effect,
            label: said(performanceEffectTexts[effect].name),
            isNumber: true,
            isWide: true,
          })),
          { key: 'together', label: t('contractAnalysis.performance.together'), isNumber: true },
        ]}
        rows={rows.map((group) => ({
          key: group.peergroupId ?? 'beside',
          cells: [
            <div key="name">
              {group.name ?? t('contractAnalysis.performance.beside')}
              <span className="hint analysis__narrow">
                {t('contractAnalysis.performance.groupEffects', {
                  allocation: points(group.shown?.allocation),
                  selection: points(group.shown?.selection),
                  fundCosts: points(group.shown?.fundCosts),
                })}
              </span>
            </div>,
            formatPercent(group.weight, 1),
            formatPercent(group.targetWeight, 1),
            ...groupEffects.map((effect) => points(group.shown?.[effect])),
            points(group.shown?.sum),
          ],
        }))}
        footer={[
          t('portfolio.sum'),
          '',
          '',
          ...groupEffects.map((effect) => points(effects[effect])),
          points(groupEffects.reduce((sum, effect) => sum + effects[effect], 0)),
        ]}
      />
    </>
  );
}
