import { nextRates } from '@depotwerk/domain/contracts/next-rates';
import { intervalText, perMonth } from '@depotwerk/domain/interval';
import { fromCents, toCents } from '@depotwerk/domain/money';
import { unknownText } from '@depotwerk/domain/unknown-text';
import { colourOf } from './chart-geometry.ts';
import { contractLine, type SavingsPlan, salutationOf } from './common-blocks.ts';
import * as paper from './report-document.ts';
import { day, level, money, share, signedPoints } from './report-format.ts';
import type { BuildOptions, ContractDetail, ContractSource } from './report-source.ts';

/** What stands around a savings plan in tariff and funds. */
export interface SavingsPlanSource {
  /** Euros a month the tariff wants in each fund at the least; null = no published version. */
  readonly tariffMinimum: number | null;
  /** Of the plan's funds: peer group (null = in none) and its own least rate (null = not known). */
  readonly funds: readonly {
    readonly fundId: number;
    readonly groupName: string | null;
    readonly minimum: number | null;
  }[];
  /** Share of each peer group the tariff aims at, by name; null = not known. */
  readonly target: ReadonlyMap<string, number> | null;
}

/** How many payments are told in advance. */
const toldRates = 6;
const withoutGroup = 'Ohne Peergroup';

/** Rates by fund and group, target against plan, what was paid in and what comes next. */
export function buildSavingsPlanOverview(
  source: ContractSource,
  plan: SavingsPlan,
  around: SavingsPlanSource,
  options: BuildOptions,
): paper.ReportDocument {
  const { contract } = source.detail;
  const entries = plan.savingsPlanEntries;
  return {
    reportType: 'savingsPlanOverview',
    title: 'Sparplanübersicht',
    subtitle: contractLine(source),
    subject: `Sparplan des Vertrags ${contract.externalKey} am ${day(source.today)}`,
    keywords: ['Sparplan', contract.externalKey],
    salutation: salutationOf(source.addressee, options),
    blocks: [
      paper.paragraph(
        `nachfolgend finden Sie den Sparplan Ihres Vertrags ${contract.externalKey}, wie er seit dem ${day(plan.validFrom)} gilt.`,
      ),
      planFigures(source.detail, plan),
      paper.heading('Raten nach Fonds'),
      ...(entries.length === 0
        ? [paper.paragraph('In welche Fonds die Rate fließt, ist nicht bekannt.')]
        : [
            fundTable(plan, around),
            paper.heading('Ziel und Sparplan nach Gruppen'),
            ...groupBlocks(plan, around),
          ]),
      paper.heading('Nächste Raten'),
      ...rateBlocks(source, plan),
      paper.smallPrint(
        'Mindestraten gelten je Fonds und Monat. Tag und Höhe künftiger Raten sind aus Beginn, Turnus und Dynamik des Sparplans ' +
          'gerechnet; maßgeblich sind die Angaben der depotführenden Stelle.',
      ),
    ],
  };
}

function planFigures({ currentPortfolio: portfolio }: ContractDetail, plan: SavingsPlan): paper.Block {
  const paid = portfolio?.contributionsValue ?? null;
  return {
    kind: 'figures',
    items: [
      {
        label: 'Sparrate',
        value: money(plan.contribution),
        note: intervalText(plan.contributionInterval),
        tone: null,
      },
      {
        label: 'Dynamik',
        value: plan.dynamicPercent === 0 ? 'keine' : level(plan.dynamicPercent / 100),
        note: plan.dynamicPercent === 0 ? '' : 'im Jahr',
        tone: null,
      },
      {
        label: 'Bisher eingezahlt',
        value: paid === null ? unknownText : money(paid),
        note: portfolio === null ? '' : `zum ${day(portfolio.valuationDate)}`,
        tone: null,
      },
    ],
  };
}

