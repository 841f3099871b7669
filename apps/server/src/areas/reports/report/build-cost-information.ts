import {
  leastCosts,
  type UnknownCosts,
  unknownCostsOf,
  unknownCostsText,
} from '@depotwerk/domain/contracts/known-costs';
import { ongoingRate, type YearlyCosts, yearlyCosts } from '@depotwerk/domain/contracts/yearly-costs';
import { fromCents, toCents } from '@depotwerk/domain/money';
import { formatPercent } from '@depotwerk/domain/percent';
import { unknownText } from '@depotwerk/domain/unknown-text';
import { costsOnce } from '@depotwerk/engine/advice/recommended-advice';
import { costFacts } from './build-legal-contract.ts';
import { contractLine, salutationOf } from './common-blocks.ts';
import {
  assumedReturn,
  type CostEffect,
  contractEndText,
  costEffect,
  paidInOf,
  paidInText,
  yearsOfContract,
} from './cost-effect.ts';
import { sharesOf, shownShares } from './cost-shares.ts';
import { entryOfYear, firstYearTable } from './first-year-costs.ts';
import { blockedNotice, outdatedNotice } from './plan-blocks.ts';
import * as paper from './report-document.ts';
import { costPoints, money, none, yearsText } from './report-format.ts';
import type { BuildOptions, ContractSource, Plan } from './report-source.ts';

/** Ongoing costs as far as they are known, with what is not in them. */
export interface KnownCosts extends YearlyCosts {
  readonly unknownFunds: readonly string[];
  /** The same, and what the contract takes where nobody knows it. */
  readonly unknown: UnknownCosts;
}

/** Sides of a plan, exactly as planned and shown. */
export function costsOfPlan(plan: Plan): { before: KnownCosts; after: KnownCosts } {
  const side = (figures: Plan['before']): KnownCosts => ({
    totalValue: figures.totalValue,
    funds: figures.costs.fundsPerYearEuro,
    contract: figures.costs.isContractUnknown
      ? null
      : fromCents(toCents(figures.costs.perYearEuro) - toCents(figures.costs.fundsPerYearEuro)),
    total: figures.costs.perYearEuro,
    percent: figures.costs.perYearPercent,
    unknownFunds: figures.costs.unknownFunds ?? [],
    unknown: unknownCostsOf(figures.costs),
  });
  return { before: side(plan.before), after: side(plan.after) };
}

/** The contract as it stands, by the same rule as its analysis on screen. */
export function costsOfContract(source: ContractSource): KnownCosts {
  const portfolio = source.detail.currentPortfolio;
  const held = (portfolio?.portfolioEntries ?? []).map(({ value, fundId, fundName }) => ({
    value,
    fundName,
    ongoingFee: source.ongoingFees.get(fundId) ?? null,
  }));
  const unknownFunds = held.flatMap(({ ongoingFee, fundName }) => (ongoingFee === null ? [fundName] : []));
  const costs = yearlyCosts(held, portfolio?.totalValue ?? 0, source.costModel);
  return {
    ...costs,
    // Rounded once for the whole paper, as a plan has it.
    percent: Math.round(costs.percent * 100) / 100,
    unknownFunds,
    unknown: unknownCostsOf({ unknownFunds, isContractUnknown: source.costModel === null }),
  };
}

