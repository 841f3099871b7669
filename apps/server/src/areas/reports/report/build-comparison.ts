import { promisedRateText } from '@depotwerk/domain/contracts/guarantee';
import { leastCosts, unknownCostsOf } from '@depotwerk/domain/contracts/known-costs';
import { ongoingRate, withModel } from '@depotwerk/domain/contracts/yearly-costs';
import { proposalModeNames } from '@depotwerk/domain/recommendation-text';
import { riskMeasureName } from '@depotwerk/domain/tariff/risk-measure';
import { unknownText } from '@depotwerk/domain/unknown-text';
import {
  costsOfPlan,
  type KnownCosts,
  oneOffTable,
  ongoingTable,
  unknownFees,
  unknownFeesOf,
} from './build-cost-information.ts';
import { costSentence } from './build-optimization.ts';
import { contractLine, salutationOf } from './common-blocks.ts';
import { contractEndText, costEffect, paidInOf, paidInText, yearsOfContract } from './cost-effect.ts';
import {
  beforeAfterTable,
  blockedNotice,
  outdatedNotice,
  planBand,
  planGroups,
  scoreNote,
} from './plan-blocks.ts';
import * as paper from './report-document.ts';
import { bandRange, costPoints, costShare, day, money, none, yearsText } from './report-format.ts';
import type { BuildOptions, ContractSource, CostModel, Plan } from './report-source.ts';

/** A tariff as the comparison shows it. */
export interface ComparedTariff {
  readonly name: string;
  readonly tariffTypeName: string;
  readonly insurerName: string | null;
  readonly guaranteedLevel: number | null;
  readonly riskClassCount: number | null;
  readonly riskTypeId: number | null;
  readonly useQuota: boolean;
  /** Band of the customer's risk class, percentage points; null when the tariff has no such class. */
  readonly band: { readonly low: number; readonly high: number } | null;
  readonly costModel: CostModel | null;
}

/** The contract today beside the contract after the plan. */
export function buildPlanComparison(
  source: ContractSource,
  plan: Plan,
  options: BuildOptions,
): paper.ReportDocument {
  const measure = riskMeasureName(source.detail.contract.risk);
  const sides = costsOfPlan(plan);
  const blocks: paper.Block[] = [
    paper.paragraph(
      `hier stellen wir Ihren Vertrag, wie er heute ist, dem Vertrag nach der vorgeschlagenen Optimierung gegenüber (${proposalModeNames[plan.mode]}).`,
    ),
    ...outdatedNotice(plan),
    ...blockedNotice(plan),
    paper.heading('Gegenüberstellung'),
    beforeAfterTable(plan, measure),
    ...scoreNote(plan),
    paper.heading('Risiko'),
    ...(options.withCharts ? [planBand(plan, measure)] : []),
    paper.heading('Aufteilung'),
    planGroups(plan, options.withCharts),
    paper.heading('Laufende Kosten im Jahr'),
    ongoingTable(sides.before, sides.after),
    ...unknownFeesOf(plan),
    paper.paragraph(costSentence(plan)),
    paper.heading('Einmalige Kosten'),
    oneOffTable(plan),
    disclaimer,
  ];
  return comparison(source, options, blocks);
}

