import { convertPrices } from '../estimation/currency.ts';
import { monthlyGrid, reinvested, weeklyGrid } from '../estimation/price-grid.ts';
import { present, simpleReturns } from '../estimation/returns.ts';
import { dayNumber } from '../figures/cash-flow-returns.ts';
import type { Input } from './input.ts';

function readDay(input: Input): number {
  const raw = input.raw(['date', 'day']);
  const day = typeof raw === 'string' ? dayNumber(raw) : input.number(['day', 'date'], { isInteger: true });
  if (day === null || Math.abs(day) > 1e6)
    return input.refuse('a date is YYYY-MM-DD or a day number', 'date');
  return day;
}

const dateOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** Refuses a second price of a day that is another one: which of them is right nobody can tell. */
function refuseContradictions(
  input: Input,
  name: string,
  prices: readonly { readonly day: number; readonly price: number }[],
): void {
  const known = new Map<number, number>();
  prices.forEach(({ day, price }, i) => {
    if ((known.get(day) ?? price) !== price)
      input.refuse(`${dateOf(day)} has two different prices`, `${name}[${i}]`);
    known.set(day, price);
  });
}

/**
 * `priceGrid`: dated prices (and distributions, reinvested on their ex-day) on the weekly or monthly grid, with the simple
 * returns between its points; null where a price is missing. Prices of another currency are converted to euros with
 * `exchangeRates`, units of that currency per euro, before any return is taken.
 */
export function priceGrid(input: Input): unknown {
  const read = (name: string[], key: string[]) => (entry: Input) => ({
    day: readDay(entry),
    amount: entry.number([...name, ...key], { min: 0 }),
  });
  const given = input
    .objects('prices', read(['price'], ['nav', 'value']))
    .map(({ day, amount }) => ({ day, price: amount }));
  given.forEach(({ price }, i) => {
    if (!(price > 0)) input.refuse('a price must be positive', `prices[${i}].price`);
  });
  refuseContradictions(input, 'prices', given);
  const days = given.map(({ day }) => day);
  if (days.length > 0 && Math.max(...days) - Math.min(...days) > 80_000)
    input.refuse('the prices span more than two centuries', 'prices');
  const distributions = input.objectsOr('distributions', [], read(['amount'], ['value', 'distribution']));
  const total = reinvested(given, distributions);
  const rates = input.objectsOr('exchangeRates', null, (entry) => ({
    day: readDay(entry),
    price: entry.number(['rate', 'perEuro'], { min: Number.MIN_VALUE }),
  }));
  if (rates) refuseContradictions(input, 'exchangeRates', rates);
  const prices = rates ? convertPrices(total, rates) : total;
  const frequency = input.choiceOr(['grid', 'frequency'], ['weekly', 'monthly'], 'weekly');
  const grid = frequency === 'weekly' ? weeklyGrid(prices) : monthlyGrid(prices);
  const points = grid.map(({ day, price }) => ({ date: dateOf(day), price }));
  const returns = simpleReturns(grid.map(({ price }) => price));
  return {
    frequency,
    periodsPerYear: frequency === 'weekly' ? 52 : 12,
    points,
    returns,
    // Prices of days that no rate covers are left out.
    unconverted: total.length - prices.length,
    missing: points.filter(({ price }) => price === null).length,
    observations: present(returns).length,
  };
}
