import {
  contractForm,
  createContract,
  draftOfContract,
  getContractChoices,
  getContractForm,
  putContract,
} from '@depotwerk/api/contract-form';
import type { ContractDraft } from '@depotwerk/domain/contracts/check-contract';
import { checkContract } from '@depotwerk/domain/contracts/check-contract';
import { contractFields } from '@depotwerk/domain/contracts/contract-fields';
import { formatDate } from '@depotwerk/domain/date-text';
import { intervalText } from '@depotwerk/domain/interval';
import { emptyDraft } from '@depotwerk/domain/master-data/field-table';
import { formatMoney } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { formatPercent } from '@depotwerk/domain/percent';
import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { callApi } from '../../../platform/api-client.ts';
import { queryClient } from '../../../platform/query-client.ts';
import { today } from '../../../platform/today.ts';
import type { TextKey } from '../../../texts/texts.ts';
import { said, t } from '../../../texts/texts.ts';
import type { Fund } from '../../funds/fund-queries.ts';
import { draftFields } from '../../master-data/draft-fields.ts';
import type { EntityKind } from '../../master-data/entity-kind.ts';
import { textOrNone } from '../../master-data/value-texts.ts';
import { fundNameQuery } from '../contract-queries.ts';

export type ContractForm = z.infer<typeof contractForm>;
export type ContractChoices = z.infer<(typeof getContractChoices)['answer']>;

/** Tariffs a contract can have. */
export const contractChoicesQuery = () =>
  queryOptions({
    queryKey: ['contracts', 'choices'],
    queryFn: ({ signal }) => callApi(getContractChoices, {}, { signal }),
    staleTime: 60_000,
  });

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
  tariffId: ({ tariffId }) => textOrNone(tariffId && tariffNameOf(tariffId)),
  riskClassId: ({ riskClassId }) => textOrNone(riskClassId === null ? null : String(riskClassId)),
  valuationDate: ({ valuationDate }) => dayText(valuationDate),
  nonFundsValue: ({ nonFundsValue }) => moneyText(nonFundsValue),
  holdings: ({ holdings }) => textOrNone(holdings.map(holdingText).join(' · ') || null),
  contribution: ({ contribution }) => moneyText(contribution),
  contributionInterval: ({ contributionInterval }) => said(intervalText(contributionInterval)),
  dynamicPercent: ({ dynamicPercent }) => formatPercent(dynamicPercent ?? 0),
  planValidFrom: ({ planValidFrom }) => dayText(planValidFrom),
  planEntries: ({ planEntries }) =>
    textOrNone(
      planEntries
        .map(({ fundId, fraction }) => `${fundNameOf(fundId)}: ${formatPercent(fraction ?? 0)}`)
        .join(' · ') || null,
    ),
} satisfies { readonly [Name in keyof ContractDraft]?: (draft: ContractDraft) => string };

/** Keeps the names a form came with: two versions of it are told apart by them. */
function withNamesKept(form: ContractForm): ContractForm {
  for (const { id, name } of form.funds) queryClient.setQueryData(fundNameQuery(id).queryKey, name);
  return form;
}

/** Name of a fund that came with a form or was found for one. */
const fundNameOf = (fundId: number): string =>
  queryClient.getQueryData(fundNameQuery(fundId).queryKey) ??
  queryClient
    .getQueriesData<readonly Pick<Fund, 'id' | 'name'>[]>({ queryKey: ['funds', 'search'] })
    .flatMap(([, found]) => found ?? [])
    .find(({ id }) => id === fundId)?.name ??
  String(fundId);

/** Name of a tariff that can be chosen; of another one nothing but its mark is known here. */
const tariffNameOf = (tariffId: string): string =>
  queryClient.getQueryData(contractChoicesQuery().queryKey)?.tariffs.find(({ id }) => id === tariffId)
    ?.name ?? tariffId;

/** "Welt: Anteile 120, Kurs 38,51, 24.03.2008, Einstandswert 4.000,00 €": everything two people may have said differently. */
const holdingText = ({ fundId, quantity, price, priceDate, costValue }: ContractDraft['holdings'][number]) =>
  [
    `${fundNameOf(fundId)}: ${t('contracts.form.quantity')} ${formatNumber(quantity ?? 0, 0, 6)}`,
    `${t('contracts.form.price')} ${formatNumber(price ?? 0, 2, 6)}`,
    ...(priceDate == null ? [] : [formatDate(priceDate)]),
    ...(costValue === null ? [] : [`${t('contracts.form.costValue')} ${formatMoney(costValue)}`]),
  ].join(', ');
const dayText = (day: string | null) => (day === null ? t('common.none') : formatDate(day));
const moneyText = (value: number | null) => (value === null ? t('common.none') : formatMoney(value));

/** Contracts in the side panel: a new one of a customer, or one that exists. */
export const contractKind = (customerId: string): EntityKind<ContractForm, ContractDraft, string> => ({
  key: 'contracts',
  editPermission: 'contracts.edit',
  readId: (text) => text,
  load: async (id, signal) => withNamesKept(await callApi(getContractForm, { params: { id } }, { signal })),
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
  parse: (value) => {
    const form = contractForm.safeParse(value).data;
    return form && withNamesKept(form);
  },
  idOf: ({ id }) => id,
  nameOf: ({ externalKey }) => t('contracts.form.edit', { externalKey }),
  versionOf: ({ rowVersion }) => rowVersion,
  empty: () => newContract,
  draftOf: draftOfContract,
  check: (draft) => checkContract(draft, today()),
  fields: () => [
    ...draftFields<(typeof contractFields)[number], ContractDraft>(contractFields),
    // The keys of the table are its own.
    ...(Object.keys(memberTexts) as (keyof typeof memberTexts)[]).map((path) => ({
      path,
      label: t(`contracts.form.${path}` satisfies TextKey),
      text: memberTexts[path],
    })),
  ],
  words: {
    create: t('contracts.form.create'),
    loadFailed: t('contracts.detail.loadFailed'),
    removeQuestion: (name) => name,
  },
  affected: [['contracts'], ['contract'], ['customers'], ['customer']],
});
