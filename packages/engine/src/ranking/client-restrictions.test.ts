import { describe, expect, it } from 'vitest';
import { isOfCompany, restrictionOf } from './client-restrictions.ts';

describe('what a client excludes', () => {
  it('takes a company by its first words, in any case', () => {
    expect(isOfCompany('Kiesel Invest S.A.', 'kiesel')).toBe(true);
    expect(isOfCompany('Kiesel Invest', 'KIESEL INVEST')).toBe(true);
    expect(isOfCompany('Kieselstein Fonds', 'Kiesel')).toBe(false);
    expect(isOfCompany('Neue Kiesel', 'Kiesel')).toBe(false);
    expect(isOfCompany('Kiesel', '  ')).toBe(false);
  });

  it('names the narrowest exclusion, and none of what is not known', () => {
    const restrictions = { isins: ['A'], companies: ['Kiesel'], regions: ['japan'], sectors: ['energy'] };
    const own = { isin: 'A', company: 'Kiesel Invest', region: 'japan', sector: 'energy' };
    expect(restrictionOf(own, restrictions)?.kind).toBe('fund');
    expect(restrictionOf({ ...own, isin: 'B' }, restrictions)).toEqual({
      kind: 'company',
      excluded: 'Kiesel',
    });
    expect(restrictionOf({ ...own, isin: 'B', company: '' }, restrictions)?.kind).toBe('region');
    const broad = { isin: 'B', company: '', region: 'world', sector: 'energy' };
    expect(restrictionOf(broad, restrictions)).toEqual({ kind: 'sector', excluded: 'energy' });
    expect(restrictionOf({ isin: 'B', company: '' }, restrictions)).toBeNull();
    expect(restrictionOf(own, undefined)).toBeNull();
  });
});