/** The contract's tariff beside another one, with what each would cost at the contract's present value. */
export function buildTariffComparison(
  source: ContractSource,
  tariffs: readonly [ComparedTariff, ComparedTariff],
  held: KnownCosts,
  date: string,
  options: BuildOptions,
): paper.ReportDocument {
  const { contract } = source.detail;
  const [own, other] = tariffs;
  const line = (label: string, text: (tariff: ComparedTariff) => string) =>
    paper.row(label, text(own), text(other));
  const costs = tariffs.map((tariff) => {
    const { unknownFunds } = held;
    const isContractUnknown = tariff.costModel === null;
    return {
      ...withModel(held.funds, contract.totalValue, tariff.costModel),
      unknown: unknownCostsOf({ unknownFunds, isContractUnknown }),
    };
  });
  const columns = [paper.column('', '1fr'), paper.column(own.name, '45mm'), paper.column(other.name, '45mm')];
  const numbers = columns.map((one, index) => (index === 0 ? one : { ...one, align: 'right' as const }));
  const years = yearsOfContract(source);
  const effects = years.map((count) =>
    tariffs.map((tariff, index) =>
      costEffect(
        {
          startValue: contract.totalValue,
          ...paidInOf(source),
          oneOffCosts: 0,
          ongoingCost: costs[index] ? ongoingRate(costs[index], tariff.costModel) : 0,
          entryCost: tariff.costModel?.entryFee ?? 0,
          monthlyFee: tariff.costModel?.contractFeeMonthly ?? 0,
        },
        count,
      ),
    ),
  );
  const blocks: paper.Block[] = [
    paper.paragraph(
      `hier stellen wir Ihren Tarif ${own.name} dem Tarif ${other.name} gegenüber (Stand ${day(date)}). Bestand und Fonds sind in beiden Spalten dieselben.`,
    ),
    paper.heading('Leistungen'),
    paper.table(columns, [
      line('Tarifart', (tariff) => tariff.tariffTypeName),
      line('Versicherer', (tariff) => tariff.insurerName ?? none),
      line('Garantieniveau', (tariff) =>
        tariff.guaranteedLevel === null ? none : promisedRateText(tariff.guaranteedLevel),
      ),
      line('Zahl der Risikoklassen', (tariff) =>
        tariff.riskClassCount === null ? none : String(tariff.riskClassCount),
      ),
      line('Risikomaß', riskMeasureName),
      line('Risikoband Ihrer Risikoklasse', (tariff) =>
        tariff.band === null ? none : bandRange(tariff.band.low, tariff.band.high),
      ),
    ]),
    paper.heading('Kosten des Tarifs'),
    paper.table(numbers, [
      line('Abschlusskosten auf Zuzahlungen und Beiträge', ({ costModel }) =>
        costShare(costModel?.entryFee ?? null),
      ),
      line('Vertragskosten je Monat', ({ costModel }) => money(costModel?.contractFeeMonthly ?? null)),
      line('Vertragskosten im Jahr', ({ costModel }) => costShare(costModel?.contractFeePercent ?? null)),
      line('Rückvergütung an Sie im Jahr', ({ costModel }) => costShare(costModel?.rebate ?? null)),
      line('Umschichtung', ({ costModel }) => money(costModel?.fundSwitchFee ?? null)),
      line('Kostenfreie Umschichtungen im Jahr', ({ costModel }) =>
        costModel === null ? none : String(costModel.freeSwitchesPerYear),
      ),
    ]),
  ];
  if (contract.totalValue > 0) {
    blocks.push(
      paper.heading('Laufende Kosten bei Ihrem Vertragswert'),
      paper.table(numbers, [
        paper.row(
          'Produktkosten der Fonds',
          ...costs.map((side) => leastCosts(side.funds, money, held.unknownFunds)),
        ),
        paper.row(
          'Dienstleistungskosten des Vertrags',
          ...costs.map(({ contract: fees }) => (fees === null ? unknownText : money(fees))),
        ),
        paper.row(
          'Laufende Kosten im Jahr',
          ...costs.map(({ total, percent, unknown }) =>
            leastCosts(total, (sum) => `${money(sum)} (${costPoints(percent)})`, unknown),
          ),
        ),
        ...effects.map((pair) =>
          paper.row(
            `Wert mit Kosten nach ${yearsText(pair[0]?.years ?? null)}`,
            // Without all of its costs a tariff would look better than it is.
            ...pair.map((effect, k) =>
              (costs[k]?.unknown.length ?? 1) > 0 ? unknownText : money(effect.withCosts),
            ),
          ),
        ),
      ]),
      paper.smallPrint(
        years.length === 0
          ? contractEndText(source, years)
          : `Werte nach Jahren mit angenommenen 4,0\u00a0% Wertentwicklung im Jahr vor Kosten; keine Prognose.${paidInText(source)}${contractEndText(source, years)}`,
      ),
      ...unknownFees(costs.flatMap(({ unknown }) => unknown)),
    );
  }
  blocks.push(disclaimer);
  return comparison(source, options, blocks);
}

const disclaimer = paper.smallPrint(
  'Ein Wechsel kann Nachteile haben, die hier nicht in Zahlen stehen, zum Beispiel den Verlust von Garantien oder steuerlichen Vorteilen. Bitte sprechen Sie vor einer Entscheidung mit uns.',
);

function comparison(
  source: ContractSource,
  options: BuildOptions,
  blocks: readonly paper.Block[],
): paper.ReportDocument {
  const { contract } = source.detail;
  return {
    reportType: 'comparison',
    title: 'Vergleichsbericht',
    subtitle: contractLine(source),
    subject: `Vergleich zum Vertrag ${contract.externalKey}`,
    keywords: ['Vergleichsbericht', contract.externalKey],
    salutation: salutationOf(source.addressee, options),
    blocks,
  };
}
