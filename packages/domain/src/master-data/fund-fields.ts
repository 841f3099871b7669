import { isCurrency } from '../currency-codes.ts';
import { isIsin, normalizeIsin } from '../isin.ts';
import { type DraftOf, type FieldRow, shaped } from './field-table.ts';
import { fundStatuses } from './fund-status.ts';

const mostMoney = 10_000_000;

/** Only https without a sign-in in it: browsers follow these addresses. */
function webAddress(typed: string): 'webAddress' | null {
  const url = URL.canParse(typed) ? new URL(typed) : null;
  const isSafe = url?.protocol === 'https:' && url.username === '' && url.password === '';
  return isSafe ? null : 'webAddress';
}

/** What a new fund is known by. Its ISIN is fixed then: prices and orders rest on it. */
export const fundIdentityFields = [
  {
    key: 'isin',
    column: 'isin',
    label: 'ISIN',
    kind: 'name',
    rule: (isin) => (isIsin(normalizeIsin(isin)) ? null : 'isin'),
    stored: normalizeIsin,
    isUpperCase: true,
    isHalf: true,
  },
  {
    key: 'currency',
    column: 'currency',
    label: 'Währung',
    kind: 'name',
    rule: (currency) => (isCurrency(currency) ? null : 'currency'),
    first: 'EUR',
    isUpperCase: true,
    isHalf: true,
  },
] as const satisfies readonly FieldRow[];

/**
 * What people keep of a fund, in the order of the form; prices, costs, risk, ratings and sustainability figures belong to
 * the data import. Draft, shapes of the calls, statements, form and comparison are made of these lines.
 */
export const keptFundFields = [
  {
    key: 'name',
    column: 'name',
    label: 'Name',
    kind: 'name',
    limit: 255,
  },
  {
    // Imported ones may have an I or an O, whatever the rule of the numbering agency.
    key: 'wkn',
    column: 'wkn',
    label: 'WKN',
    kind: 'text',
    rule: shaped(/^[A-Z0-9]{6}$/i, 'wkn'),
    stored: (wkn) => wkn.toUpperCase(),
    isHalf: true,
  },
  {
    key: 'companyName',
    column: 'company_name',
    label: 'Fondsgesellschaft',
    kind: 'text',
    isBlankStored: true,
    limit: 255,
    isHalf: true,
  },
  { key: 'peergroupId', column: 'peergroup_id', label: 'Peergroup', kind: 'reference', isHalf: true },
  {
    // null = the category of the peer group.
    key: 'categoryId',
    column: 'category_id',
    label: 'Fondskategorie',
    kind: 'reference',
    isHalf: true,
  },
  {
    key: 'fundStatus',
    column: 'fund_status',
    label: 'Fondsstatus',
    kind: 'option',
    options: fundStatuses,
  },
  {
    // The fund this one was merged into.
    key: 'successorFundId',
    column: 'successor_fund_id',
    label: 'Nachfolgefonds',
    kind: 'reference',
  },
  { key: 'isETF', column: 'is_etf', label: 'ETF', kind: 'yes' },
  {
    key: 'isSavingsPlanCapable',
    column: 'is_savings_plan_capable',
    label: 'Sparplanfähig',
    kind: 'yes',
  },
  { key: 'isGuaranteeFund', column: 'is_guarantee_fund', label: 'Wertsicherungsfonds', kind: 'yes' },
  {
    key: 'minimumInvestment',
    column: 'minimum_investment',
    label: 'Mindestanlage',
    kind: 'number',
    unit: 'money',
    most: mostMoney,
    isHalf: true,
  },
  {
    key: 'minimumOrder',
    column: 'minimum_order',
    label: 'Mindestauftrag',
    kind: 'number',
    unit: 'money',
    most: mostMoney,
    isHalf: true,
  },
  {
    key: 'minimumSavingsAmount',
    column: 'minimum_savings_amount',
    label: 'Mindestsparrate',
    kind: 'number',
    unit: 'money',
    most: mostMoney,
  },
  {
    key: 'kiid',
    column: 'kiid',
    label: 'Adresse des Basisinformationsblatts (BIB)',
    kind: 'text',
    rule: webAddress,
    limit: 2000,
  },
  {
    key: 'factsheet',
    column: 'factsheet',
    label: 'Adresse des Factsheets',
    kind: 'text',
    rule: webAddress,
    limit: 2000,
  },
  { key: 'isInactive', column: 'is_inactive', label: 'Inaktiv', kind: 'state' },
] as const satisfies readonly FieldRow[];

/** What can be said of a fund that is there. */
export const changeableFundFields = [fundIdentityFields[1], ...keptFundFields] as const;

/** All of them. */
export const fundFields = [...fundIdentityFields, ...keptFundFields] as const;

/** A fund as the form holds it; amounts in euro or the fund's currency, null = not given. */
export type FundDraft = DraftOf<typeof fundFields>;
