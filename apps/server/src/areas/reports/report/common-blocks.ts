import { fromCents, toCents } from '@depotwerk/domain/money';
import { formatPercent } from '@depotwerk/domain/percent';
import { riskMeasureName } from '@depotwerk/domain/tariff/risk-measure';
import { unknownText } from '@depotwerk/domain/unknown-text';
import { bandRow, colourOf, donut } from './chart-geometry.ts';
import * as paper from './report-document.ts';
import {
  bandRange,
  bandTone,
  bandWords,
  costShare,
  day,
  fullName,
  gain,
  money,
  none,
  points,
  roundShare,
  share,
  signedShare,
  units,
} from './report-format.ts';
import type { Addressee, BuildOptions, ContractDetail, ContractSource } from './report-source.ts';

type Portfolio = NonNullable<ContractDetail['currentPortfolio']>;
export type SavingsPlan = NonNullable<ContractDetail['currentSavingsPlan']>;

/**
 * „Sehr geehrte Frau Dr. Berger,“; without a known form of address „Guten Tag Anna Berger,“. Of who is underage her representatives
 * are greeted, whose names nobody here knows.
 */
export function salutationOf(person: Addressee, options: BuildOptions): string {
  if (options.salutation !== null) return options.salutation.replace(/,?$/, ',');
  if (person.isUnderage) return `Sehr geehrte gesetzliche Vertreter von ${fullName(person)},`;
  const name = [person.title, person.lastName].filter((part) => part !== '').join(' ');
  if (person.companyName === '' && person.salutation === 'Frau') return `Sehr geehrte Frau ${name},`;
  if (person.companyName === '' && person.salutation === 'Herr') return `Sehr geehrter Herr ${name},`;
  return person.companyName === ''
    ? `Guten Tag ${[person.title, fullName(person)].filter((part) => part !== '').join(' ')},`
    : 'Sehr geehrte Damen und Herren,';
}

/** Names of all who hold the contract, its customer first. */
const holdersOf = ({ holder, furtherHolders }: ContractSource['info']): string[] =>
  [holder, ...furtherHolders].map(fullName);

/**
 * A line to sign on for everybody who holds the contract, or for its customer alone: under what they are called there; of who is
 * underage her representatives sign, as a rule both parents, each on a line (§ 1629 BGB). `before` stands before place and date.
 */
export function signingHolders(
  { info: { holder, furtherHolders }, detail: { contract } }: Pick<ContractSource, 'info' | 'detail'>,
  called: string,
  { before = '', isFirstOnly = false }: { readonly before?: string; readonly isFirstOnly?: boolean } = {},
): { role: string; name: string }[] {
  const underage = new Set(contract.underageHolders?.map(({ customerId }) => customerId));
  return (isFirstOnly ? [holder] : [holder, ...furtherHolders]).flatMap((one) => {
    const name = fullName(one);
    if (!underage.has(one.id)) return [{ role: `${before}Ort, Datum, Unterschrift ${called}`, name }];
    const of = `${before}Ort, Datum, Unterschrift`;
    return [
      { role: `${of} gesetzlicher Vertreter`, name: `für ${name}` },
      {
        role: `${of} weiterer gesetzlicher Vertreter`,
        name: `für ${name} (entfällt bei alleiniger Vertretung)`,
      },
    ];
  });
}

/** Line below the title. */
export const contractLine = ({ detail, info }: ContractSource) =>
  `${info.tariff.name} · Vertrag ${detail.contract.externalKey} · ${holdersOf(info).join(', ')}`;

/** Where the contract's risk stands against its band; null when there is no band. */
export function riskBandBlock(detail: ContractDetail): paper.BandBlock | null {
  const { risk } = detail.contract;
  if (risk.bandLow === null || risk.bandHigh === null) return null;
  const measure = riskMeasureName(risk);
  const value = points(risk.riskValue);
  const range = bandRange(risk.bandLow, risk.bandHigh);
  const position = { value: risk.riskValue, low: risk.bandLow, high: risk.bandHigh };
  return {
    kind: 'band',
    rows: [bandRow(`${measure} heute`, value, position, bandTone[risk.status])],
    legend: `Risikoband ${range}`,
    alt: `${measure} ${value}, Risikoband ${range}, ${bandWords[risk.status]}.`,
  };
}

/** Shares of the categories in the funds' value, added in cents; the largest first. */
export function allocationShares(portfolio: Portfolio) {
  const byName = new Map<string, { colour: string | null; cents: number }>();
  let total = 0;
  for (const entry of portfolio.portfolioEntries) {
    const name = entry.categoryName ?? 'Ohne Kategorie';
    const part = byName.get(name) ?? { colour: entry.categoryColor, cents: 0 };
    part.cents += toCents(entry.value);
    total += toCents(entry.value);
    byName.set(name, part);
  }
  return [...byName]
    .map(([label, { colour, cents }]) => ({
      label,
      colour,
      amount: fromCents(cents),
      fraction: total === 0 ? 0 : cents / total,
    }))
    .toSorted((a, b) => b.amount - a.amount || a.label.localeCompare(b.label, 'de'));
}

