// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { isinsOfName, type Paper, withoutTwins } from './fund-papers.ts';

speaksGerman();

describe('the ISIN in the name of a file', () => {
  it.each([
    ['LU0274208692.pdf', ['LU0274208692']],
    ['kid_lu0274208692_de_2026-11.pdf', ['LU0274208692']],
    ['BIB (DE0008474024) DWS.pdf', ['DE0008474024']],
    ['LU0274208692 LU0274208692.pdf', ['LU0274208692']],
    ['LU0274208692-DE0008474024.pdf', ['LU0274208692', 'DE0008474024']],
    ['LU0274208693.pdf', []],
    ['XLU0274208692.pdf', []],
    ['LU02742086921.pdf', []],
    ['Basisinformationsblatt.pdf', []],
  ])('of %s', (name, isins) => {
    expect(isinsOfName(name)).toEqual(isins);
  });
});

const paper = (key: number, name: string, fundId: number | null, fate: Paper['fate']): Paper => ({
  key,
  file: new File(['%PDF-'], name),
  fund: fundId === null ? null : { id: fundId, isin: 'LU0274208692', name: 'Welt' },
  fate,
  remark: null,
  unknownIsin: null,
});

it('leaves out a second file of a fund and says which is taken', () => {
  const papers = withoutTwins([
    paper(0, 'alt.pdf', 1, 'unchanged'),
    paper(1, 'a.pdf', 1, 'new'),
    paper(2, 'b.pdf', 1, 'new'),
    paper(3, 'c.pdf', 2, 'new'),
    paper(4, 'd.pdf', null, 'asked'),
  ]);
  expect(papers.map(({ fate }) => fate)).toEqual(['unchanged', 'new', 'refused', 'new', 'asked']);
  expect(papers[2]?.remark).toBe('Für diesen Fonds ist schon „a.pdf“ gewählt.');
});
