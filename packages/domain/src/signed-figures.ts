import { numberFormat } from './german-figures.ts';
import { locale } from './locale.ts';
import { asReadersWrite } from './notation.ts';

// What was gained or lost, and what lies between two figures: with a plus as well, and without a sign where it is shown as nothing.

/** 12 → "+12,00 €", −3.5 → "−3,50 €", 0.001 → "0,00 €". */
export const formatMoneySigned = (value: number): string =>
  asReadersWrite(
    numberFormat({ style: 'currency', currency: locale.currency, signDisplay: 'exceptZero' }).format(value),
  );

/** 43 → "+43", −2 → "−2", 0 → "0". */
export const formatNumberSigned = (value: number, decimals = 0): string =>
  asReadersWrite(numberFormat({ maximumFractionDigits: decimals, signDisplay: 'exceptZero' }).format(value));
