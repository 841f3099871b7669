import { businessDaysBetween, type DatedPrice } from './price-grid.ts';

/** A reference rate counts for this many business days, as long as a price does on the grid. */
const oldestBusinessDays = 5;

/**
 * Prices of another currency in euros (engine.md section 1: conversion before the return): each divided by the last rate
 * on or before its day. A price without a rate of the last five business days is left out, never converted by an older one.
 *
 * @param rates units of the currency per euro, as the ECB publishes them (`price` is the rate), in any order
 */
export function convertPrices(prices: readonly DatedPrice[], rates: readonly DatedPrice[]): DatedPrice[] {
  // What is no rate divides nothing.
  const ordered = rates.filter(({ price }) => price > 0).toSorted((a, b) => a.day - b.day);
  let at = -1;
  return prices
    .toSorted((a, b) => a.day - b.day)
    .flatMap(({ day, price }) => {
      while (at + 1 < ordered.length && ordered[at + 1]!.day <= day) at += 1;
      const rate = ordered[at];
      // More than a week holds more than five business days; the first test keeps long gaps from being counted out.
      const isFresh = rate && day - rate.day <= 9 && businessDaysBetween(rate.day, day) <= oldestBusinessDays;
      return isFresh ? [{ day, price: price / rate.price }] : [];
    });
}
