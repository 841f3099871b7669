import pg from 'pg';

export type ValueParser = (text: string) => unknown;

const keepText: ValueParser = (text) => text;
const toBoolean: ValueParser = (text) => text === 't';
const toJson: ValueParser = (text) => JSON.parse(text);

/** '2026-11-21 02:53:08.123456+00' → '2026-11-21T02:53:08.123Z'; connections run with time zone UTC. */
export function toIsoInstant(text: string): string {
  if (!text.endsWith('+00')) {
    const date = new Date(text);
    return Number.isNaN(date.getTime()) ? text : date.toISOString();
  }
  const fraction = text.charAt(19) === '.' ? text.slice(20, -3) : '';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}

/** One-dimensional array of values without quotes inside, such as numbers, dates and uuids. */
function arrayOf(parse: ValueParser): ValueParser {
  return (text) => {
    if (text === '{}') return [];
    return text
      .slice(1, -1)
      .split(',')
      .map((item) => (item === 'NULL' ? null : parse(item.startsWith('"') ? item.slice(1, -1) : item)));
  };
}

/**
 * Parsers by type OID. Exact decimals become JavaScript numbers: every amount here has at most
 * 15 significant digits, which a double holds exactly enough to print back unchanged.
 */
const parsers = new Map<number, ValueParser>([
  [16, toBoolean],
  [20, Number],
  [21, Number],
  [23, Number],
  [25, keepText],
  [26, Number],
  [114, toJson],
  [700, Number],
  [701, Number],
  [1043, keepText],
  [1082, keepText],
  [1083, keepText],
  [1114, keepText],
  [1184, toIsoInstant],
  [1700, Number],
  [2950, keepText],
  [3802, toJson],
  [1000, arrayOf(toBoolean)],
  [1005, arrayOf(Number)],
  [1007, arrayOf(Number)],
  [1016, arrayOf(Number)],
  [1022, arrayOf(Number)],
  [1182, arrayOf(keepText)],
  [1185, arrayOf((text) => toIsoInstant(text))],
  [1231, arrayOf(Number)],
  [2951, arrayOf(keepText)],
]);

/** The parser of a type in text format; unknown types fall back to the driver's own. */
export function valueParser(oid: number): ValueParser {
  return parsers.get(oid) ?? pg.types.getTypeParser(oid, 'text');
}

/** The same parsers in the shape the driver wants for its own queries. */
export const typesConfig: pg.CustomTypesConfig = {
  // The driver types this as an overloaded function per format; we never ask for binary.
  getTypeParser: ((oid: number) => valueParser(oid)) as typeof pg.types.getTypeParser,
};
