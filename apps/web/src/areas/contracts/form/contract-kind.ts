import {
  contractForm,
  createContract,
  draftOfContract,
  getContractChoices,
  getContractForm,
  putContract,
} from '@depotwerk/api/contracts/contract-form';
import type { ContractDraft } from '@depotwerk/domain/contracts/check-contract';
import { checkContract } from '@depotwerk/domain/contracts/check-contract';
import { contractFields } from '@depotwerk/domain/contracts/contract-fields';
import { promisedRateText } from '@depotwerk/domain/contracts/guarantee';
import { formatDate } from '@depotwerk/domain/date-text';
import { intervalText } from '@depotwerk/domain/interval';
import type { FieldIssue } from '@depotwerk/domain/master-data/field-issue';
import { emptyDraft } from '@depotwerk/domain/master-data/field-table';
import { formatMoney } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { formatPercent } from '@depotwerk/domain/percent';
import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { draftFields } from '../../../forms/draft-fields.ts';
import type { EntityKind } from '../../../forms/entity-kind.ts';
import { textOrNone } from '../../../forms/value-texts.ts';
import { callApi } from '../../../platform/api-client.ts';
import { queryClient } from '../../../platform/query-client.ts';
import { today } from '../../../platform/today.ts';
import { parseKnown } from '../../../platform/without-unknown.ts';
import type { TextKey } from '../../../texts/texts.ts';
import { said, t } from '../../../texts/texts.ts';
import type { ContractNames } from './fund-names.ts';

export type ContractForm = z.infer<typeof contractForm>;
export type ContractChoices = z.infer<(typeof getContractChoices)['answer']>;

/** Tariffs a contract can have. */
export const contractChoicesQuery = () =>
  queryOptions({
    queryKey: ['contracts', 'choices'],
    queryFn: ({ signal }) => callApi(getContractChoices, {}, { signal }),
    staleTime: 60_000,
  });

/** A tariff as it is chosen: two issuers may have one of the same name. */
export const tariffLabel = ({ name, issuerName }: ContractChoices['tariffs'][number]) =>
  `${name} (${issuerName})`;

/** How many risk classes there are says the tariff: none before it is chosen, as many as any may have where it is offered no longer. */
export const classCountOf = (tariffId: string | null, tariffs: ContractChoices['tariffs']): number =>
  tariffId === null ? 0 : (tariffs.find(({ id }) => id === tariffId)?.riskClassCount ?? 7);

const newContract: ContractDraft = {
  ...emptyDraft(contractFields),
  tariffId: null,
  riskClassId: null,
  valuationDate: null,
  nonFundsValue: null,
  holdings: [],
  planValidFrom: null,
  contribution: null,
  contributionInterval: 1,
  dynamicPercent: null,
  planEntries: [],
};

/** Words of what is more than a field of the table, for the comparison of two versions; in the order of the form. */
const memberTexts = {
  tariffId: ({ tariffId }, names) => textOrNone(tariffId === null ? null : tariffText(tariffId, names)),
  riskClassId: ({ riskClassId }) => textOrNone(riskClassId === null ? null : String(riskClassId)),
  guaranteedLevel: ({ guaranteedLevel }) =>
    textOrNone(guaranteedLevel == null ? null : promisedRateText(guaranteedLevel)),
  valuationDate: ({ valuationDate }) => dayText(valuationDate),
  nonFundsValue: ({ nonFundsValue }) => moneyText(nonFundsValue),
  holdings: ({ holdings }, names) =>
    textOrNone(holdings.map((holding) => holdingText(holding, names)).join(' · ') || null),
  contribution: ({ contribution }) => moneyText(contribution),
  contributionInterval: ({ contributionInterval }) => said(intervalText(contributionInterval)),
  dynamicPercent: ({ dynamicPercent }) => formatPercent(dynamicPercent ?? 0),
  planValidFrom: ({ planValidFrom }) => dayText(planValidFrom),
  planEntries: ({ planEntries }, names) =>
    textOrNone(
      planEntries
        .map(({ fundId, fraction }) => `${names.fundOf(fundId)} ${formatPercent(fraction ?? 0)}`)
        .join(' · ') || null,
    ),
} satisfies {
  readonly [Name in keyof ContractDraft]?: (draft: ContractDraft, names: ContractNames) => string;
};
const tariffText = (id: string, names: ContractNames) => {
  const choice = queryClient
    .getQueryData(contractChoicesQuery().queryKey)
    ?.tariffs.find((tariff) => tariff.id === id);
  return choice === undefined ? (names.tariffOf(id) ?? id) : tariffLabel(choice);
};
/** "Fonds: Anteile 120, Kurs 38,51, Kurs vom 24.03.2008, Einstandswert 4.000,00 €": everything two people may have said differently. */
const holdingText = (
  { fundId, quantity, price, priceDate, costValue }: ContractDraft['holdings'][number],
  names: ContractNames,
) =>
  `${names.fundOf(fundId)}: ${[
    `${t('contracts.form.quantity')} ${formatNumber(quantity ?? 0, 0, 6)}`,
    `${t('contracts.form.price')} ${formatNumber(price ?? 0, 2, 6)}`,
    ...(priceDate == null ? [] : [`${t('contracts.form.priceDate')} ${formatDate(priceDate)}`]),
    ...(costValue === null ? [] : [`${t('contracts.form.costValue')} ${formatMoney(costValue)}`]),
  ].join(', ')}`;
