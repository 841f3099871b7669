import { createHash } from 'node:crypto';
import { anInput } from '@depotwerk/engine/fixtures/advice-input-fixture';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../platform/audit/write-audit.ts';
import { partHashes } from './advice-input.view.ts';

const hashOf = (value: unknown) => createHash('sha256').update(canonicalJson(value)).digest('hex');
const input = anInput();

describe('hashes of the parts of an input', () => {
  it('are those of its contents, whether another contract has the same array of funds or an equal one', () => {
    const { prices } = partHashes(input);
    expect(prices).toBe(
      hashOf([
        input.contract.positions.map(({ isin, price, priceDay }) => [isin, price, priceDay]),
        input.funds.map(({ isin, price, priceDate }) => [isin, price, priceDate]),
      ]),
    );
    expect(partHashes({ ...input, contractId: 'another' })).toEqual(partHashes(input));
    expect(partHashes({ ...input, funds: input.funds.map((fund) => ({ ...fund })) })).toEqual(
      partHashes(input),
    );
  });

  it('move with what they are of', () => {
    const before = partHashes(input);
    const dearer = input.funds.map((fund) => ({ ...fund, price: 11 }));
    expect(partHashes({ ...input, funds: dearer })).toEqual({
      ...before,
      prices: expect.not.stringMatching(before.prices),
    });
    const closed = input.funds.map((fund) => ({ ...fund, status: 'closed' as const }));
    expect(partHashes({ ...input, funds: closed })).toEqual({
      ...before,
      tariff: expect.not.stringMatching(before.tariff),
      basis: { ...before.basis, funds: expect.not.stringMatching(before.basis?.funds ?? '') },
    });
    // The same array of funds in another version of the tariff.
    const version = { ...input.tariff, savingsUnits: 1000 };
    expect(partHashes({ ...input, tariff: version }).tariff).not.toBe(before.tariff);
    expect(partHashes(input)).toEqual(before);
  });
});
