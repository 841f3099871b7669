import { randomUUID } from 'node:crypto';
import type { PermissionCode } from '@depotwerk/domain/permissions';

/** What tests must know of a kind of master data to keep it over HTTP. */
export interface MasterDataKind {
  readonly path: string;
  readonly view: PermissionCode;
  readonly edit: PermissionCode;
  readonly objectType: string;
  /** A body that is taken; `name` makes it unique. */
  readonly body: (name: string) => Record<string, unknown>;
  readonly nameMember: string;
  /** Members the change of which is refused, with the code of the field. */
  readonly broken: readonly [change: Record<string, unknown>, path: string, code: string][];
  /** Names are unique within the tenant, whatever their case. */
  readonly isNameUnique: boolean;
}

/** Every kind of master data whose calls have the same shape. */
export const masterDataKinds: Record<string, MasterDataKind> = {
  insurers: {
    path: '/admin/insurers',
    view: 'insurers.view',
    edit: 'insurers.edit',
    objectType: 'insurer',
    nameMember: 'insurerName',
    isNameUnique: true,
    body: (name) => ({ insurerName: name, shortName: 'AL', bafinNumber: '1234', isInactive: false }),
    broken: [
      [{ insurerName: '  ' }, 'insurerName', 'required'],
      [{ insurerName: 'x'.repeat(201) }, 'insurerName', 'tooLong'],
      [{ bafinNumber: '12' }, 'bafinNumber', 'bafinNumber'],
      [{ shortName: 'x'.repeat(51) }, 'shortName', 'tooLong'],
    ],
  },
  issuers: {
    path: '/admin/issuers',
    view: 'insurers.view',
    edit: 'insurers.edit',
    objectType: 'issuer',
    nameMember: 'issuerName',
    isNameUnique: true,
    body: (name) => ({
      issuerName: name,
      bankId: '90010001',
      bankName: null,
      bic: null,
      insurerId: 1,
      hasTrader: true,
      traderKind: 'fints',
      isSessionOnly: false,
      isInactive: false,
    }),
    broken: [
      [{ bankId: '1' }, 'bankId', 'bankId'],
      [{ bankId: null }, 'bankId', 'traderBankIdMissing'],
      [{ traderKind: 'none' }, 'traderKind', 'traderKindMissing'],
      [{ insurerId: 99 }, 'insurerId', 'unknownReference'],
      [{ bic: 'zu kurz' }, 'bic', 'bic'],
    ],
  },
  'cost models': {
    path: '/cost-models',
    view: 'costModels.view',
    edit: 'costModels.edit',
    objectType: 'costModel',
    nameMember: 'costModelName',
    isNameUnique: false,
    body: (name) => ({
      costModelName: name,
      insurerId: 1,
      tariffId: null,
      entryFee: 0.025,
      contractFeeMonthly: 2.5,
      contractFeePercent: 0.004,
      fundSwitchFee: 15,
      freeSwitchesPerYear: 4,
      rebate: 0.001,
      validFrom: '2026-01-01',
      validTo: null,
    }),
    broken: [
      [{ entryFee: 0.3 }, 'entryFee', 'tooLargePercent'],
      [{ rebate: -0.1 }, 'rebate', 'tooSmallPercent'],
      [{ contractFeeMonthly: 1.234 }, 'contractFeeMonthly', 'precision'],
      [{ freeSwitchesPerYear: 2.5 }, 'freeSwitchesPerYear', 'wholeNumber'],
      [{ validFrom: '2026-02-30' }, 'validFrom', 'noSuchDay'],
      [{ validTo: '2025-01-01' }, 'validTo', 'endBeforeStart'],
      [{ insurerId: 99 }, 'insurerId', 'unknownReference'],
      [{ tariffId: randomUUID() }, 'tariffId', 'unknownReference'],
    ],
  },
  'fund categories': {
    path: '/admin/fund-categories',
    view: 'funds.view',
    edit: 'peergroups.edit',
    objectType: 'fundCategory',
    nameMember: 'categoryName',
    isNameUnique: true,
    body: (name) => ({ categoryName: name, categoryColor: '#0F5566', sortOrder: 3 }),
    broken: [
      [{ categoryName: ' ' }, 'categoryName', 'required'],
      [{ categoryName: 'x'.repeat(101) }, 'categoryName', 'tooLong'],
      [{ categoryColor: '#ffee00' }, 'categoryColor', 'colourContrast'],
      [{ categoryColor: 'red' }, 'categoryColor', 'colourFormat'],
      [{ sortOrder: null }, 'sortOrder', 'required'],
      [{ sortOrder: 1.5 }, 'sortOrder', 'wholeNumber'],
      [{ sortOrder: -1 }, 'sortOrder', 'outOfRange'],
      [{ sortOrder: 40_000 }, 'sortOrder', 'outOfRange'],
    ],
  },
  'peer groups': {
    path: '/admin/peergroups',
    view: 'funds.view',
    edit: 'peergroups.edit',
    objectType: 'peergroup',
    nameMember: 'peergroupName',
    isNameUnique: true,
    body: (name) => ({
      peergroupKey: `K_${name.replaceAll(/[^A-Za-z0-9]/g, '')}`,
      peergroupName: name,
      categoryId: 1,
      colour: '#0F5566',
      equityQuota: 1,
      region: 'europe',
      sector: '',
      isAppraisalSmoothed: false,
      isMoneyMarket: false,
      isInactive: false,
      addedFundIds: [],
      removedFundIds: [],
    }),
    broken: [
      [{ peergroupKey: 'mit Leerzeichen' }, 'peergroupKey', 'keyFormat'],
      [{ colour: '#ffee00' }, 'colour', 'colourContrast'],
      [{ colour: 'red' }, 'colour', 'colourFormat'],
      [{ categoryId: 77 }, 'categoryId', 'unknownReference'],
      [{ equityQuota: 2 }, 'equityQuota', 'tooLargePercent'],
      [{ addedFundIds: [99_999] }, 'addedFundIds', 'unknownReference'],
    ],
  },
};
