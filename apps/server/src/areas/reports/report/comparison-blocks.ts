import type { ContractPerformance } from '@depotwerk/api/contracts/contract-performance';
import {
  effectMeaning,
  performanceEffects,
  performanceEffectTexts,
  performanceMethod,
  shownComparison,
  unknownPerformanceTexts,
} from '@depotwerk/domain/contracts/performance-effects';
import {
  performanceWords,
  signedRate,
  signedYearlyRate,
} from '@depotwerk/domain/contracts/performance-words';
import { unknownText } from '@depotwerk/domain/unknown-text';
import type { PerformanceFigures } from '@depotwerk/engine/figures/contract-performance';
import * as paper from './report-document.ts';
import { day, none, signedPoints } from './report-format.ts';

/** A contract beside what its tariff aims at, and where the difference comes from; nothing without performance. */
export function comparisonBlocks(
  performance: PerformanceFigures | null,
  comparison: ContractPerformance['comparison'],
): paper.Block[] {
  if (performance === null || comparison === null) return [];
  const title = paper.heading('Vergleich mit dem Ziel des Tarifs');
  if ('reason' in comparison) {
    const time =
      comparison.from === null || comparison.to === null
        ? ''
        : ` (${day(comparison.from)} bis ${day(comparison.to)})`;
    return [
      title,
      paper.paragraph(
        `Ein Vergleich ist nicht möglich${time}: ${unknownPerformanceTexts[comparison.reason]}`,
      ),
    ];
  }
  const shown = shownComparison(performance.timeWeighted, comparison, []);
  return [
    title,
    paper.table(
      [
        paper.column(performanceWords.returns, '1fr'),
        paper.column(performanceWords.timeWeighted, '35mm', 'right'),
        paper.column(performanceWords.moneyWeighted, '40mm', 'right'),
      ],
      [
        paper.row(
          'Ihr Vertrag',
          signedRate(shown.own),
          signedYearlyRate(performance.moneyWeighted, performance),
        ),
        paper.row(
          performanceWords.target,
          signedRate(shown.target),
          signedYearlyRate(comparison.moneyWeighted, performance),
        ),
        paper.totalRow('Abweichung in Prozentpunkten', signedPoints(shown.difference), none),
      ],
    ),
    paper.table(
      [paper.column(performanceWords.causes, '1fr'), paper.column(performanceWords.points, '35mm', 'right')],
      [
        ...performanceEffects.map((effect) => {
          const part = shown.effects[effect];
          return paper.row(
            paper.cell(performanceEffectTexts[effect].name, { sub: effectMeaning(effect, shown.effects) }),
            part === null ? unknownText : paper.cell(signedPoints(part), { tone: part < 0 ? 'bad' : null }),
          );
        }),
        paper.totalRow(performanceWords.difference, signedPoints(shown.difference)),
      ],
    ),
    paper.smallPrint(performanceMethod),
  ];
}
