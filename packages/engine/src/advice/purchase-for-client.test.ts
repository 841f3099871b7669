import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { purchaseForClient, purchaseObstacles } from './purchase-for-client.ts';

const promised = { sfdrArticle: 8, minimumSustainableShare: 0.1, considersPai: false } as const;
const fund = {
  isin: 'LU0000000001',
  name: 'Weltfonds',
  company: 'Haus Nord',
  sri: 4,
  mifidR: 'Y',
  ...promised,
} as const;
const nothing = { isins: [], companies: [], regions: [], sectors: [] };
const client = { knowledge: 'basic', lossCapacity: 'none', hasLowestRisk: true, horizonYears: 5 } as const;

describe('buying a fund for a client', () => {
  it('is free where she excludes nothing and the fund is made for her', () => {
    expect(purchaseForClient(fund, null, null, null)).toEqual([]);
    expect(purchaseForClient(fund, nothing, null, null)).toEqual([]);
  });

  it('is forbidden by whatever she excludes', () => {
    const place = { region: 'europe', sector: 'energy' };
    for (const excluded of [
      { isins: [fund.isin] },
      { companies: ['haus nord'] },
      { regions: ['europe'] },
      { sectors: ['energy'] },
    ])
      expect(purchaseForClient({ ...fund, ...place }, { ...nothing, ...excluded }, null, null)).toEqual([
        ['blocked', 'Weltfonds fällt unter die festgehaltenen Ausschlüsse.'],
      ]);
  });

  it('is warned of where nobody knows the region or sector she excludes', () => {
    expect(purchaseForClient(fund, { ...nothing, regions: ['europe'] }, null, null)).toEqual([
      [
        'warning',
        'Zu Weltfonds ist nicht bekannt, ob er in eine ausgeschlossene Region oder Branche anlegt.',
      ],
    ]);
  });

  it('is forbidden where it promises less of sustainability than she wants', () => {
    const share = { minimumSustainableShare: 0.2, needsPai: false, minimumArticle: 6 } as const;
    const pai = { minimumSustainableShare: 0, needsPai: true, minimumArticle: 6 } as const;
    for (const esg of [share, pai])
      expect(purchaseForClient(fund, null, null, esg)).toEqual([
        ['blocked', 'Weltfonds passt nicht zur Nachhaltigkeitspräferenz.'],
      ]);
    expect(purchaseForClient(fund, null, null, { ...share, minimumSustainableShare: 0.1 })).toEqual([]);
  });

  it('is forbidden in the negative target market', () => {
    expect(purchaseForClient({ ...fund, mifidR: 'N' }, null, null, null)).toEqual([
      ['blocked', 'Weltfonds ist nicht für Privatkunden bestimmt.'],
    ]);
    const risky = { ...fund, targetMarket: { noCapitalLoss: 'N' } };
    expect(purchaseForClient(risky, null, client, null)[0]).toEqual([
      'blocked',
      'Für Weltfonds gilt der negative Zielmarkt (Verlusttragfähigkeit).',
    ]);
    expect(purchaseForClient(risky, null, null, null)).toEqual([]);
  });
});

describe('what forbids a purchase, by holder', () => {
  const wants = (minimumSustainableShare: number) => ({
    minimumSustainableShare,
    needsPai: false,
    minimumArticle: 6 as const,
  });
  const holder = (name: string, excluded: string[], bears: 'none' | 'full', share = 0) => ({
    name,
    esg: wants(share),
    restrictions: { ...nothing, isins: excluded },
    client: { ...client, lossCapacity: bears },
  });

  it('names the one of several who excludes the fund, and whom it is not made for', () => {
    const both = [holder('Elif', [], 'none'), holder('Jana', [fund.isin], 'full')];
    expect(purchaseObstacles({ ...fund, targetMarket: { noCapitalLoss: 'N' } }, both, client)).toEqual([
      { kind: 'excluded', holder: 'Jana', broken: { kind: 'fund', excluded: fund.isin } },
      { kind: 'negativeMarket', holders: ['Elif'], dimensions: ['Verlusttragfähigkeit'] },
    ]);
    expect(purchaseObstacles(fund, both.slice(0, 1), client)).toEqual([]);
    const wishing = [holder('Elif', [], 'full', 0.1), holder('Jana', [], 'full', 0.3)];
    expect(purchaseObstacles(fund, wishing, client)).toEqual([{ kind: 'unsustainable', holders: ['Jana'] }]);
  });

  it('is there exactly where the purchase is blocked for all of them together', () => {
    const isins = fc.subarray([fund.isin, 'LU0000000002']);
    const bears = fc.constantFrom('none' as const, 'full' as const);
    const code = fc.constantFrom('Y' as const, 'N' as const, 'Neutral' as const);
    const shares = fc.constantFrom(0, 0.1, 0.2);
    const holders = fc.array(fc.tuple(isins, bears, shares), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(holders, code, code, code, (all, mifidR, none, full) => {
        const judged = {
          ...fund,
          mifidR,
          targetMarket: { noCapitalLoss: none, noCapitalGuarantee: full },
        };
        const each = all.map(([excluded, loss, share], k) => holder(String(k), excluded, loss, share));
        const together = {
          ...client,
          lossCapacity: all.some(([, loss]) => loss === 'none') ? ('none' as const) : ('full' as const),
        };
        const merged = { ...nothing, isins: all.flatMap(([excluded]) => excluded) };
        const esg = wants(Math.max(...all.map(([, , share]) => share)));
        const isBlocked = purchaseForClient(judged, merged, together, esg).some(
          ([status]) => status === 'blocked',
        );
        expect(purchaseObstacles(judged, each, together).length > 0).toBe(isBlocked);
      }),
    );
  });
});
