import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrastOf } from '../contrast.ts';
import { checkColour, minimumColourContrast } from './check-colour.ts';
import { checkCostModel, overlaps } from './check-cost-model.ts';
import { checkFund, withFundStatus } from './check-fund.ts';
import { checkInsurer } from './check-insurer.ts';
import { checkIssuer, withTrader } from './check-issuer.ts';
import { checkPeergroup } from './check-peergroup.ts';
import { type CostModelDraft, costModelFields } from './cost-model-fields.ts';
import { type FieldIssue, fieldIssueCodes, isCalendarDay } from './field-issue.ts';
import { fieldIssueText } from './field-issue-text.ts';
import type { FundDraft } from './fund-fields.ts';
import type { InsurerDraft } from './insurer-fields.ts';
import type { IssuerDraft } from './issuer-fields.ts';
import type { PeergroupDraft } from './peergroup-fields.ts';

const found = (issues: readonly FieldIssue[]) => issues.map(({ path, code }) => `${path}:${code}`);

const insurer: InsurerDraft = {
  insurerName: 'Musterleben',
  shortName: null,
  bafinNumber: '1234',
  isInactive: false,
};
const issuer: IssuerDraft = {
  issuerName: 'Musterbank',
  bankId: '90010001',
  bankName: null,
  bic: null,
  insurerId: null,
  hasTrader: true,
  traderKind: 'fints',
  isSessionOnly: false,
  isInactive: false,
};
const costModel: CostModelDraft = {
  costModelName: 'Kosten Standard',
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
};
const peergroup: PeergroupDraft = {
  peergroupKey: 'AKT_WELT',
  peergroupName: 'Aktien Welt',
  categoryId: 1,
  colour: '#0f5566',
  equityQuota: 1,
  region: 'world',
  sector: '',
  isAppraisalSmoothed: false,
  isMoneyMarket: false,
  isInactive: false,
};
const fund: FundDraft = {
  isin: 'DE0007164600',
  wkn: '716460',
  name: 'Weltfonds',
  companyName: null,
  currency: 'EUR',
  peergroupId: null,
  categoryId: null,
  fundStatus: 'open',
  successorFundId: null,
  isETF: false,
  isSavingsPlanCapable: true,
  isGuaranteeFund: false,
  minimumInvestment: 50,
  minimumOrder: null,
  minimumSavingsAmount: 25,
  kiid: 'https://fonds.example/bib.pdf',
  factsheet: null,
  isInactive: false,
};

describe('insurers', () => {
  it('need a name; the register number has 4 to 8 digits', () => {
    expect(checkInsurer(insurer)).toEqual([]);
    expect(checkInsurer({ ...insurer, bafinNumber: null })).toEqual([]);
    expect(found(checkInsurer({ ...insurer, insurerName: ' ', bafinNumber: '12a' }))).toEqual([
      'insurerName:required',
      'bafinNumber:bafinNumber',
    ]);
    expect(found(checkInsurer({ ...insurer, insurerName: 'x'.repeat(201), shortName: 'a\u0007b' }))).toEqual([
      'insurerName:tooLong',
      'shortName:invalidCharacters',
    ]);
  });

  it.each(['123', '123456789', '12 34', '１２３４'])('have no register number %s', (bafinNumber) => {
    expect(found(checkInsurer({ ...insurer, bafinNumber }))).toEqual(['bafinNumber:bafinNumber']);
  });
});

describe('issuers', () => {
  it.each(['90010001', 'MARKDEF1100', 'MARKDEFF'])('are known by %s', (bankId) => {
    expect(checkIssuer({ ...issuer, bankId })).toEqual([]);
  });

  it.each(['9001000', '09001000', 'markdef', 'MARK1EFF', '900100011'])('are not known by %s', (bankId) => {
    expect(found(checkIssuer({ ...issuer, bankId }))).toEqual(['bankId:bankId']);
  });

  it('with orders have a connection, and a connection has a bank', () => {
    expect(found(checkIssuer({ ...issuer, traderKind: 'none' }))).toEqual(['traderKind:traderKindMissing']);
    expect(found(checkIssuer({ ...issuer, bankId: null }))).toEqual(['bankId:traderBankIdMissing']);
    expect(checkIssuer({ ...issuer, bankId: null, traderKind: 'file' })).toEqual([]);
    const without = withTrader({ ...issuer, isSessionOnly: true }, false);
    expect(without).toMatchObject({ hasTrader: false, traderKind: 'none', isSessionOnly: false });
    expect(checkIssuer({ ...without, bankId: null })).toEqual([]);
  });
});

