import type { Portfolio } from '@depotwerk/api/contracts/contract-detail';
import { paymentKindNames, paymentSourceNames } from '@depotwerk/domain/contracts/payments';
import { formatDate } from '@depotwerk/domain/date-text';
import { formatMoney } from '@depotwerk/domain/money';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { EntityPanel } from '../../../forms/entity-panel.tsx';
import { useMayChangeContract } from '../../../queries/may-change-contract.ts';
import { said, t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { Card } from '../../../ui/layout.tsx';
import { ScrollTable } from '../../../ui/scroll-table.tsx';
import { PaymentFields } from './payment-fields.tsx';
import { type PaymentsForm, paymentsKind, paymentsQuery } from './payments-kind.ts';

/** What is known of the payments into a contract, and what follows from it for its newest valuation. */
export function PaymentsCard({ contractId, newest }: { contractId: string; newest: Portfolio | undefined }) {
  const payments = useQuery(paymentsQuery(contractId));
  const mayEdit = useMayChangeContract(contractId, 'contracts.edit');
  const [isOpen, setOpen] = useState(false);
  const kind = useMemo(() => paymentsKind(contractId), [contractId]);
  if (payments.isError && payments.data === undefined) return <QueryError query={payments} />;
  if (payments.data === undefined) return <Skeleton height={160} />;
  const { payments: lines, startDate } = payments.data;
  return (
    <Card
      title={t('payments.title')}
      actions={
        mayEdit ? (
          <Button size="small" onClick={() => setOpen(true)}>
            {t(lines.length === 0 ? 'payments.enter' : 'payments.edit')}
          </Button>
        ) : undefined
      }
    >
      {lines.length === 0 ? (
        <EmptyState title={t('payments.none')}>{mayEdit ? t('payments.noneText') : null}</EmptyState>
      ) : (
        <div className="stack">
          <p>{newest ? resultText(newest) : t('payments.withoutValue')}</p>
          <PaymentsTable lines={lines} />
        </div>
      )}
      {isOpen ? (
        <EntityPanel
          kind={kind}
          open={contractId}
          onClose={() => setOpen(false)}
          renderFields={(form) => <PaymentFields form={form} startDate={startDate} />}
        />
      ) : null}
    </Card>
  );
}

/** What was paid in beside what it is worth now; of a time before the first stated figure nothing is known. */
function resultText({ valuationDate, contributionsValue: paid, totalValue }: Portfolio): string {
  const date = formatDate(valuationDate);
  if (paid === null) return t('payments.unknownAt', { date });
  // In cents, because binary fractions do not add up.
  const gain = Math.round((totalValue - paid) * 100) / 100;
  return t('payments.result', {
    date,
    paid: formatMoney(paid),
    value: formatMoney(totalValue),
    gain: formatMoney(gain),
  });
}

function PaymentsTable({ lines }: { lines: PaymentsForm['payments'] }) {
  return (
    <ScrollTable
      caption={t('payments.title')}
      isLong
      columns={[
        { key: 'day', label: t('payments.day') },
        { key: 'kind', label: t('payments.kind') },
        { key: 'amount', label: t('payments.amount'), isNumber: true },
        { key: 'source', label: t('payments.source'), isWide: true },
      ]}
      rows={lines.toReversed().map(({ id, day, kind, amount, source }) => ({
        key: id,
        cells: [
          formatDate(day),
          said(paymentKindNames[kind]),
          formatMoney(amount),
          said(paymentSourceNames[source]),
        ],
      }))}
    />
  );
}
