import {
  changeCustomers,
  type customerBulkOutcome,
  type customerSelection,
  previewCustomerChange,
  startCustomerChange,
} from '@depotwerk/api/customers/customer-bulk';
import { bulkReasonTexts } from '@depotwerk/domain/contracts/bulk-reasons';
import { formatNumber } from '@depotwerk/domain/number-text';
import type * as z from 'zod/mini';
import { callApi } from '../../../platform/api-client.ts';
import { said, t } from '../../../texts/texts.ts';
import { Banner } from '../../../ui/feedback.tsx';
import type { BulkChangeKind, BulkRequest } from '../../contracts/public/bulk-changes.ts';
import { ChangeDialog, type ChangeWork } from '../../contracts/public/change-dialog.tsx';
import '../../contracts/public/bulk.css';

type Outcome = z.output<typeof customerBulkOutcome>;
type Request = z.input<(typeof previewCustomerChange)['body']>;
/** Changes of the customers themselves; that of their contracts is the dialog of contracts. */
export type CustomerChangeKind = Request['change']['kind'];

interface CustomerChangeDialogProps {
  kind: CustomerChangeKind;
  selection: z.input<typeof customerSelection>;
  onClose: () => void;
  /** After the change was made. */
  onDone: () => void;
}

/** Moves many customers to a group, or gives or takes a tag. */
export function CustomerChangeDialog({ kind, selection, onClose, onDone }: CustomerChangeDialogProps) {
  const work: ChangeWork<Outcome> = {
    key: ['customer-change', selection],
    keptAs: 'customerTags',
    hint: t(`customers.bulk.hints.${kind}`),
    outdated: t('customers.bulk.outdated'),
    preview: (change, signal) =>
      callApi(previewCustomerChange, { body: { selection, change: ofCustomers(change) } }, { signal }),
    confirm: (change, fingerprint, idempotencyKey) => {
      const body = { selection, change: ofCustomers(change), fingerprint };
      return callApi(changeCustomers, { body }, { idempotencyKey });
    },
    start: (change, idempotencyKey) =>
      callApi(startCustomerChange, { body: { selection, change: ofCustomers(change) } }, { idempotencyKey }),
    manyText: t('customers.bulk.many'),
    results: 'bulkCustomers',
    isNothing: ({ customerCount }) => customerCount === 0,
    doneText: ({ customerCount }) =>
      t('customers.bulk.done', { count: customerCount, number: formatNumber(customerCount) }),
    Preview,
  };
  return <ChangeDialog kind={kind} work={work} onClose={onClose} onDone={onDone} />;
}

/** The dialog asks for the kind it was opened with, which is one of customers. */
function ofCustomers(change: BulkRequest['change']): Request['change'] {
  if (change.kind === 'tariff' || change.kind === 'checked')
    throw new Error('Contracts have this, not customers.');
  return change;
}

function Preview({ kind, outcome }: { kind: BulkChangeKind; outcome: Outcome }) {
  const { contractCount, customerCount, skipped } = outcome;
  const counted = { count: customerCount, number: formatNumber(customerCount) };
  return (
    <div className="contract-change">
      <Banner tone={customerCount === 0 ? 'warn' : 'info'} role="status">
        {customerCount === 0
          ? t('customers.bulk.nothing')
          : kind === 'group'
            ? t('contracts.bulk.moves', { ...counted, contracts: formatNumber(contractCount) })
            : t('customers.bulk.changes', counted)}
      </Banner>
      {[...Map.groupBy(skipped, ({ reason }) => reason)].map(([reason, customers]) => (
        <details key={reason}>
          <summary>
            {t('customers.bulk.skipped', {
              count: customers.length,
              number: formatNumber(customers.length),
              reason: said(bulkReasonTexts[reason]),
            })}
          </summary>
          <ul>
            {customers.map(({ customerId, customerName }) => (
              <li key={customerId}>{customerName}</li>
            ))}
          </ul>
        </details>
      ))}
    </div>
  );
}
