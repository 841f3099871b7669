import type { Notation } from '@depotwerk/domain/notation';

/** How a German figure is taken apart: sign, whole part with points, decimals, what stands behind it. */
const figure =
  /^([+\-−]?)(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d+))?(?:[ \u00a0](Mio\.|Mrd\.))?(?:[ \u00a0]?(%|\p{Sc}|[A-Z]{3}))?$/u;
/** A German day, with its time where one is said. */
const day = /^(\d{2})\.(\d{2})\.(\d{4})?(, \d{2}:\d{2}(?::\d{2})?(?: Uhr)?)?$/;
/** A German month, "12.2026": no figure, since four digits after a point are none. */
const month = /^(0[1-9]|1[0-2])\.(\d{4})$/;
const multiples: Readonly<Record<string, string>> = { 'Mio.': 'm', 'Mrd.': 'bn' };

/**
 * A German figure or day as British English writes it: "−1.234,50 €" → "−€1,234.50", "12,5 %" → "12.5%", "31.12.2026" →
 * "31/12/2026", "12.2026" → "12/2026". Undefined for what is neither.
 */
export function englishFigure(german: string): string | undefined {
  const parts = figure.exec(german);
  if (parts) {
    const [, sign = '', whole = '', decimals, multiple = '', unit = ''] = parts;
    const digits = `${whole.replaceAll('.', ',')}${decimals === undefined ? '' : `.${decimals}`}`;
    const number = `${digits}${multiples[multiple] ?? ''}`;
    if (unit === '' || unit === '%') return `${sign}${number}${unit}`;
    return `${sign}${unit}${unit.length > 1 ? '\u00a0' : ''}${number}`;
  }
  if (month.test(german)) return german.replace('.', '/');
  const [, date, inMonth, year, time = ''] = day.exec(german) ?? [];
  if (date === undefined) return undefined;
  return `${[date, inMonth, ...(year === undefined ? [] : [year])].join('/')}${time.replace(' Uhr', '')}`;
}

/**
 * How readers of English write and type figures and days. Of a typed number point and comma change places for those who read German
 * ones: its unmistakable German forms stay readable, since they take the unmistakable English ones.
 */
export const englishNotation: Notation = {
  written: englishFigure,
  typedNumber: (text) => text.replaceAll(/[.,]/g, (sign) => (sign === '.' ? ',' : '.')),
  typedDay: (text) => text.replaceAll('/', '.'),
};
