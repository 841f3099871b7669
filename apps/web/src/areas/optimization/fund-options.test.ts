import { describe, expect, it } from 'vitest';
import { adviceFixture } from './advice-fixture.ts';
import { fundOptions } from './fund-options.ts';

describe('funds that may be added to a plan by hand', () => {
  const input = adviceFixture();
  const own = new Set(input.contract.positions.map(({ isin }) => isin));
  const [held, other] = [
    input.funds.find(({ isin, price }) => own.has(isin) && price !== null),
    input.funds.find(({ isin, price }) => !own.has(isin) && price !== null),
  ];
  if (!held || !other) throw new Error('The fixture has funds that are held and others.');
  const excluding = {
    ...input,
    restrictions: { isins: [held.isin, other.isin], companies: [], regions: [], sectors: [] },
  };
  const optionOf = (of: typeof input, fundId: number) =>
    fundOptions(of, () => false, of.contract.positions).find(({ value }) => value === String(fundId));

  it('stand with the reason and cannot be chosen where the client excludes them', () => {
    expect(optionOf(input, other.fundId)).toMatchObject({ label: other.name, isDisabled: false });
    expect(optionOf(excluding, other.fundId)).toMatchObject({
      label: `${other.name} fällt unter die festgehaltenen Ausschlüsse.`,
      isDisabled: true,
    });
  });

  it('can be chosen where they are held: they may be sold', () => {
    expect(optionOf(excluding, held.fundId)).toMatchObject({ label: held.name, isDisabled: false });
  });

  it('are left out where they are there', () => {
    const all = fundOptions(input, () => true, []);
    expect(all).toEqual([]);
  });
});