/** The allocation as a ring, or as a table for reports without charts. */
export function allocationBlocks(portfolio: Portfolio, options: BuildOptions): paper.Block[] {
  const shares = allocationShares(portfolio);
  if (shares.length === 0) return [];
  const words = shares.map((part) => `${part.label} ${formatPercent(part.fraction)}`).join(', ');
  if (options.withCharts) {
    return [
      donut(
        // One decimal, as beside the ring on screen.
        shares.map((part) => ({ ...part, value: formatPercent(part.fraction) })),
        null,
        `Aufteilung des Fondsguthabens nach Kategorien: ${words}.`,
      ),
    ];
  }
  return [
    paper.table(
      [
        paper.column('Fondskategorie', '1fr'),
        paper.column('Wert', 'auto', 'right'),
        paper.column('Anteil', '22mm', 'right'),
      ],
      shares.map((part, index) =>
        paper.row(
          paper.cell(part.label, { swatch: colourOf(part.colour, index) }),
          money(part.amount),
          roundShare(part.fraction),
        ),
      ),
    ),
  ];
}

/** The holdings as on screen, sums added in cents. */
export function portfolioTable(portfolio: Portfolio): paper.TableBlock {
  const entries = portfolio.portfolioEntries;
  const sum = (pick: (entry: (typeof entries)[number]) => number | null): number | null => {
    let cents = 0;
    for (const entry of entries) {
      const amount = pick(entry);
      if (amount === null) return null;
      cents += toCents(amount);
    }
    return fromCents(cents);
  };
  const shares = entries.reduce((total, entry) => total + Math.round(entry.fraction * 1e6), 0) / 1e6;
  return paper.table(
    [
      paper.column('Fonds', '1fr'),
      paper.column('Anteile', 'auto', 'right'),
      paper.column('Kurs', 'auto', 'right'),
      paper.column('Anteil', 'auto', 'right'),
      paper.column('Wert', 'auto', 'right'),
      paper.column('Gewinn/Verlust', 'auto', 'right'),
    ],
    [
      ...entries.map((entry, index) =>
        paper.row(
          paper.cell(entry.fundName, {
            sub: [entry.isin, entry.peergroupName ?? entry.categoryName]
              .filter((part) => part !== null)
              .join(' · '),
            swatch: colourOf(entry.categoryColor, index),
          }),
          units(entry.quantity),
          paper.cell(money(entry.price), { sub: day(entry.priceDate) }),
          share(entry.fraction),
          money(entry.value),
          paper.cell(gain(entry.gainLoss), {
            sub:
              entry.gainLoss === null || !entry.costValue
                ? ''
                : signedShare(entry.gainLoss / entry.costValue),
            tone: entry.gainLoss !== null && entry.gainLoss < 0 ? 'bad' : null,
          }),
        ),
      ),
      paper.totalRow(
        'Summe',
        '',
        '',
        share(shares),
        money(sum((entry) => entry.value)),
        gain(sum((entry) => entry.gainLoss)),
      ),
    ],
  );
}

/** The savings plan's split as on screen. */
export function savingsPlanTable(
  plan: SavingsPlan,
  fees?: ReadonlyMap<number, number | null>,
): paper.TableBlock {
  const amount = plan.savingsPlanEntries.reduce((cents, entry) => cents + toCents(entry.amount), 0);
  const shares =
    plan.savingsPlanEntries.reduce((total, entry) => total + Math.round(entry.fraction * 1e6), 0) / 1e6;
  const feeColumn = fees ? [paper.column('Laufende Kosten p.\u00a0a.', 'auto', 'right')] : [];
  return paper.table(
    [
      paper.column('Fonds', '1fr'),
      ...feeColumn,
      paper.column('Anteil', '22mm', 'right'),
      paper.column('Betrag', '30mm', 'right'),
    ],
    [
      ...plan.savingsPlanEntries.map((entry, index) =>
        paper.row(
          paper.cell(entry.fundName, {
            sub: [entry.isin, entry.categoryName].filter((part) => part !== null).join(' · '),
            swatch: colourOf(entry.categoryColor, index),
          }),
          ...(fees ? [costShare(fees.get(entry.fundId) ?? null)] : []),
          share(entry.fraction),
          money(entry.amount),
        ),
      ),
      paper.totalRow('Summe', ...(fees ? [''] : []), share(shares), money(fromCents(amount))),
    ],
  );
}

/** Facts whose value is not known are left out. */
export const facts = (rows: readonly (readonly [string, string])[], columns: 1 | 2 = 1): paper.Block => ({
  kind: 'facts',
  columns,
  rows: rows.filter(([, value]) => value !== none && value !== ''),
});

export const optional = (block: paper.Block | null): paper.Block[] => (block === null ? [] : [block]);

/** What was paid in, or taken out, over the time of a report; null = nobody knows. */
export const paidFigure = (paid: number | null) => ({
  label: paid !== null && paid < 0 ? 'Entnommen im Zeitraum' : 'Eingezahlt im Zeitraum',
  value: paid === null ? unknownText : money(Math.abs(paid)),
  note: '',
  tone: null,
});
