import {
  getContractPayments,
  paymentsForm,
  putContractPayments,
} from '@depotwerk/api/contracts/contract-payments';
import { checkPayments, type PaymentsDraft, paymentKindNames } from '@depotwerk/domain/contracts/payments';
import { formatDate } from '@depotwerk/domain/date-text';
import { formatMoney } from '@depotwerk/domain/money';
import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { EntityKind } from '../../../forms/entity-kind.ts';
import { textOrNone } from '../../../forms/value-texts.ts';
import { callApi } from '../../../platform/api-client.ts';
import { today } from '../../../platform/today.ts';
import { parseKnown } from '../../../platform/without-unknown.ts';
import { said, t } from '../../../texts/texts.ts';

export type PaymentsForm = z.infer<typeof paymentsForm>;

/** What is known of the payments into a contract. */
export const paymentsQuery = (contractId: string) =>
  queryOptions({
    queryKey: ['contract', contractId, 'payments'],
    queryFn: ({ signal }) => callApi(getContractPayments, { params: { id: contractId } }, { signal }),
  });

/** The payments into a contract in the side panel; they have no id but the contract's. */
export const paymentsKind = (contractId: string): EntityKind<PaymentsForm, PaymentsDraft, string> => ({
  key: 'payments',
  editPermission: 'contracts.edit',
  readId: String,
  load: (id, signal) => callApi(getContractPayments, { params: { id } }, { signal }),
  create: () => Promise.reject(new Error('Payments belong to a contract that is there.')),
  update: (id, { payments }, ifMatch) =>
    callApi(putContractPayments, { params: { id }, body: { payments: [...payments] } }, { ifMatch }),
  remove: null,
  parse: (value) => parseKnown(paymentsForm, value).data,
  idOf: ({ contractId }) => contractId,
  nameOf: () => t('payments.title'),
  versionOf: ({ rowVersion }) => rowVersion,
  empty: () => ({ payments: [] }),
  draftOf: ({ payments }) => ({ payments: payments.map(({ source: _source, ...payment }) => payment) }),
  check: (draft) => checkPayments(draft, today()),
  fields: () => [
    {
      path: 'payments',
      label: t('payments.title'),
      text: ({ payments }) =>
        textOrNone(
          payments
            .map(({ kind, day, amount }) =>
              [
                said(paymentKindNames[kind]),
                day === null ? '' : formatDate(day),
                amount === null ? '' : formatMoney(amount),
              ].join(' '),
            )
            .join(' · ') || null,
        ),
    },
  ],
  words: {
    create: t('payments.title'),
    loadFailed: t('contracts.detail.loadFailed'),
    removeQuestion: (name) => name,
  },
  affected: [['contract', contractId], ['contracts']],
});