/** Costs in euros and percent before and after, once and a year, and what they take from the return. */
export function buildCostInformation(
  source: ContractSource,
  plan: Plan | null,
  options: BuildOptions,
): paper.ReportDocument {
  const { contract } = source.detail;
  const years = yearsOfContract(source);
  const sides = plan ? costsOfPlan(plan) : { before: costsOfContract(source), after: null };
  const current = sides.after ?? sides.before;
  const oneOff = plan ? costsOnce(plan.costs) : 0;
  const added = plan?.choices.cashAmount ?? 0;
  const effectsOf = (oneOffCosts: number) =>
    years.map((count) =>
      costEffect(
        {
          // What is there and what is added, before anything is taken: once is taken once.
          startValue: fromCents(toCents(sides.before.totalValue) + toCents(added)),
          ...paidInOf(source),
          oneOffCosts,
          ongoingCost: ongoingRate(current, source.costModel),
          entryCost: source.costModel?.entryFee ?? 0,
          monthlyFee: source.costModel?.contractFeeMonthly ?? 0,
        },
        count,
      ),
    );
  const allCosts = current.unknown.length === 0 ? 'alle Kosten' : 'die bekannten Kosten';
  const blocks: paper.Block[] = [
    paper.paragraph(
      plan
        ? `bevor Sie entscheiden, informieren wir Sie über ${allCosts} der vorgeschlagenen Optimierung und ihre Wirkung auf die Rendite.`
        : `hiermit informieren wir Sie über ${allCosts} Ihres Vertrags und ihre Wirkung auf die Rendite.`,
    ),
    ...(plan ? [...outdatedNotice(plan), ...blockedNotice(plan)] : []),
    costFigures(sides.before, sides.after, plan),
  ];
  if (plan) blocks.push(paper.heading('Einmalige Kosten der Umsetzung'), oneOffTable(plan));
  blocks.push(paper.heading('Laufende Kosten im Jahr'), ongoingTable(sides.before, sides.after));
  blocks.push(...unknownFees([...sides.before.unknown, ...(sides.after?.unknown ?? [])]));
  const entry = entryOfYear(source);
  if (entry.paid > 0)
    blocks.push(paper.heading('Kosten im ersten Jahr'), firstYearTable(plan, current, entry));
  blocks.push(
    paper.heading('Zuwendungen Dritter'),
    paper.paragraph(thirdPartyText(plan ? plan.costs.thirdParty : thirdPartyOf(source))),
  );
  if (current.totalValue > 0)
    blocks.push(
      paper.heading('Wirkung der Kosten auf die Rendite'),
      ...(current.unknown.length > 0 || oneOff === null
        ? [paper.paragraph(effectUnknown)]
        : years.length === 0
          ? [paper.paragraph(contractEndText(source, years))]
          : effectBlocks(
              effectsOf(oneOff),
              `${paidInText(source)}${contractEndText(source, years)}`,
              added > 0,
            )),
    );
  blocks.push(paper.heading('Grundlage im Vertrag'), ...costFacts(source.costModel));
  blocks.push(
    paper.smallPrint(
      'Alle Angaben sind Schätzungen vor dem Geschäft auf Grundlage der zuletzt veröffentlichten laufenden Kosten der Fonds und der heutigen Werte; ' +
        'die tatsächlichen Kosten können abweichen. Ausgabeaufschläge der Fonds sind nicht eingerechnet; ihre Höchstsätze nennen die Basisinformationsblätter. Auf Wunsch erhalten Sie eine Aufstellung nach einzelnen Posten.',
    ),
  );
  return {
    reportType: 'costInformationExAnte',
    title: 'Kosteninformation',
    subtitle: contractLine(source),
    subject: `Kosteninformation vor dem Geschäft zum Vertrag ${contract.externalKey}`,
    keywords: ['Kosteninformation', contract.externalKey],
    salutation: salutationOf(source.addressee, options),
    blocks,
  };
}

/** Instead of a table whose values would all look better than they are. */
const effectUnknown =
  'Weil nicht alle Kosten bekannt sind, lässt sich ihre Wirkung auf die Rendite nicht angeben.';

function costFigures(before: KnownCosts, after: KnownCosts | null, plan: Plan | null): paper.Block {
  const now = {
    label: after ? 'Laufende Kosten heute' : 'Laufende Kosten im Jahr',
    value: leastCosts(before.total, money, before.unknown),
    note: `${leastCosts(before.percent, costPoints, before.unknown)} im Jahr`,
    tone: null,
  };
  if (!after || !plan) return { kind: 'figures', items: [now] };
  const saved = plan.costs.perYearEuro;
  return {
    kind: 'figures',
    items: [
      now,
      {
        label: 'Laufende Kosten danach',
        value: leastCosts(after.total, money, after.unknown),
        note: `${leastCosts(after.percent, costPoints, after.unknown)} im Jahr`,
        tone: null,
      },
      saved === null
        ? { label: 'Ersparnis im Jahr', value: unknownText, note: '', tone: 'warn' }
        : {
            label: saved >= 0 ? 'Ersparnis im Jahr' : 'Mehrkosten im Jahr',
            value: money(Math.abs(saved)),
            note: '',
            tone: saved >= 0 ? 'ok' : 'warn',
          },
    ],
  };
}

/** The costs of carrying the plan out, each in euros and as share of the contract's value. */
export function oneOffTable({ costs, before }: Plan): paper.Block {
  const { isContractUnknown } = costs;
  const ofContract = (amount: number) => (isContractUnknown ? null : amount);
  const parts = [
    { label: 'Abschlusskosten auf Zuzahlungen', amount: ofContract(costs.entry) },
    { label: 'Transaktionskosten', amount: costs.transaction },
    { label: 'Gebühr für den Fondswechsel', amount: ofContract(costs.switchFee) },
  ];
  const once = costsOnce(costs);
  const shares = sharesOf(
    parts.map(({ amount }) => amount),
    once,
    before.totalValue,
  );
  return paper.table(
    [
      paper.column('Posten', '1fr'),
      paper.column('Betrag', '34mm', 'right'),
      paper.column('Anteil am Wert', '34mm', 'right'),
    ],
    [
      ...parts.map(({ label, amount }, index) =>
        paper.row(label, amount === null ? unknownText : money(amount), shares[index] ?? none),
      ),
      paper.totalRow('Einmalige Kosten', once === null ? unknownText : money(once), shares.at(-1) ?? none),
    ],
  );
}

