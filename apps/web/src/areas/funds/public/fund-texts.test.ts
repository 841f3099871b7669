import { describe, expect, it } from 'vitest';
import { safeDocumentAddress } from './fund-texts.ts';

describe('document addresses', () => {
  it('lets https through', () => {
    expect(safeDocumentAddress('https://fonds.example/bib/IE00B4L5Y983.pdf')).toBe(
      'https://fonds.example/bib/IE00B4L5Y983.pdf',
    );
  });

  it.each([
    null,
    '',
    'http://fonds.example/bib.pdf',
    'javascript:alert(1)',
    'data:text/html,x',
    '//fonds.example/bib.pdf',
    'https://user:secret@fonds.example/bib.pdf',
    'not an address',
  ])('refuses %s', (address) => {
    expect(safeDocumentAddress(address)).toBeUndefined();
  });
});
