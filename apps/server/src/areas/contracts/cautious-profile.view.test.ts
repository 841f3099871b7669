import { describe, expect, it } from 'vitest';
import { cautious, type HolderProfile, holdersWithoutProfile } from './cautious-profile.view.ts';

const first = {
  profile_class_id: 4,
  knowledge: ['mixed', 'equity'],
  loss_capacity: 'full',
  horizon_years: 12,
  excluded_isins: [],
  excluded_companies: null,
  excluded_regions: ['japan'],
  excluded_sectors: [],
  holders: null,
};
const holder: HolderProfile = {
  riskClassId: 2,
  validUntil: '2027-01-01',
  sustainabilityKind: 'none',
  minimumShareSustainable: null,
  minimumShareTaxonomy: null,
  paiTopics: [],
  excludedIsins: [],
  excludedCompanies: ['Muster'],
  excludedRegions: ['japan', 'asia'],
  excludedSectors: ['energy'],
  knowledge: ['mixed'],
  lossCapacity: 'none',
  horizonYears: 5,
};
const heldWith = (...others: Partial<HolderProfile>[]) =>
  cautious({ ...first, holders: others.map((other) => ({ ...holder, ...other })) });

describe('the cautious profile of several holders', () => {
  it('is his own where he holds the contract alone', () => {
    expect(cautious(first)).toBe(first);
  });

  it('takes the lowest of each and all that is excluded, whoever said it', () => {
    expect(heldWith({}, { riskClassId: 6, horizonYears: null, excludedIsins: ['DE0001'] })).toMatchObject({
      profile_class_id: 2,
      knowledge: ['mixed'],
      loss_capacity: 'none',
      horizon_years: 5,
      excluded_isins: ['DE0001'],
      excluded_companies: ['Muster'],
      excluded_regions: ['japan', 'asia'],
      excluded_sectors: ['energy'],
    });
    expect(heldWith({ riskClassId: 7, horizonYears: 30 })).toMatchObject({
      profile_class_id: 4,
      horizon_years: 12,
    });
  });

  it('knows only what all of them know, however much each knows', () => {
    expect(heldWith({ knowledge: ['derivatives'] }).knowledge).toEqual([]);
    expect(
      heldWith({ knowledge: ['equity', 'mixed', 'derivatives'] }, { knowledge: ['equity'] }).knowledge,
    ).toEqual(['equity']);
  });

  it('excludes what a further holder excludes before the customer has a profile', () => {
    const held = cautious({
      ...first,
      profile_class_id: null,
      knowledge: null,
      excluded_regions: null,
      holders: [holder],
    });
    expect(held).toMatchObject({
      profile_class_id: null,
      excluded_regions: ['japan', 'asia'],
      excluded_sectors: ['energy'],
    });
  });

  it('does not know what losses are borne where one has not said it, unless another bears none', () => {
    expect(heldWith({ lossCapacity: null }).loss_capacity).toBeNull();
    expect(heldWith({ lossCapacity: null }, { lossCapacity: 'none' }).loss_capacity).toBe('none');
    expect(heldWith({ lossCapacity: 'limited' }).loss_capacity).toBe('limited');
  });

  it('counts who has none that holds, and takes nothing from her', () => {
    const none = { ...holder, riskClassId: null, validUntil: null };
    expect(holdersWithoutProfile([holder, none], '2027-01-01')).toBe(1);
    expect(holdersWithoutProfile([holder, none], '2027-01-02')).toBe(2);
    expect(holdersWithoutProfile(null, '2027-01-02')).toBe(0);
    expect(cautious({ ...first, holders: [none] }).profile_class_id).toBe(4);
  });
});