const remembered = <Form extends ContractForm | undefined>(form: Form, names: ContractNames): Form => {
  for (const fund of form?.funds ?? []) names.rememberFund(fund);
  if (form?.tariffId != null) names.rememberTariff(form.tariffId, form.tariffName);
  return form;
};
/** What is said of a position names its fund beside its place: the form shows positions by their names. */
const withFund = (issue: FieldIssue, { holdings }: ContractDraft, names: ContractNames): FieldIssue => {
  const line = issue.path === 'holdings' ? issue.params?.['line'] : undefined;
  const holding = typeof line === 'number' ? holdings[line - 1] : undefined;
  return holding === undefined
    ? issue
    : { ...issue, params: { ...issue.params, line: `${line} (${names.fundOf(holding.fundId)})` } };
};
const dayText = (day: string | null) => (day === null ? t('common.none') : formatDate(day));
const moneyText = (value: number | null) => (value === null ? t('common.none') : formatMoney(value));

/** Contracts in the side panel: a new one of a customer, or one that exists. @param names for the comparison of two versions */
export const contractKind = (
  customerId: string,
  names: ContractNames,
): EntityKind<ContractForm, ContractDraft, string> => ({
  key: 'contracts',
  editPermission: 'contracts.edit',
  readId: (text) => text,
  load: async (id, signal) =>
    remembered(await callApi(getContractForm, { params: { id } }, { signal }), names),
  create: (draft, idempotencyKey) =>
    callApi(
      createContract,
      { body: { ...draft, holdings: [...draft.holdings], planEntries: [...draft.planEntries], customerId } },
      { idempotencyKey },
    ),
  update: (id, draft, ifMatch) =>
    callApi(
      putContract,
      {
        params: { id },
        body: { ...draft, holdings: [...draft.holdings], planEntries: [...draft.planEntries] },
      },
      { ifMatch },
    ),
  remove: null,
  parse: (value) => remembered(parseKnown(contractForm, value).data, names),
  idOf: ({ id }) => id,
  nameOf: ({ externalKey }) => t('contracts.form.edit', { externalKey }),
  versionOf: ({ rowVersion }) => rowVersion,
  empty: () => newContract,
  draftOf: draftOfContract,
  check: (draft, _id, stored) =>
    checkContract(draft, today(), stored).map((issue) => withFund(issue, draft, names)),
  fields: () => [
    ...draftFields<(typeof contractFields)[number], ContractDraft>(contractFields),
    // The keys of the table are its own.
    ...(Object.keys(memberTexts) as (keyof typeof memberTexts)[]).map((path) => ({
      path,
      label: t(`contracts.form.${path}` satisfies TextKey),
      text: (draft: ContractDraft) => memberTexts[path](draft, names),
    })),
  ],
  words: {
    create: t('contracts.form.create'),
    loadFailed: t('contracts.detail.loadFailed'),
    removeQuestion: (name) => name,
  },
  affected: [['contracts'], ['contract'], ['customers'], ['customer']],
});
