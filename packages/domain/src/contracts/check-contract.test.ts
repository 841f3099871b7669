import { describe, expect, it } from 'vitest';
import { fieldIssueText } from '../master-data/field-issue-text.ts';
import { type ContractDraft, checkContract, checkNonFunds } from './check-contract.ts';

const draft: ContractDraft = {
  tariffId: '0a000000-0000-4000-8000-000000000001',
  externalKey: 'V-1',
  externalConsumerKey: null,
  startDate: '2020-01-01',
  endDate: null,
  useETF: false,
  beneficiary: null,
  riskClassId: null,
  valuationDate: '2026-11-20',
  nonFundsValue: null,
  holdings: [{ fundId: 1, quantity: 10, price: 12.5, costValue: null }],
  planValidFrom: '2026-01-01',
  contribution: 100,
  contributionInterval: 12,
  dynamicPercent: null,
  planEntries: [
    { fundId: 1, fraction: 0.3333 },
    { fundId: 2, fraction: 0.6667 },
  ],
};
const codes = (change: Partial<ContractDraft>) =>
  checkContract({ ...draft, ...change }, '2026-11-22').map(({ path, code }) => `${path}:${code}`);

describe('contract form', () => {
  it('takes holdings and a plan that are whole, and a contract without either', () => {
    expect(codes({})).toEqual([]);
    expect(codes({ holdings: [], valuationDate: null, contribution: null, planEntries: [] })).toEqual([]);
  });

  it('names what is wrong with the contract', () => {
    expect(codes({ tariffId: null, externalKey: ' ', startDate: null })).toEqual([
      'tariffId:required',
      'externalKey:required',
      'startDate:required',
    ]);
    expect(codes({ endDate: '2020-01-01' })).toEqual(['endDate:endNotAfterStart']);
  });

  it('takes a contract that ends in decades, and says the days it takes', () => {
    expect(codes({ endDate: '2072-06-02' })).toEqual([]);
    const said = (change: Partial<ContractDraft>) =>
      checkContract({ ...draft, ...change }, '2026-11-22').map(fieldIssueText);
    expect(said({ endDate: '2101-01-01' })).toEqual([
      'Bitte geben Sie einen Tag zwischen 01.01.1900 und 31.12.2100 ein.',
    ]);
    expect(said({ startDate: '2041-01-01', endDate: null })).toEqual([
      'Bitte geben Sie einen Tag zwischen 01.01.1900 und 31.12.2040 ein.',
    ]);
  });

  it('says of what is below 0 that it is too small, and of what is too large that it is too large', () => {
    expect(codes({ contribution: -1 })).toEqual(['contribution:tooSmallMoney']);
    expect(codes({ dynamicPercent: -0.03 })).toEqual(['dynamicPercent:tooSmallPercent']);
    expect(codes({ dynamicPercent: 1.01 })).toEqual(['dynamicPercent:tooLargePercent']);
    expect(codes({ contribution: 1e11 })).toEqual(['contribution:tooLargeMoney']);
  });

  it('takes money below 0 beside the funds in a depot alone, and what is stored of the same tariff', () => {
    const overdrawn = { ...draft, nonFundsValue: -3 };
    const refused = ['nonFundsValue:tooSmallMoney'];
    const found = (stored: ContractDraft | null, isDepot: boolean, own = overdrawn) =>
      checkNonFunds(own, stored, isDepot).map(({ path, code }) => `${path}:${code}`);
    expect(found(null, true)).toEqual([]);
    expect(found(null, false)).toEqual(refused);
    expect(found(draft, false)).toEqual(refused);
    expect(found(overdrawn, false)).toEqual([]);
    expect(found({ ...overdrawn, tariffId: 'another' }, false)).toEqual(refused);
    expect(found(null, false, { ...overdrawn, nonFundsValue: 0 })).toEqual([]);
    expect(checkNonFunds(draft, null, false)).toEqual([]);
  });

  it('names what is wrong with holdings', () => {
    expect(codes({ valuationDate: null })).toEqual(['valuationDate:required']);
    expect(codes({ valuationDate: '2026-11-23' })).toEqual(['valuationDate:dayInFuture']);
    expect(codes({ holdings: [{ fundId: 1, quantity: null, price: 1, costValue: null }] })).toEqual([
      'holdings:holdingIncomplete',
    ]);
    const holding = (quantity: number, price: number, costValue: number | null) =>
      codes({ holdings: [{ fundId: 1, quantity, price, costValue }] });
    expect(holding(1, 0, null)).toEqual(['holdings:holdingIncomplete']);
    expect(holding(99_999_999_999, 1, null)).toEqual(['holdings:holdingTooLarge']);
    expect(holding(999_999_999, 11, null)).toEqual(['holdings:holdingTooLarge']);
    expect(holding(1, 1, 1e11)).toEqual(['holdings:holdingTooLarge']);
    // As in files: what was paid for a position is never below 0, and may be unknown.
    expect(holding(1, 1, -3)).toEqual(['holdings:holdingCostValue']);
    expect([holding(1, 1, 0), holding(1, 1, null)]).toEqual([[], []]);
    const twice = draft.holdings.flatMap((holding) => [holding, holding]);
    expect(codes({ holdings: twice })).toEqual(['holdings:fundTwice']);
  });

  it('says which position is meant', () => {
    const right = { fundId: 1, quantity: 10, price: 12.5, costValue: null };
    const said = (part: Partial<(typeof draft.holdings)[number]>) =>
      checkContract({ ...draft, holdings: [right, { ...right, fundId: 2, ...part }] }, '2026-11-22').map(
        fieldIssueText,
      );
    expect([
      said({ quantity: null }),
      said({ price: 1e9 }),
      said({ costValue: -1 }),
      said({ priceDate: '2026-11-23' }),
    ]).toEqual([
      ['Position 2: Bitte geben Sie die Anteile und einen Kurs über 0 ein.'],
      ['Position 2: Anteile, Kurs oder Wert sind größer, als gespeichert werden kann.'],
      ['Position 2: Der Einstandswert darf nicht unter 0 liegen und hat höchstens zwei Nachkommastellen.'],
      ['Position 2: Der Tag des Kurses darf nicht in der Zukunft liegen.'],
    ]);
  });

  it('does not judge holdings and a plan that stay as they are stored', () => {
    const stored: ContractDraft = {
      ...draft,
      holdings: [{ fundId: 1, quantity: 10, price: null, costValue: null }],
      planEntries: [{ fundId: 1, fraction: 0.95 }],
    };
    const codesOf = (change: Partial<ContractDraft>) =>
      checkContract({ ...stored, ...change }, '2026-11-22', stored).map(
        ({ path, code }) => `${path}:${code}`,
      );
    expect(codesOf({ endDate: '2050-01-01' })).toEqual([]);
    expect(codesOf({ endDate: '2010-01-01' })).toEqual(['endDate:endNotAfterStart']);
    expect(codesOf({ contribution: 120 })).toEqual(['planEntries:sharesNotWhole']);
    expect(codesOf({ nonFundsValue: 5 })).toEqual(['holdings:holdingIncomplete']);
  });

  it('wants the shares of a plan to sum to exactly 100 %', () => {
    expect(codes({ planEntries: [{ fundId: 1, fraction: 0.9999 }] })).toEqual(['planEntries:sharesNotWhole']);
    expect(codes({ contribution: null })).toEqual(['contribution:required']);
  });
});
