import { describe, expect, it } from 'vitest';
import { isTooMuchJson, parseJsonBody } from './json-limits.ts';

describe('a body', () => {
  const list = (count: number) => `[${Array.from({ length: count }, () => 1).join(',')}]`;

  it('has 32 levels and 100,000 values at most, before any of it is read', () => {
    expect(isTooMuchJson('['.repeat(32) + ']'.repeat(32))).toBe(false);
    expect(isTooMuchJson('['.repeat(33) + ']'.repeat(33))).toBe(true);
    expect(isTooMuchJson(list(100_000))).toBe(false);
    expect(isTooMuchJson(list(100_001))).toBe(true);
    expect(isTooMuchJson('[{},'.repeat(1) + '{},'.repeat(60_000))).toBe(true);
    for (const hostile of [
      `{"contentBase64":[${'1,'.repeat(4_000_000)}1]}`,
      `{${Array.from({ length: 200_000 }, (_, index) => `"k${index}":1`).join(',')}}`,
      `[${'[],'.repeat(4_000_000)}1]`,
    ])
      expect(() => parseJsonBody(hostile)).toThrow('too many values');
  });

  it('counts nothing within texts', () => {
    const text = `${'[{,'.repeat(100_000)}"\\`;
    expect(parseJsonBody(JSON.stringify({ text }))).toEqual({ text });
  });

  it('reaches no prototype, however it is written', () => {
    for (const json of ['{"__proto__":{}}', '{"a":{"constructor":1}}', String.raw`{"\u005f_proto__":1}`])
      expect(() => parseJsonBody(json)).toThrow('forbidden member');
  });
});
