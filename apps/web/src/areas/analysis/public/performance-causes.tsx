import type { TargetComparison } from '@depotwerk/api/contracts/contract-performance';
import {
  performanceEffectTexts,
  type ShownComparison,
} from '@depotwerk/domain/contracts/performance-effects';
import {
  causeRows,
  groupEffects,
  groupRows,
  performanceWords,
} from '@depotwerk/domain/contracts/performance-words';
import { formatPointsColumn } from '@depotwerk/domain/percent';
import { said, t } from '../../../texts/texts.ts';
import { ScrollTable } from '../../../ui/scroll-table.tsx';
// Shown with a tariff too, where nothing else of a contract is.
import '../../../ui/chart.css';
import '../analysis.css';

/** The difference to the target by its causes, as a whole and for each peer group. */
export function PerformanceCauses({
  groups,
  shown,
}: {
  groups: readonly TargetComparison['groups'][number][];
  shown: ShownComparison;
}) {
  const byGroup = groupRows(groups, shown);
  return (
    <>
      <ScrollTable
        caption={said(performanceWords.causes)}
        columns={[
          { key: 'effect', label: said(performanceWords.causes) },
          { key: 'part', label: said(performanceWords.points), isNumber: true },
        ]}
        rows={causeRows(shown).map(({ effect, name, meaning, points }) => ({
          key: effect,
          cells: [
            <div key="name">
              {said(name)}
              <span className="hint analysis__below">{said(meaning)}</span>
            </div>,
            points,
          ],
        }))}
        footer={[said(performanceWords.difference), formatPointsColumn(shown.difference)]}
      />
      <ScrollTable
        caption={said(performanceWords.byGroup)}
        isLong
        columns={[
          { key: 'group', label: said(performanceWords.byGroup) },
          { key: 'weight', label: said(performanceWords.weight), isNumber: true, isWide: true },
          { key: 'aim', label: said(performanceWords.aim), isNumber: true, isWide: true },
          ...groupEffects.map((effect) => ({
            key: effect,
            label: said(performanceEffectTexts[effect].name),
            isNumber: true,
            isWide: true,
          })),
          { key: 'together', label: said(performanceWords.together), isNumber: true },
        ]}
        rows={byGroup.rows.map(({ key, name, isNamed, weights, effects, together }) => ({
          key,
          cells: [
            <div key="name">
              {isNamed ? name : said(name)}
              <span className="hint analysis__narrow">
                {t('contractAnalysis.performance.groupEffects', {
                  allocation: effects[0] ?? '',
                  selection: effects[1] ?? '',
                  fundCosts: effects[2] ?? '',
                })}
              </span>
            </div>,
            ...weights,
            ...effects,
            together,
          ],
        }))}
        footer={[said(performanceWords.sum), '', '', ...byGroup.sums, byGroup.together]}
      />
    </>
  );
}
