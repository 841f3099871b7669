import { isSumKnown, leastSum, type UnknownCosts } from '@depotwerk/domain/contracts/known-costs';
import type { YearlyCosts } from '@depotwerk/domain/contracts/yearly-costs';
import { fromCents, toCents } from '@depotwerk/domain/money';
import { unknownText } from '@depotwerk/domain/unknown-text';
import { costsOnce } from '@depotwerk/engine/advice/recommended-advice';
import { contributionOf } from '@depotwerk/engine/projection/projection-input';
import { paidInOf } from './cost-effect.ts';
import { type Block, cell, column, row, table, totalRow } from './report-document.ts';
import { costPoints, money, none } from './report-format.ts';
import type { ContractSource, Plan } from './report-source.ts';

/** Ongoing costs with what they are without. */
type Ongoing = Pick<YearlyCosts, 'total' | 'totalValue' | 'percent'> & { readonly unknown: UnknownCosts };

/** What is taken from the contributions agreed for the twelve months to come. */
interface EntryOfYear {
  readonly paid: number;
  /** Null where nobody knows what the contract takes. */
  readonly costs: number | null;
}

export function entryOfYear(source: ContractSource): EntryOfYear {
  const paidIn = paidInOf(source);
  const months = Array.from({ length: 12 }, (_, month) => Math.max(0, contributionOf(paidIn, month + 1)));
  const cents = Math.round(months.reduce((sum, paid) => sum + paid, 0) * 100);
  const fee = source.costModel?.entryFee ?? null;
  return { paid: fromCents(cents), costs: fee === null ? null : fromCents(Math.round(cents * fee)) };
}

const shareText = (points: number | null): string => (points === null ? none : costPoints(points));

/**
 * Shares of the value in percentage points as they add up. What is paid once and what goes on have theirs in tables of their own on the
 * same paper, and say the same here: what roundings miss stands at the contributions, or else in the sum.
 *
 * @param ongoing of its parts percentage points, as they are said beside it; the others euros
 */
export function sharesOfYear(
  { once, entry, ongoing }: Record<'once' | 'entry' | 'ongoing', number>,
  sum: number,
  value: number,
): Record<'once' | 'entry' | 'ongoing' | 'sum', number | null> {
  if (value === 0) return { once: null, entry: null, ongoing: null, sum: null };
  const hundredths = (amount: number) => Math.round((amount / value) * 10_000);
  const goingOn = Math.round(ongoing * 100);
  const said = hundredths(once) + goingOn;
  const rest = entry > 0 ? Math.max(0, hundredths(sum) - said) : 0;
  return {
    once: hundredths(once) / 100,
    entry: rest / 100,
    ongoing: goingOn / 100,
    sum: (said + rest) / 100,
  };
}

/** All costs of the first year in one sum: once, from every contribution, and those that go on. */
export function firstYearTable(plan: Plan | null, current: Ongoing, { paid, costs }: EntryOfYear): Block {
  const once = plan ? costsOnce(plan.costs) : 0;
  const parts = [
    ...(plan ? [{ label: 'Einmalige Kosten der Umsetzung', sub: '', amount: once, isWhole: true }] : []),
    {
      label: 'Abschlusskosten auf Beiträge',
      sub: `aus ${money(paid)} im Jahr`,
      amount: costs,
      isWhole: true,
    },
    { label: 'Laufende Kosten', sub: '', amount: current.total, isWhole: current.unknown.length === 0 },
  ];
  const sum = fromCents(parts.reduce((cents, { amount }) => cents + toCents(amount ?? 0), 0));
  const isWhole = parts.every(({ amount, isWhole: isKnown }) => amount !== null && isKnown);
  const known = { once: once ?? 0, entry: costs ?? 0, ongoing: current.percent };
  const shown = sharesOfYear(known, sum, current.totalValue);
  const shares = [...(plan ? [shown.once] : []), shown.entry, shown.ongoing].map(shareText);
  const least = (amount: number | null, words: string, isKnown: boolean) =>
    amount === null || !isSumKnown(amount, isKnown)
      ? unknownText
      : leastSum(words, isKnown || words === none);
  return table(
    [column('Posten', '1fr'), column('Betrag', 'auto', 'right'), column('Anteil am Wert', 'auto', 'right')],
    [
      ...parts.map(({ label, sub, amount, isWhole: isKnown }, index) =>
        row(
          cell(label, { sub }),
          least(amount, money(amount ?? 0), isKnown),
          least(amount, shares[index] ?? none, isKnown),
        ),
      ),
      totalRow(
        'Kosten im ersten Jahr',
        least(sum, money(sum), isWhole),
        least(sum, shareText(shown.sum), isWhole),
      ),
    ],
  );
}
