import { formatNumber } from '@depotwerk/domain/number-text';
import { parsePercent } from '@depotwerk/domain/percent';
import { toTenths } from '@depotwerk/domain/tenths';

/** Why a text is no share. */
export type CellFault = 'format' | 'precision' | 'tooSmall' | 'tooLarge';

export type CellReading =
  | { readonly ok: true; readonly tenths: number }
  | { readonly ok: false; readonly fault: CellFault };

/** What an unused or empty cell looks like, and may therefore come back as by copying. */
const dashes = /^[-\u2010-\u2015\u2212]$/;

/**
 * Reads a share as a German types or pastes it ("12,5", "12,5 %", "12.5", empty = 0) in tenths of a percent, 0 to 1000.
 * Nothing is rounded or clamped.
 */
export function readCell(text: string): CellReading {
  const trimmed = text.trim();
  if (dashes.test(trimmed)) return { ok: true, tenths: 0 };
  const parsed = parsePercent(trimmed, { precision: 1, min: 0, max: 100 });
  if (!parsed.ok) return { ok: false, fault: parsed.reason };
  return { ok: true, tenths: toTenths(parsed.value ?? 0) };
}

/** 125 → "12,5"; 140 → "14". */
export const formatTenths = (tenths: number): string => formatNumber(tenths / 10, 0, 1);

/** 1000 → "100,0"; for sums, where the tenth is the point. */
export const formatSum = (tenths: number): string => formatNumber(tenths / 10, 1, 1);

/** −25 → "−2,5"; 10 → "+1,0". */
export function formatDifference(tenths: number): string {
  return `${tenths < 0 ? '\u2212' : '+'}${formatSum(Math.abs(tenths))}`;
}
