import type { ExPostCosts } from '@depotwerk/domain/contracts/ex-post-costs';
import { unknownPaymentsText } from '@depotwerk/domain/contracts/known-contributions';
import { leastCosts, leastSum } from '@depotwerk/domain/contracts/known-costs';
import { unknownText } from '@depotwerk/domain/unknown-text';
import type { PerformanceFigures } from '@depotwerk/engine/figures/contract-performance';
import { thirdPartyText, unknownFees } from './build-cost-information.ts';
import { contractLine, paidFigure, salutationOf } from './common-blocks.ts';
import {
  type Block,
  cell,
  column,
  heading,
  paragraph,
  type ReportDocument,
  row,
  smallPrint,
  table,
  totalRow,
} from './report-document.ts';
import { costPoints, day, money, none, ratePoints, signedMoney, signedShare } from './report-format.ts';
import type { BuildOptions, ContractSource } from './report-source.ts';

export interface ExPostFigures {
  readonly year: number;
  readonly costs: ExPostCosts;
  /** Proposals the bank carried out within the year. */
  readonly plans: number;
  /** Of the same time; null where valuations are too few. */
  readonly performance: PerformanceFigures | null;
}

/** What the contract cost in a year that is over (or so far), in euros and percent, and what that took of the return. */
export function buildExPostCosts(
  source: ContractSource,
  figures: ExPostFigures,
  options: BuildOptions,
): ReportDocument {
  const { contract } = source.detail;
  const { year } = figures;
  return {
    reportType: 'costInformationExPost',
    title: `Kosteninformation ${year}`,
    subtitle: contractLine(source),
    subject: `Kosten des Vertrags ${contract.externalKey} im Jahr ${year}`,
    keywords: ['Kosteninformation', String(year), contract.externalKey],
    salutation: salutationOf(source.addressee, options),
    blocks: [
      paragraph(
        `hiermit informieren wir Sie über die Kosten Ihres Vertrags vom ${day(figures.costs.from)} bis zum ${day(figures.costs.to)} und ihre Wirkung auf die Rendite.`,
      ),
      ...exPostBlocks(figures),
    ],
  };
}

/** The same without opening sentence, for reports it is a part of. */
export function exPostBlocks({ costs, plans, performance }: ExPostFigures): Block[] {
  return [
    {
      kind: 'figures',
      items: [
        {
          label: 'Kosten im Zeitraum',
          value: leastSum(money(costs.total), costs.isWhole),
          note:
            costs.percent === null
              ? ''
              : `${leastSum(costPoints(costs.percent), costs.isWhole)} des mittleren Werts`,
          tone: null,
        },
        { label: 'Mittlerer Vertragswert', value: money(costs.averageValue), note: '', tone: null },
        paidFigure(costs.paidIn),
      ],
    },
    heading('Die Kosten nach Posten'),
    costTable(costs, plans),
    ...unknownFees(costs.unknownFunds),
    ...unknownParts(costs),
    heading('Zuwendungen Dritter'),
    paragraph(thirdPartyText(null)),
    ...effect(costs, performance),
    smallPrint(
      'Fonds- und Vertragskosten sind aus den Werten des Vertrags an seinen Bewertungstagen und den zuletzt veröffentlichten laufenden Kosten ' +
        'der Fonds gerechnet; Kosten von Umsetzungen sind die bei der Entscheidung genannten. Maßgeblich sind die Abrechnungen der ' +
        'depotführenden Stelle. Auf Wunsch erhalten Sie eine Aufstellung nach einzelnen Posten.',
    ),
  ];
}

function costTable(costs: ExPostCosts, plans: number): Block {
  const line = (label: string, sub: string, amount: number | null, unknown: readonly string[] = []) =>
    row(
      cell(label, { sub }),
      amount === null ? unknownText : leastCosts(amount, money, unknown),
      amount === null || costs.averageValue === 0
        ? none
        : leastCosts((amount / costs.averageValue) * 100, costPoints, unknown),
    );
  const carriedOut =
    plans === 0
      ? 'keine Umsetzung im Zeitraum'
      : plans === 1
        ? 'ein umgesetzter Vorschlag'
        : `${plans} umgesetzte Vorschläge`;
  return table(
    [
      column('Posten', '1fr'),
      column('Betrag', '34mm', 'right'),
      column('Anteil am mittleren Wert', '34mm', 'right'),
    ],
    [
      line('Laufende Kosten der Fonds', 'im Kurs der Fonds enthalten', costs.funds, costs.unknownFunds),
      line('Kosten des Vertrags', 'nach Abzug von Rabatten', costs.contract),
      line('Einstiegskosten', 'auf eingezahlte Beiträge', costs.entry),
      line('Umsetzung von Vorschlägen', carriedOut, costs.orders),
      totalRow(
        'Summe',
        leastSum(money(costs.total), costs.isWhole),
        costs.percent === null ? none : leastSum(costPoints(costs.percent), costs.isWhole),
      ),
    ],
  );
}

/** Says which parts of the costs nobody knows, whichever funds were held. */
function unknownParts({ funds, contract, entry }: ExPostCosts): Block[] {
  const missing = [
    ...(funds === null ? ['Zu keiner Bewertung sind die gehaltenen Fonds gespeichert.'] : []),
    ...(contract === null ? ['Der Vertrag hat kein Kostenmodell.'] : []),
    ...(contract !== null && entry === null
      ? ['Was eingezahlt wurde, ist nicht bekannt, und damit auch nicht, was dabei einbehalten wurde.']
      : []),
  ];
  if (missing.length === 0) return [];
  return [{ kind: 'notice', tone: 'warn', title: 'Kosten zum Teil nicht bekannt', text: missing.join(' ') }];
}

function effect(costs: ExPostCosts, performance: PerformanceFigures | null): Block[] {
  if (performance === null || costs.percent === null)
    return [
      heading('Wirkung der Kosten auf die Rendite'),
      paragraph(
        'Für eine Rendite liegen in diesem Zeitraum nicht genügend Bewertungen vor; die Kosten minderten den Wert um die oben genannte Summe.',
      ),
    ];
  const net = performance.timeWeighted;
  return [
    heading('Wirkung der Kosten auf die Rendite'),
    table(
      [column('Im Zeitraum', '1fr'), column('', '44mm', 'right')],
      [
        row(
          cell('Gewinn/Verlust nach Kosten', {
            sub: `vom ${day(performance.from.date)} bis zum ${day(performance.to.date)}, ${costs.paidIn === null ? 'einschließlich der Beiträge' : 'ohne Beiträge'}`,
          }),
          cell(signedMoney(performance.gain), { tone: performance.gain < 0 ? 'bad' : null }),
        ),
        row('Rendite nach Kosten', signedShare(net)),
        row('Minderung durch Kosten, rund', leastSum(ratePoints(costs.percent), costs.isWhole)),
        row('Rendite ohne Kosten, rund', leastSum(signedShare(net + costs.percent / 100), costs.isWhole)),
      ],
    ),
    ...(costs.paidIn === null ? [smallPrint(unknownPaymentsText)] : []),
  ];
}
