import type { AnalysisResult } from '@depotwerk/api/prospects/depot-analysis';
import { unknownCostsInScore } from '@depotwerk/domain/contracts/known-costs';
import { knownShare } from '@depotwerk/domain/depot-analysis/known-share';
import { riskMeasureNames } from '@depotwerk/domain/tariff/risk-measure';
import { unknownText } from '@depotwerk/domain/unknown-text';
import { type PublicContent, textSection } from './build-public-report.ts';
import {
  bandRange,
  bandVerdict,
  costAverage,
  costShare,
  day,
  money,
  none,
  points,
  roundShare,
} from './report-format.ts';

type Section = PublicContent['sections'][number];

function tableSection(
  key: string,
  heading: string,
  columns: Section['columns'],
  rows: Section['rows'],
): Section {
  return { key, heading, kind: 'table', body: '', columns, rows, chartConfig: null, chartData: null };
}

const left = (key: string, label: string) => ({ key, label, align: 'left' as const });
const right = (key: string, label: string) => ({ key, label, align: 'right' as const });

/** The result of a visitor's analysis on paper: what the screen shows, in the same words and figures. */
export function buildDepotAnalysis(result: AnalysisResult): PublicContent {
  const { contractScore, riskAssessment: risk } = result;
  const withoutValue = result.positions.filter(({ value }) => value === null).length;
  return {
    title: 'Depotanalyse',
    sections: [
      textSection(
        'score',
        'Ergebnis',
        `Das Depot erreicht ${contractScore.value} von 100 Punkten. Verglichen wurde mit der Aufteilung, die unser Haus für die Risikoklasse ${risk.riskClassId} von ${risk.riskClassCount} vorsieht.${result.costKnownShare < 1 ? ` ${unknownCostsInScore}` : ''}`,
      ),
      tableSection(
        'figures',
        'Kennzahlen',
        [left('label', ''), right('value', '')],
        [
          { label: 'Wert der Bestände', value: money(result.totalValue) },
          ...(withoutValue === 0
            ? []
            : [
                { label: 'Darin nicht enthalten: Bestände ohne bekannten Wert', value: String(withoutValue) },
              ]),
          { label: riskMeasureNames[risk.measure], value: points(risk.riskValue) },
          { label: 'Risikoband zu den Antworten', value: bandRange(risk.bandLow, risk.bandHigh) },
          { label: 'Einordnung', value: bandVerdict[risk.status] },
          { label: 'Laufende Kosten der Fonds im Jahr', value: money(result.yearlyCosts) },
          { label: 'Das sind vom Wert im Jahr', value: costAverage(result.costShare) },
          {
            label: 'Anteil des Werts mit bekannten Kosten',
            value: roundShare(knownShare(result.costKnownShare)),
          },
        ],
      ),
      ...(result.contradictions.length === 0
        ? []
        : [
            tableSection(
              'contradictions',
              'Widersprüche in den Antworten',
              [left('text', 'Was nicht zusammenpasst')],
              result.contradictions.map((text, place) => {
                const source = result.contradictionSources?.[place];
                return { text: source === undefined ? text : `${text} (${source})` };
              }),
            ),
          ]),
      ...(result.optimizationHints.length === 0
        ? []
        : [
            tableSection(
              'hints',
              'Was auffällt',
              [left('title', 'Punkt'), left('text', 'Bedeutung')],
              result.optimizationHints.map(({ title, text }) => ({ title, text })),
            ),
          ]),
      ...(result.clusters.length + result.overlaps.length === 0
        ? []
        : [
            tableSection(
              'clusters',
              'Klumpen und Überschneidungen',
              [left('name', 'Was'), left('funds', 'Worin'), right('share', 'Anteil')],
              [
                ...result.clusters.map((one) => ({
                  name: one.kind === 'fund' ? 'Ein Fonds' : 'Eine Fondsgesellschaft',
                  funds: one.name,
                  share: roundShare(one.share),
                })),
                ...result.overlaps.map((one) => ({
                  name: one.peergroup,
                  funds: one.funds.join(', '),
                  share: roundShare(one.share),
                })),
              ],
            ),
          ]),
      tableSection(
        'positions',
        'Bestände',
        [
          left('name', 'Fonds'),
          left('isin', 'ISIN'),
          right('value', 'Wert'),
          right('share', 'Anteil'),
          right('fee', 'Kosten p.\u00a0a.'),
          right('date', 'Kurs vom'),
        ],
        result.positions.map((held) => ({
          // Nobody has named a security the house does not know: its ISIN stands for the name elsewhere, here it has its own column.
          name: held.name === held.isin ? unknownText : held.name,
          isin: held.isin,
          value: money(held.value),
          share: roundShare(held.share),
          fee: costShare(held.ongoingFee),
          date: held.priceDate === null ? none : day(held.priceDate),
        })),
      ),
      ...statedOtherwise(result.positions),
    ],
    disclaimer:
      'Die Übersicht ist keine Anlageempfehlung und ersetzt keine Beratung: Ob eine Anlage geeignet ist, wurde nicht geprüft. Sie beruht auf den gemachten Angaben und den zuletzt bekannten Daten der Fonds. Wertentwicklungen der Vergangenheit sind kein verlässlicher Hinweis auf die künftige Wertentwicklung.',
  };
}

/** Holdings whose stated value is another than the one that counts; none = no section. */
function statedOtherwise(positions: AnalysisResult['positions']): Section[] {
  const rows = positions.flatMap(({ name, value, statedValue }) =>
    typeof statedValue === 'number' ? [{ name, stated: money(statedValue), value: money(value) }] : [],
  );
  return rows.length === 0
    ? []
    : [
        tableSection(
          'stated',
          'Abweichend angegebene Werte',
          [left('name', 'Fonds'), right('stated', 'Angegeben'), right('value', 'Stück mal Kurs, zählt')],
          rows,
        ),
      ];
}
