/** Deterministic generator of 32-bit numbers (mulberry32): the same seed gives the same attack. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Texts that have broken servers before: SQL, paths, prototypes, Unicode, sizes, formats. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u202dabc',
  'ẞßÄäﬀ',
  '%',
  '_%_%_',
  "' or '1'='1",
  "'; select pg_sleep(10); --",
  '${7*7}{{7*7}}<%= 7*7 %>',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '<img src=x onerror=alert(1)>',
  '=1+1',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '1e309',
  '9007199254740993',
  '99999999999999999999999999',
  '-1',
  '0x10',
  '1,5',
  '1.5',
  'true',
  '2026-02-30',
  '0000-00-00',
  '0000-01-01',
  '9999-12-31',
  '1899-12-31',
  '2026-01-01T00:00:00Z',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '{"a":1}',
  '[]',
  '\r\nSet-Cookie: a=b',
  'a'.repeat(101),
  'a'.repeat(5_000),
  '(a+)+$',
  '*'.repeat(50),
  '😀'.repeat(60),
];

/** Values of other JSON types for body members. */
export const hostileValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 31,
  2 ** 53,
  [],
  {},
  [[]],
  { $ne: null },
  { toString: 1 },
  Array.from({ length: 501 }, (_, index) => index),
  ...hostileTexts,
];
