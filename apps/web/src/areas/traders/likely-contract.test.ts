import { describe, expect, it } from 'vitest';
import type { DepotContract } from './depot-types.ts';
import { likelyContract } from './likely-contract.ts';

const contract = (contractId: string, customerId: string, externalConsumerKey: string | null) =>
  ({
    contractId,
    externalKey: contractId,
    externalConsumerKey,
    issuerId: 1,
    issuerName: 'Quaderbank',
    customer: { id: customerId, firstName: 'Ilse', lastName: customerId },
    tariff: { id: 't', name: 'Depot' },
    isLinked: false,
    traderDepotId: null,
    traderDepotVersion: null,
    totalValue: 0,
    lastRefreshAt: null,
  }) satisfies DepotContract;
const depot = (customerId: string | null, externalConsumerKey: string | null) => ({
  customer: customerId === null ? null : { id: customerId, firstName: 'Ilse', lastName: customerId },
  externalConsumerKey,
});

describe('the contract a depot is offered for', () => {
  const two = [contract('a', 'adler', '7001'), contract('b', 'brandt', null)];

  it('is the one with its customer number at the institution', () => {
    expect(likelyContract(depot(null, '7001'), two)).toBe('a');
  });

  it('is the only one of its customer', () => {
    expect(likelyContract(depot('brandt', '9'), two)).toBe('b');
  });

  it('is the only one there is, of a depot of nobody known', () => {
    expect(likelyContract(depot(null, null), two.slice(1))).toBe('b');
  });

  it.each([
    ['of several', depot(null, null), two],
    ['of another customer', depot('cordes', '7001'), two],
    ['twice with the same number', depot('adler', '7001'), [two[0], contract('c', 'adler', '7001')]],
    ['of none', depot(null, null), []],
  ] as const)('is left to be chosen (%s)', (_, of, contracts) => {
    expect(
      likelyContract(
        of,
        contracts.flatMap((each) => each ?? []),
      ),
    ).toBeNull();
  });
});
