import { describe, expect, it } from 'vitest';
import { byteSizeText, shortHash } from './document-texts.ts';

describe('a document in short', () => {
  it.each([
    [1, '1\u00a0KB'],
    [105_502, '106\u00a0KB'],
    [999_499, '999\u00a0KB'],
    [1_440_000, '1,4\u00a0MB'],
    [10_485_760, '10,5\u00a0MB'],
  ])('of %i bytes is %s', (bytes, text) => {
    expect(byteSizeText(bytes)).toBe(text);
  });

  it('shows the beginning of its hash', () => {
    expect(shortHash('000ee5f38a40f101b7c9')).toBe('000ee5f38a40');
  });
});
