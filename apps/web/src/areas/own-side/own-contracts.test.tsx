// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { withinRouter } from '../../ui/within-router-for-test.tsx';
import { OwnContracts } from './own-contracts.tsx';

speaksGerman();

const contract = (id: string, totalValue: number | null, endDate: string | null = null) => ({
  id,
  externalKey: id,
  tariffName: 'Fondsdepot',
  insurerName: null,
  startDate: '2020-01-01',
  endDate,
  totalValue,
  valuationDate: totalValue === null ? null : '2026-11-27',
  contribution: null,
  contributionInterval: null,
  profileValidUntil: null,
});
const first = contract('a', 100);

it.each([
  ['of running contracts', [first, contract('b', 50)], 'Zusammen 150,00'],
  ['with an ended one', [first, contract('b', 50, '2026-01-31')], 'Zusammen, mit beendeten 150,00'],
  ['with one that ended empty', [first, contract('b', 0, '2026-01-31')], 'Zusammen 100,00'],
  [
    'beside an unknown one',
    [first, contract('b', 50), contract('c', null)],
    'Zusammen, soweit bekannt 150,00',
  ],
])('the sum says what it counts (%s)', async (_name, contracts, text) => {
  const { target } = renderForTest(withinRouter(<OwnContracts contracts={contracts} />));
  await expect.poll(() => target.querySelector('.own-side__sum')?.textContent).toContain(text);
});
