import { describe, expect, it } from 'vitest';
import { purchaseForClient } from './purchase-for-client.ts';

const fund = { isin: 'LU0000000001', name: 'Weltfonds', company: 'Haus Nord', sri: 4, mifidR: 'Y' } as const;
const nothing = { isins: [], companies: [], regions: [], sectors: [] };
const client = { knowledge: 'basic', lossCapacity: 'none', hasLowestRisk: true, horizonYears: 5 } as const;

describe('buying a fund for a client', () => {
  it('is free where she excludes nothing and the fund is made for her', () => {
    expect(purchaseForClient(fund, null, null)).toEqual([]);
    expect(purchaseForClient(fund, nothing, null)).toEqual([]);
  });

  it('is forbidden by whatever she excludes', () => {
    const place = { region: 'europe', sector: 'energy' };
    for (const excluded of [
      { isins: [fund.isin] },
      { companies: ['haus nord'] },
      { regions: ['europe'] },
      { sectors: ['energy'] },
    ])
      expect(purchaseForClient({ ...fund, ...place }, { ...nothing, ...excluded }, null)).toEqual([
        ['blocked', 'Weltfonds fällt unter die festgehaltenen Ausschlüsse.'],
      ]);
  });

  it('is warned of where nobody knows the region or sector she excludes', () => {
    expect(purchaseForClient(fund, { ...nothing, regions: ['europe'] }, null)).toEqual([
      [
        'warning',
        'Zu Weltfonds ist nicht bekannt, ob er in eine ausgeschlossene Region oder Branche anlegt.',
      ],
    ]);
  });

  it('is forbidden in the negative target market', () => {
    expect(purchaseForClient({ ...fund, mifidR: 'N' }, null, null)).toEqual([
      ['blocked', 'Weltfonds ist nicht für Privatkunden bestimmt.'],
    ]);
    const risky = { ...fund, targetMarket: { noCapitalLoss: 'N' } };
    expect(purchaseForClient(risky, null, client)[0]).toEqual([
      'blocked',
      'Für Weltfonds gilt der negative Zielmarkt (Verlusttragfähigkeit).',
    ]);
    expect(purchaseForClient(risky, null, null)).toEqual([]);
  });
});
