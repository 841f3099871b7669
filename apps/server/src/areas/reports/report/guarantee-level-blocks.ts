import { promisedRateText } from '@depotwerk/domain/contracts/guarantee';
import { formatNumber } from '@depotwerk/domain/number-text';
import { formatPercent } from '@depotwerk/domain/percent';
import { filledClasses } from '@depotwerk/domain/tariff/rated-matrix';
import { unknownText } from '@depotwerk/domain/unknown-text';
import { comparedLevels, costsOfLevels } from '@depotwerk/engine/guarantee/guarantee-cost';
import { type Block, column, row, smallPrint, table } from './report-document.ts';
import { sectioned } from './tariff-blocks.ts';
import type { TariffReportSource } from './tariff-source.ts';

/** The term a tariff is looked at with on paper, in years: the one its pages begin with. */
const years = 20;

/** What guaranteed levels cost each class of a hybrid tariff in expected return, as its summary shows it; nothing where nothing is rated. */
export function guaranteeLevelBlocks({ current, ratings }: TariffReportSource): Block[] {
  const { fundMatrix, guaranteedInterest: interest, ...tariff } = current.content.tariff;
  const filled = fundMatrix ? filledClasses(fundMatrix) : new Set();
  const classes = ratings.filter(({ riskClassId }) => filled.has(riskClassId));
  if (interest === null || classes.length === 0) return [];
  const own = tariff.isGuaranteedLevelCustomizable ? null : tariff.guaranteedLevel;
  const levels = comparedLevels(own);
  return sectioned('Was das Garantieniveau kostet', [
    table(
      [
        column('Risikoklasse', '1fr'),
        column('Erwartet ohne Garantie', 'auto', 'right'),
        ...levels.map((level) =>
          column(
            `${promisedRateText(level)}${level === own ? ' (dieser Tarif)' : ''} kosten`,
            'auto',
            'right',
          ),
        ),
      ],
      classes.map((rating) => {
        const found = costsOfLevels(levels, { interest, years }, rating);
        return row(
          `Klasse ${rating.riskClassId}`,
          found === null ? unknownText : formatPercent(found.expectedReturn, 2),
          ...levels.map((_, k) =>
            found === null ? unknownText : formatNumber((found.costs[k]?.cost ?? 0) * 100, 2, 2),
          ),
        );
      }),
    ),
    smallPrint(
      `Prozentpunkte im Jahr, um die ein Niveau die Ertragserwartung eines Beitrags von heute über ${years} Jahre senkt: Was dafür nötig ist, wird zum Garantiezins von ${promisedRateText(interest)} gesichert, nur der Rest liegt in den Fonds. Erwartet wird nach den laufenden Kosten der Fonds, ohne Kosten des Vertrags, mit den Ertragserwartungen vom Tag der Erstellung; eine Erwartung ist keine Prognose.`,
    ),
  ]);
}