describe('cost models', () => {
  it('take what contracts cost', () => {
    expect(checkCostModel(costModel)).toEqual([]);
  });

  it.each([
    [{ entryFee: 0.25 }, 'entryFee:tooLargePercent'],
    [{ entryFee: null }, 'entryFee:required'],
    [{ contractFeePercent: -0.001 }, 'contractFeePercent:tooSmallPercent'],
    [{ contractFeePercent: 0.0000001 }, 'contractFeePercent:precision'],
    [{ contractFeeMonthly: 2.505 }, 'contractFeeMonthly:precision'],
    [{ contractFeeMonthly: 1000.01 }, 'contractFeeMonthly:tooLargeMoney'],
    [{ freeSwitchesPerYear: 1.5 }, 'freeSwitchesPerYear:wholeNumber'],
    [{ freeSwitchesPerYear: 366 }, 'freeSwitchesPerYear:outOfRange'],
    [{ validFrom: null }, 'validFrom:required'],
    [{ validFrom: '2026-02-30' }, 'validFrom:noSuchDay'],
    [{ validTo: '2025-12-31' }, 'validTo:endBeforeStart'],
    [{ validTo: '2041-01-01' }, 'validTo:noSuchDay'],
  ] as const)('refuse %o', (change, issue) => {
    expect(found(checkCostModel({ ...costModel, ...change }))).toEqual([issue]);
  });

  it('may cost exactly their limits', () => {
    const most = Object.fromEntries(
      costModelFields.flatMap((row) => ('most' in row ? [[row.key, row.most]] : [])),
    );
    expect(checkCostModel({ ...costModel, ...most })).toEqual([]);
  });

  const day = fc
    .integer({ min: 0, max: 40 })
    .map((count) => new Date(Date.UTC(2026, 0, 1 + count)).toISOString().slice(0, 10));
  const validity = fc.tuple(day, fc.option(fc.nat(10))).map(([validFrom, length]) => ({
    validFrom,
    validTo:
      length === null
        ? null
        : new Date(Date.parse(validFrom) + length * 86_400_000).toISOString().slice(0, 10),
  }));

  it('overlap exactly when some day belongs to both', () => {
    const holds = (of: { validFrom: string; validTo: string | null }, on: string) =>
      of.validFrom <= on && (of.validTo === null || on <= of.validTo);
    fc.assert(
      fc.property(validity, validity, (one, other) => {
        // Both begin within these days, so a common day is found at one of the two beginnings.
        const isCommon = [one.validFrom, other.validFrom].some((on) => holds(one, on) && holds(other, on));
        expect(overlaps(one, other)).toBe(isCommon);
        expect(overlaps(other, one)).toBe(isCommon);
      }),
    );
  });
});

describe('peer groups', () => {
  it('have a key, a name, a category and a colour', () => {
    expect(checkPeergroup(peergroup)).toEqual([]);
    expect(
      found(
        checkPeergroup({
          ...peergroup,
          peergroupKey: 'a b',
          categoryId: null,
          colour: 'rot',
          equityQuota: 1.1,
        }),
      ),
    ).toEqual([
      'peergroupKey:keyFormat',
      'categoryId:required',
      'colour:colourFormat',
      'equityQuota:tooLargePercent',
    ]);
  });

  it('are never drawn in a colour that disappears', () => {
    const channel = fc.nat(255).map((value) => value.toString(16).padStart(2, '0'));
    fc.assert(
      fc.property(fc.tuple(channel, channel, channel), (rgb) => {
        const colour = `#${rgb.join('')}`;
        const isTaken = checkColour('colour', colour) === null;
        expect(isTaken).toBe(contrastOf(colour, '#ffffff') >= minimumColourContrast);
      }),
    );
    expect(checkColour('colour', '#ffdd00')).toMatchObject({ code: 'colourContrast', params: { limit: 3 } });
  });
});

describe('funds', () => {
  it('have an ISIN and the WKN that belongs to it', () => {
    expect(checkFund(fund, 1)).toEqual([]);
    expect(found(checkFund({ ...fund, isin: 'DE0007164601' }, 1))).toEqual(['isin:isin']);
    expect(found(checkFund({ ...fund, wkn: 'A1B2C3' }, 1))).toEqual(['wkn:wknOfIsin']);
    expect(found(checkFund({ ...fund, wkn: '71646' }, 1))).toEqual(['wkn:wkn']);
    expect(checkFund({ ...fund, isin: 'IE00BYZK4669', wkn: 'O1B2C3' }, 1)).toEqual([]);
  });

  it('merge into another fund, and only then have a successor', () => {
    const merged = withFundStatus(fund, 'merged');
    expect(found(checkFund(merged, 1))).toEqual(['successorFundId:successorMissing']);
    expect(found(checkFund({ ...merged, successorFundId: 1 }, 1))).toEqual([
      'successorFundId:successorIsSelf',
    ]);
    expect(checkFund({ ...merged, successorFundId: 2 }, 1)).toEqual([]);
    expect(withFundStatus({ ...merged, successorFundId: 2 }, 'open').successorFundId).toBeNull();
    expect(found(checkFund({ ...fund, successorFundId: 2 }, 1))).toEqual([
      'successorFundId:successorUnexpected',
    ]);
  });

  it.each(['http://fonds.example', 'javascript:alert(1)', 'https://a:b@fonds.example', 'bib.pdf'])(
    'link no document at %s',
    (kiid) => expect(found(checkFund({ ...fund, kiid }, 1))).toEqual(['kiid:webAddress']),
  );
});

describe('words', () => {
  it('exist for every code, with every figure filled in', () => {
    const params = { limit: 0.2, contrast: 2.5, wkn: '716460', name: 'Kosten A' };
    for (const code of fieldIssueCodes) {
      const text = fieldIssueText({ path: 'name', code, params });
      expect(text).toMatch(/^[A-ZÄÖÜ].*\.$/);
      expect(text).not.toMatch(/[{}]|undefined/);
    }
  });

  it('say limits of percent in percent and amounts in German', () => {
    expect(fieldIssueText({ path: 'a', code: 'tooLargePercent', params: { limit: 0.2 } })).toBe(
      'Der Wert darf höchstens 20\u00a0% sein.',
    );
    expect(fieldIssueText({ path: 'a', code: 'tooLargeMoney', params: { limit: 1000 } })).toBe(
      'Der Betrag darf höchstens 1.000 € sein.',
    );
  });
});

it('knows the days of the calendar', () => {
  expect(['2024-02-29', '1900-01-01', '2040-12-31'].every((day) => isCalendarDay(day))).toBe(true);
  expect(
    ['2023-02-29', '1899-12-31', '2041-01-01', '2026-1-1', '2026-13-01'].some((day) => isCalendarDay(day)),
  ).toBe(false);
});