function fundTable(plan: SavingsPlan, { funds, tariffMinimum }: SavingsPlanSource): paper.Block {
  const isMonthly = plan.contributionInterval === 1;
  const placeOf = new Map(funds.map((fund) => [fund.fundId, fund]));
  const rows = plan.savingsPlanEntries.map((entry, index) => {
    const fund = placeOf.get(entry.fundId);
    const monthly = perMonth(entry.amount, plan.contributionInterval);
    const minimum = fund?.minimum ?? null;
    const isBelow = minimum !== null && toCents(monthly) < toCents(minimum);
    return paper.row(
      paper.cell(entry.fundName, {
        sub: [entry.isin, fund?.groupName ?? withoutGroup].join(' · '),
        swatch: colourOf(entry.categoryColor, index),
      }),
      share(entry.fraction),
      paper.cell(money(entry.amount), { sub: isMonthly ? '' : `${money(monthly)} im Monat` }),
      paper.cell(minimum === null ? unknownText : money(minimum), {
        sub: isBelow ? 'nicht erreicht' : '',
        tone: isBelow ? 'warn' : null,
      }),
    );
  });
  return paper.table(
    [
      paper.column('Fonds', '1fr'),
      paper.column('Anteil', '22mm', 'right'),
      paper.column('Rate', '32mm', 'right'),
      paper.column('Mindestrate', '28mm', 'right'),
    ],
    [
      ...rows,
      paper.totalRow(
        'Summe',
        share(sumOfFractions(plan.savingsPlanEntries)),
        money(sumOfAmounts(plan.savingsPlanEntries)),
        '',
      ),
    ],
    tariffMinimum === null
      ? 'Was der Tarif je Fonds mindestens verlangt, ist nicht bekannt.'
      : `Der Tarif verlangt je Fonds mindestens ${money(tariffMinimum)} im Monat.`,
  );
}

/** Shares of the plan by group beside what the tariff aims at, the largest target first. */
function groupBlocks(plan: SavingsPlan, { funds, target }: SavingsPlanSource): paper.Block[] {
  const groupOf = new Map(funds.map(({ fundId, groupName }) => [fundId, groupName]));
  const planned = Map.groupBy(plan.savingsPlanEntries, ({ fundId }) => groupOf.get(fundId) ?? withoutGroup);
  const names = [...new Set([...(target?.keys() ?? []), ...planned.keys()])];
  const rows = names
    .map((name) => {
      const entries = planned.get(name) ?? [];
      return {
        name,
        aim: target === null ? null : (target.get(name) ?? 0),
        is: sumOfFractions(entries),
        amount: sumOfAmounts(entries),
      };
    })
    .toSorted((a, b) => (b.aim ?? 0) - (a.aim ?? 0) || b.is - a.is || a.name.localeCompare(b.name, 'de'));
  const groups = paper.table(
    [
      paper.column('Peergroup', '1fr'),
      paper.column('Ziel', '22mm', 'right'),
      paper.column('Sparplan', '22mm', 'right'),
      paper.column('Abweichung in Punkten', '28mm', 'right'),
      paper.column('Rate', '28mm', 'right'),
    ],
    rows.map(({ name, aim, is, amount }) =>
      paper.row(
        name,
        aim === null ? unknownText : share(aim),
        share(is),
        aim === null ? unknownText : signedPoints(is - aim),
        money(amount),
      ),
    ),
  );
  return target === null
    ? [
        groups,
        paper.smallPrint(
          'Das Ziel ist nicht bekannt, solange dem Vertrag eine Risikoklasse oder seinem Tarif eine veröffentlichte Zielaufteilung fehlt.',
        ),
      ]
    : [groups];
}

/** The payments to come, also those of the plan that follows: a contract whose plan changes does not stop saving. */
function rateBlocks({ detail, info, today }: ContractSource, plan: SavingsPlan): paper.Block[] {
  const next = detail.plannedSavingsPlan ?? null;
  const rates = [
    ...nextRates(plan, info.endDate, today, toldRates),
    ...(next === null ? [] : nextRates(next, info.endDate, today, toldRates, [plan])),
  ].slice(0, toldRates);
  const sum = fromCents(rates.reduce((cents, { amount }) => cents + toCents(amount), 0));
  if (rates.length === 0)
    return [paper.paragraph('Es folgen keine Raten mehr: Der Sparplan oder der Vertrag endet vorher.')];
  return [
    paper.table(
      [paper.column('Fällig am', '1fr'), paper.column('Rate', '40mm', 'right')],
      [
        ...rates.map((rate) => paper.row(day(rate.day), money(rate.amount))),
        paper.totalRow('Summe', money(sum)),
      ],
    ),
  ];
}

type Entries = readonly Pick<SavingsPlan['savingsPlanEntries'][number], 'fraction' | 'amount'>[];

/** Added in cents and in millionths, so that sums are those of what is printed. */
const sumOfAmounts = (entries: Entries): number =>
  fromCents(entries.reduce((cents, { amount }) => cents + toCents(amount), 0));
const sumOfFractions = (entries: Entries): number =>
  entries.reduce((total, { fraction }) => total + Math.round(fraction * 1e6), 0) / 1e6;
