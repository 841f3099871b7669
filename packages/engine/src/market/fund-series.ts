import {
  type DatedPrice,
  type Distribution,
  monthlyGrid,
  monthNumber,
  reinvested,
  weeklyGrid,
} from '../estimation/price-grid.ts';
import { type Observations, simpleReturns } from '../estimation/returns.ts';
import { type ReturnMoments, returnMoments } from '../risk-indicator.ts';
import { cleanSeries, type SeriesFinding } from './clean-series.ts';

/** Weeks of the estimation window (engine.md section 1). */
export const weeksInWindow = 260;
/** Months of the longest ranking window (engine.md section 4). */
export const monthsInWindow = 60;

/** What the market's figures need of one fund's prices; returns are simple, newest last. */
export interface FundSeries {
  /** First and last day with a price that is used; null without any. */
  readonly firstDay: number | null;
  readonly lastDay: number | null;
  /** {@link weeksInWindow} weekly returns up to the newest Friday of the market; null where unknown. */
  readonly weekly: Observations;
  /** Own monthly returns without a gap up to the market's last complete month; empty if the fund has ended before. */
  readonly monthly: readonly number[];
  /** Part of its month the first of the monthly returns covers; below 1 where the history begins within it. */
  readonly firstMonth: number;
  /** Moments of the log returns from price to price, mostly daily or weekly ones; null below two years of daily prices. */
  readonly moments: { readonly values: ReturnMoments; readonly periodsPerYear: number } | null;
  readonly findings: readonly SeriesFinding[];
}

const dailyPerYear = 252;
/** Annex II no. 6 of Delegated Regulation (EU) 2017/653: two years of daily, four of weekly prices. */
const leastDaily = 2 * dailyPerYear;
const leastWeekly = 4 * 52;

function tailOf(values: Observations): number[] {
  let from = values.length;
  while (from > 0 && values[from - 1] !== null) from -= 1;
  return values.slice(from).map((value) => value ?? 0);
}

/** Price at the end of each of the last `count` months up to and including `lastMonth`. */
function monthEndPrices(prices: readonly DatedPrice[], lastMonth: number, count: number): (number | null)[] {
  const byMonth = new Map(monthlyGrid(prices).map(({ day, price }) => [monthNumber(day), price]));
  return Array.from({ length: count }, (_, at) => byMonth.get(lastMonth - count + 1 + at) ?? null);
}

/**
 * Monthly returns of the window. Where a history of five years begins within its first month, that month counts from
 * the first price on: otherwise nobody who holds five years of prices had a five-year figure.
 */
function monthlyReturns(
  prices: readonly DatedPrice[],
  lastMonth: number,
): Pick<FundSeries, 'monthly' | 'firstMonth'> {
  const ends = monthEndPrices(prices, lastMonth, monthsInWindow + 1);
  const first = prices[0];
  const beginsWithin =
    ends[0] === null && first !== undefined && monthNumber(first.day) === lastMonth - monthsInWindow + 1;
  if (beginsWithin) ends[0] = first.price;
  const monthly = tailOf(simpleReturns(ends));
  return {
    monthly,
    // A gap later on leaves only whole months.
    firstMonth: beginsWithin && monthly.length === monthsInWindow ? restOfMonth(first.day) : 1,
  };
}

/** Part of a day's month that is left after it. */
function restOfMonth(day: number): number {
  let last = day;
  while (monthNumber(last + 1) === monthNumber(day)) last += 1;
  let first = day;
  while (monthNumber(first - 1) === monthNumber(day)) first -= 1;
  return (last - day) / (last - first + 1);
}

function momentsOf(prices: readonly DatedPrice[], newestFriday: number): FundSeries['moments'] {
  const from = newestFriday - 7 * weeksInWindow;
  const used = prices.filter(({ day }) => day >= from);
  const years = ((used.at(-1)?.day ?? 0) - (used[0]?.day ?? 0)) / 365.25;
  if (years <= 0) return null;
  const isDaily = used.length / years > 150;
  const steps: number[] = [];
  let days = 0;
  for (let at = 1; at < used.length; at++) {
    const step = used[at]!.day - used[at - 1]!.day;
    // A return over more than two weeks is no daily and no weekly one.
    if (step > 14) continue;
    steps.push(Math.log(used[at]!.price / used[at - 1]!.price));
    days += step;
  }
  if (steps.length < (isDaily ? leastDaily : leastWeekly)) return null;
  return { values: returnMoments(steps), periodsPerYear: periodsOf((365.25 * steps.length) / days) };
}

/** So far from the usual number of periods holidays and missing days lead. */
const usualDeviation = 0.15;

/**
 * Periods a year of returns: 252 of daily and 52 of weekly prices. Of funds that are priced otherwise, as twice a week, it is as many
 * as there are: taken for weeks, half a week's returns would look like two thirds of the risk.
 */
const periodsOf = (measured: number): number =>
  [dailyPerYear, 52].find((usual) => Math.abs(measured / usual - 1) <= usualDeviation) ?? measured;

/**
 * The returns of a fund on the common calendar of its market: distributions reinvested, faults treated, weekly and
 * monthly grid (engine.md section 1).
 *
 * @param prices closing prices in euros, one a day, in the order of their days
 * @param calendar newest Friday and last complete month of the market
 */
export function fundSeries(
  prices: readonly DatedPrice[],
  distributions: readonly Distribution[],
  calendar: MarketCalendar,
): FundSeries {
  const clean = cleanSeries(reinvested(prices, distributions), calendar.newestDay);
  const used = clean.prices;
  const grid = weeklyGrid(used, calendar.newestFriday).map(({ price }) => price);
  const window = grid.slice(-(weeksInWindow + 1));
  const weekly = simpleReturns([
    ...Array.from({ length: weeksInWindow + 1 - window.length }, () => null),
    ...window,
  ]);
  return {
    firstDay: used[0]?.day ?? null,
    lastDay: used.at(-1)?.day ?? null,
    weekly,
    ...monthlyReturns(used, calendar.lastMonth),
    moments: momentsOf(used, calendar.newestFriday),
    findings: clean.findings,
  };
}

/** The days the figures of a market refer to. */
export interface MarketCalendar {
  /** Day of the newest price. */
  readonly newestDay: number;
  /** The last Friday on or before it. */
  readonly newestFriday: number;
  /** Months since January of year 0 of the last month that has ended. */
  readonly lastMonth: number;
}

/** The calendar of a market whose newest price is of the given day (day number). */
export function marketCalendar(newestDay: number): MarketCalendar {
  const weekday = (((newestDay + 3) % 7) + 7) % 7;
  const newestFriday = newestDay - ((weekday - 4 + 7) % 7);
  // A month has ended when the next business day lies in another one.
  const nextBusinessDay = newestDay + (weekday >= 4 ? 7 - weekday : 1);
  const month = monthNumber(newestDay);
  return { newestDay, newestFriday, lastMonth: monthNumber(nextBusinessDay) > month ? month : month - 1 };
}