/** Ongoing costs of funds and contract, today and after the plan. */
export function ongoingTable(before: KnownCosts, after: KnownCosts | null): paper.Block {
  const sides = after ? [before, after] : [before];
  const names = after ? ['heute', 'danach'] : [''];
  const sharesOfSide = new Map(
    sides.map((side) => [
      side,
      shownShares([side.funds, side.contract], side.total, side.totalValue, side.percent),
    ]),
  );
  const figures = (side: KnownCosts, part: number, amount: number | null, unknown: UnknownCosts) => {
    const share = sharesOfSide.get(side)?.[part] ?? null;
    return [
      amount === null ? unknownText : leastCosts(amount, money, unknown),
      share === null ? none : leastCosts(share, costPoints, unknown),
    ];
  };
  const line = (label: string, sub: string, of: (side: KnownCosts) => string[]): paper.TableRow =>
    paper.row(paper.cell(label, { sub }), ...sides.flatMap(of));
  return paper.table(
    [
      paper.column('Posten', '1fr'),
      ...names.flatMap((name) => [
        paper.column(`Betrag ${name}`.trim(), 'auto', 'right'),
        paper.column(`Anteil ${name}`.trim(), 'auto', 'right'),
      ]),
    ],
    [
      line('Produktkosten der Fonds', 'in den Anteilspreisen enthalten', (side) =>
        figures(side, 0, side.funds, side.unknownFunds),
      ),
      line('Dienstleistungskosten des Vertrags', 'nach Rückvergütung an Sie', (side) =>
        figures(side, 1, side.contract, []),
      ),
      paper.totalRow(
        'Laufende Kosten im Jahr',
        ...sides.flatMap(({ total, percent, unknown }) => [
          leastCosts(total, money, unknown),
          leastCosts(percent, costPoints, unknown),
        ]),
      ),
    ],
  );
}

function effectBlocks(effects: readonly CostEffect[], paidIn: string, hasAdded: boolean): paper.Block[] {
  return [
    paper.paragraph(
      `Die Tabelle zeigt an einem Beispiel mit einer angenommenen Wertentwicklung von ${formatPercent(assumedReturn, 1)} im Jahr vor Kosten, wie die Kosten wirken. Die Annahme ist keine Prognose.${paidIn}`,
    ),
    paper.table(
      [
        paper.column('Nach', '1fr'),
        paper.column(`Heutiger Wert${hasAdded ? ', Zuzahlung' : ''} und Beiträge`, '28mm', 'right'),
        paper.column('Wert ohne Kosten', 'auto', 'right'),
        paper.column('Wert mit Kosten', 'auto', 'right'),
        paper.column('Kosten insgesamt', 'auto', 'right'),
        paper.column('Minderung der Rendite im Jahr', '28mm', 'right'),
      ],
      effects.map((effect) =>
        paper.row(
          yearsText(effect.years),
          money(effect.paidIn),
          money(effect.withoutCosts),
          money(effect.withCosts),
          money(fromCents(toCents(effect.withoutCosts) - toCents(effect.withCosts))),
          costPoints(effect.returnReduction),
        ),
      ),
    ),
  ];
}

/** What the funds held today pay a year to those who distribute them, by the rule of a plan; null where one is unknown. */
export function thirdPartyOf({ detail, distributionFees }: ContractSource): number | null {
  let cents = 0;
  for (const { value, fundId } of detail.currentPortfolio?.portfolioEntries ?? []) {
    const fee = distributionFees.get(fundId) ?? null;
    if (fee === null) return null;
    cents += value * 100 * fee;
  }
  return fromCents(Math.round(cents));
}

const thirdPartyUnknown =
  'Ob und in welcher Höhe wir Zuwendungen Dritter erhalten, liegt für diesen Vertrag nicht als Betrag vor. Auf Nachfrage nennen wir Ihnen die Höhe.';

/** The same of a time that is over. */
export function thirdPartyPaidText(amount: number | null): string {
  if (amount === null) return thirdPartyUnknown;
  if (amount === 0) return 'Auf diesen Zeitraum entfallen keine Zuwendungen Dritter an uns.';
  return `Auf diesen Zeitraum entfallen Zuwendungen Dritter an uns von ${money(amount)}, gerechnet aus den zuletzt bekannten Sätzen der gehaltenen Fonds. Sie sind in den laufenden Kosten der Fonds enthalten.`;
}

/** What is to be said of what third parties pay us a year. */
export function thirdPartyText(amount: number | null): string {
  if (amount === null) return thirdPartyUnknown;
  if (amount === 0) return 'Wir erhalten im Zusammenhang mit diesem Geschäft keine Zuwendungen Dritter.';
  return `Wir erhalten im Zusammenhang mit diesem Geschäft Zuwendungen Dritter von voraussichtlich ${money(amount)} im Jahr. Sie sind in den Produktkosten enthalten.`;
}

/** Says which funds the sums are without because nobody knows their costs. */
export function unknownFees(names: readonly string[]): paper.Block[] {
  const text = unknownCostsText([...new Set(names)]);
  return text === null
    ? []
    : [{ kind: 'notice', tone: 'warn', title: 'Laufende Kosten nicht bekannt', text }];
}

/** The same of a plan, today and afterwards. */
export const unknownFeesOf = ({ before, after }: Plan): paper.Block[] =>
  unknownFees([...unknownCostsOf(before.costs), ...unknownCostsOf(after.costs)]);
