import type { ExPostCosts } from '@depotwerk/domain/contracts/ex-post-costs';
import { unknownPaymentsText } from '@depotwerk/domain/contracts/known-contributions';
import { isSumKnown, leastCosts, leastSum } from '@depotwerk/domain/contracts/known-costs';
import { unknownText } from '@depotwerk/domain/unknown-text';
import type { PerformanceFigures } from '@depotwerk/engine/figures/contract-performance';
import { thirdPartyPaidText, unknownFees } from './build-cost-information.ts';
import { contractLine, paidFigure, salutationOf } from './common-blocks.ts';
import { shownShares } from './cost-shares.ts';
import * as paper from './report-document.ts';
import { costPoints, day, money, none, ratePoints, signedMoney, signedShare } from './report-format.ts';
import type { BuildOptions, ContractSource } from './report-source.ts';

export interface ExPostFigures {
  readonly year: number;
  readonly costs: ExPostCosts;
  /** Proposals the bank carried out within the year. */
  readonly plans: number;
  /** Of these: carried out in part only. */
  readonly partly: number;
  /** Of the same time; null where valuations are too few. */
  readonly performance: PerformanceFigures | null;
  /** Whether payments are taken out of the performance; of a year before the first stated figure there is none then. */
  readonly arePaymentsKnown: boolean;
}

/** What the contract cost in a year that is over (or so far), in euros and percent, and what that took of the return. */
export function buildExPostCosts(
  source: ContractSource,
  figures: ExPostFigures,
  options: BuildOptions,
): paper.ReportDocument {
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
      paper.paragraph(
        `hiermit informieren wir Sie über die Kosten Ihres Vertrags vom ${day(figures.costs.from)} bis zum ${day(figures.costs.to)} und ihre Wirkung auf die Rendite.`,
      ),
      ...exPostBlocks(figures),
    ],
  };
}

/** The same without opening sentence, for reports it is a part of. */
export function exPostBlocks(figures: ExPostFigures): paper.Block[] {
  const { costs, plans, partly } = figures;
  return [
    {
      kind: 'figures',
      items: [
        {
          label: 'Kosten im Zeitraum',
          value: least(costs, money(costs.total)),
          note:
            costs.percent === null || !isAnyKnown(costs)
              ? ''
              : `${least(costs, costPoints(costs.percent))} des mittleren Werts`,
          tone: null,
        },
        { label: 'Mittlerer Vertragswert', value: money(costs.averageValue), note: '', tone: null },
        paidFigure(costs.paidIn),
      ],
    },
    paper.heading('Die Kosten nach Posten'),
    costTable(costs, plans, partly),
    ...unknownFees(costs.unknownFunds),
    ...unknownParts(costs),
    paper.heading('Zuwendungen Dritter'),
    paper.paragraph(thirdPartyPaidText(costs.thirdParty)),
    ...effect(figures),
    paper.smallPrint(
      'Fonds- und Vertragskosten sind aus den Werten des Vertrags an seinen Bewertungstagen und den zuletzt veröffentlichten laufenden Kosten ' +
        'der Fonds gerechnet; Kosten von Umsetzungen sind die bei der Entscheidung genannten' +
        (partly > 0 ? ', bei zum Teil ausgeführten anteilig nach dem ausgeführten Betrag' : '') +
        '. Maßgeblich sind die Abrechnungen der ' +
        'depotführenden Stelle. Auf Wunsch erhalten Sie eine Aufstellung nach einzelnen Posten.',
    ),
  ];
}

const isAnyKnown = ({ total, isWhole }: ExPostCosts): boolean => isSumKnown(total, isWhole);

/** What all of it comes to, as it is written; unknown where nothing of it is known. */
const least = (costs: ExPostCosts, sum: string): string =>
  isAnyKnown(costs) ? leastSum(sum, costs.isWhole) : unknownText;

function costTable(costs: ExPostCosts, plans: number, partly: number): paper.Block {
  const amounts = [costs.funds, costs.contract, costs.entry, costs.orders];
  const shares = shownShares(amounts, costs.total, costs.averageValue);
  const line = (label: string, sub: string, part: number, unknown: readonly string[] = []) => {
    const [amount, share] = [amounts[part] ?? null, shares[part] ?? null];
    return paper.row(
      paper.cell(label, { sub }),
      amount === null ? unknownText : leastCosts(amount, money, unknown),
      share === null ? none : leastCosts(share, costPoints, unknown),
    );
  };
  return paper.table(
    [
      paper.column('Posten', '1fr'),
      paper.column('Betrag', '34mm', 'right'),
      paper.column('Anteil am mittleren Wert', '34mm', 'right'),
    ],
    [
      line('Laufende Kosten der Fonds', 'im Kurs der Fonds enthalten', 0, costs.unknownFunds),
      line('Kosten des Vertrags', 'nach Abzug von Rabatten', 1),
      line('Abschlusskosten', 'auf eingezahlte Beiträge', 2),
      line(
        'Umsetzung von Vorschlägen',
        carriedOut(plans, partly),
        3,
        Array.from({ length: costs.unknownOrders }, () => 'Umsetzung'),
      ),
      paper.totalRow(
        'Summe',
        least(costs, money(costs.total)),
        costs.percent === null ? none : least(costs, costPoints(costs.percent)),
      ),
    ],
  );
}

