import { peergroupSortKeys } from '@depotwerk/api/funds/fund-management';
import { costModelSortKeys, insurerSortKeys, issuerSortKeys } from '@depotwerk/api/insurers/master-data';
import { fundCategorySortKeys } from '@depotwerk/api/peergroups/fund-categories';
import { tagSortKeys } from '@depotwerk/api/tags/tags';
import { describe, expect, it } from 'vitest';
import {
  listShapes,
  validateCostModelsSearch,
  validateInsurersSearch,
  validateIssuersSearch,
  validateManagedFundsSearch,
} from './list-address.ts';

describe('addresses of the lists', () => {
  it('keep what the list takes', () => {
    expect(
      validateManagedFundsSearch({
        search: ' welt ',
        sort: '-ongoingFee',
        open: '12',
        isETF: 'true',
        riskIndicator: '4',
        feeTo: '0.005',
      }),
    ).toEqual({
      search: 'welt',
      sort: '-ongoingFee',
      open: '12',
      isETF: 'true',
      riskIndicator: '4',
      feeTo: '0.005',
    });
    expect(validateInsurersSearch({ open: 'new', isInactive: true })).toEqual({
      open: 'new',
      isInactive: 'true',
    });
  });

  it('drop everything else', () => {
    expect(
      validateIssuersSearch({
        search: 'x',
        sort: 'password',
        open: '0',
        insurerId: '1 or 1=1',
        traderKind: 'telnet',
        isInactive: ['true', 'false'],
        __proto__: { open: '1' },
      }),
    ).toEqual({});
    expect(validateCostModelsSearch({ tariffId: '1', state: 'gone' })).toEqual({});
  });

  it.each([
    ['insurers', insurerSortKeys],
    ['issuers', issuerSortKeys],
    ['costModels', costModelSortKeys],
    ['fundCategories', fundCategorySortKeys],
    ['tags', tagSortKeys],
    ['peergroups', peergroupSortKeys],
  ] as const)('sort %s by nothing the call refuses', (list, keysOfCall) => {
    const keys: readonly string[] = keysOfCall;
    expect(listShapes[list].sortKeys.filter((key) => !keys.includes(key))).toEqual([]);
  });
});