function carriedOut(plans: number, partly: number): string {
  if (plans === 0) return 'keine Umsetzung im Zeitraum';
  if (plans === 1) return partly === 1 ? 'ein zum Teil umgesetzter Vorschlag' : 'ein umgesetzter Vorschlag';
  const all = `${plans} umgesetzte Vorschläge`;
  if (partly === 0) return all;
  return partly === plans ? `${all}, alle nur zum Teil` : `${all}, davon ${partly} nur zum Teil`;
}

/** Says which parts of the costs nobody knows, whichever funds were held. */
function unknownParts({ funds, contract, entry, unknownOrders }: ExPostCosts): paper.Block[] {
  const missing = [
    ...(funds === null ? ['Zu keiner Bewertung sind die gehaltenen Fonds gespeichert.'] : []),
    ...(contract === null ? ['Der Vertrag hat kein Kostenmodell.'] : []),
    ...(contract !== null && entry === null
      ? ['Was eingezahlt wurde, ist nicht bekannt, und damit auch nicht, was dabei einbehalten wurde.']
      : []),
    ...(unknownOrders > 0 ? [unknownOrdersText(unknownOrders)] : []),
  ];
  if (missing.length === 0) return [];
  return [{ kind: 'notice', tone: 'warn', title: 'Kosten zum Teil nicht bekannt', text: missing.join(' ') }];
}

const unknownOrdersText = (count: number): string =>
  count === 1
    ? 'Bei einem umgesetzten Vorschlag sind die Kosten der Umsetzung nicht oder nur zum Teil bekannt.'
    : `Bei ${count} umgesetzten Vorschlägen sind die Kosten der Umsetzung nicht oder nur zum Teil bekannt.`;

/** Days the time of a return may be off that of the costs before the two no longer add up, not even roughly. */
const mostDaysOff = 31;

const daysBetween = (one: string, other: string): number =>
  Math.abs(Date.parse(one) - Date.parse(other)) / 86_400_000;

const isSameTime = (costs: ExPostCosts, { from, to }: PerformanceFigures): boolean =>
  daysBetween(costs.from, from.date) + daysBetween(costs.to, to.date) <= mostDaysOff;

/** Why there is no return: nobody said what was paid in, or nobody valued the contract often enough. */
const withoutReturn = (costs: ExPostCosts, arePaymentsKnown: boolean): string =>
  costs.percent !== null && arePaymentsKnown && costs.paidIn === null
    ? 'Was in diesem Zeitraum ein- und ausgezahlt wurde, ist nicht bekannt; eine Rendite lässt sich deshalb nicht angeben.'
    : 'Für eine Rendite liegen in diesem Zeitraum nicht genügend Bewertungen vor.';

/** What the costs took of the value, in a sentence. */
function costsTaken(costs: ExPostCosts): string {
  if (!isAnyKnown(costs)) return 'Um wie viel die Kosten den Wert minderten, ist nicht bekannt.';
  return `Die ${costs.isWhole ? 'Kosten' : 'bekannten Kosten'} minderten den Wert um die oben genannte Summe.`;
}

function effect({ costs, performance, arePaymentsKnown }: ExPostFigures): paper.Block[] {
  const title = paper.heading('Wirkung der Kosten auf die Rendite');
  if (performance === null || costs.percent === null)
    return [title, paper.paragraph(`${withoutReturn(costs, arePaymentsKnown)} ${costsTaken(costs)}`)];
  const net = performance.timeWeighted;
  const isComparable = isSameTime(costs, performance);
  return [
    title,
    paper.table(
      [paper.column('Im Zeitraum', '1fr'), paper.column('', '44mm', 'right')],
      [
        paper.row(
          paper.cell('Gewinn/Verlust nach Kosten', {
            sub: `vom ${day(performance.from.date)} bis zum ${day(performance.to.date)}, ${arePaymentsKnown ? 'ohne Beiträge' : 'einschließlich der Beiträge'}`,
          }),
          paper.cell(signedMoney(performance.gain), { tone: performance.gain < 0 ? 'bad' : null }),
        ),
        paper.row('Rendite nach Kosten', signedShare(net)),
        paper.row(
          paper.cell('Minderung durch Kosten, rund', {
            sub: isComparable ? '' : `vom ${day(costs.from)} bis zum ${day(costs.to)}`,
          }),
          least(costs, ratePoints(costs.percent)),
        ),
        ...(isComparable && isAnyKnown(costs)
          ? [
              paper.row(
                'Rendite ohne Kosten, rund',
                leastSum(signedShare(net + costs.percent / 100), costs.isWhole),
              ),
            ]
          : []),
      ],
    ),
    ...(isComparable
      ? []
      : [
          paper.smallPrint(
            'Die Rendite gilt für eine andere Zeit als die Kosten; eine Rendite ohne Kosten ist deshalb nicht angegeben.',
          ),
        ]),
    ...(arePaymentsKnown ? [] : [paper.smallPrint(unknownPaymentsText)]),
  ];
}
