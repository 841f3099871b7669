import type { pendingChange } from '@depotwerk/api/traders/refresh';
import { listPendingChanges, processPendingChanges } from '@depotwerk/api/traders/refresh';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { intervalText } from '@depotwerk/domain/interval';
import { formatMoney } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { formatPercent } from '@depotwerk/domain/percent';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { callApi } from '../../../platform/api-client.ts';
import { showApiError } from '../../../platform/error-texts.ts';
import { mayChange, useSession } from '../../../platform/session.ts';
import { said, t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { Card } from '../../../ui/layout.tsx';
import { showToast } from '../../../ui/toast.tsx';
import './pending-changes-card.css';
import { TableHead } from '../../../ui/table-head.tsx';

type PendingChange = z.infer<typeof pendingChange>;
type Line = PendingChange['rows'][number];

export interface PendingChangesCardProps {
  contractId: string;
  /** Reads the contract again. */
  onProcessed: () => void;
}

/** What the bank says differently from us: side by side, to take over or to leave. */
export function PendingChangesCard({ contractId, onProcessed }: PendingChangesCardProps) {
  const user = useSession((state) => state.user);
  const [running, setRunning] = useState<boolean | null>(null);
  const changes = useQuery({
    queryKey: ['contract', contractId, 'pending-changes'],
    queryFn: ({ signal }) => callApi(listPendingChanges, { params: { id: contractId } }, { signal }),
  });
  if (changes.isError) {
    return <QueryError title={t('traders.pending.loadFailed')} query={changes} />;
  }
  if (!changes.data) return <Skeleton height={120} />;
  if (changes.data.length === 0) return null;
  const process = async (keepChanges: boolean) => {
    setRunning(keepChanges);
    try {
      const pendingChangeIds = changes.data.map((change) => change.id);
      await callApi(processPendingChanges, {
        params: { id: contractId },
        body: { keepChanges, pendingChangeIds },
      });
      showToast(t(keepChanges ? 'traders.pending.kept' : 'traders.pending.discarded'));
    } catch (error) {
      showApiError(error);
    } finally {
      setRunning(null);
      onProcessed();
    }
  };
  return (
    <Card title={t('traders.pending.title')}>
      <div className="stack">
        <p>{t('traders.pending.intro')}</p>
        {changes.data.map((change) => (
          <section key={change.id} className="pending">
            <h3 className="pending__title">{said(change.title)}</h3>
            <p className="hint">
              {change.description} {t('traders.pending.since', { instant: formatDateTime(change.createdAt) })}
            </p>
            <div className="pending__box">
              <table className="pending__table">
                <TableHead
                  columns={[
                    t('traders.pending.what'),
                    { label: t('traders.pending.ours'), className: 'pending__value' },
                    { label: t('traders.pending.bank'), className: 'pending__value' },
                  ]}
                />
                <tbody>
                  {change.rows.map((row) => (
                    <tr key={row.rowKey}>
                      <th scope="row">{row.label}</th>
                      <td className="pending__value">{lineText(row.ours, row.unit)}</td>
                      <td className="pending__value">{lineText(row.bank, row.unit)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </section>
        ))}
        {mayChange(user, 'contracts.processPendingChanges') ? (
          <div className="row">
            <Button
              kind="primary"
              isBusy={running === true}
              disabled={running === false}
              onClick={() => void process(true)}
            >
              {t('traders.pending.keep')}
            </Button>
            <Button
              isBusy={running === false}
              disabled={running === true}
              onClick={() => void process(false)}
            >
              {t('traders.pending.discard')}
            </Button>
          </div>
        ) : null}
      </div>
    </Card>
  );
}

/** A value in its unit; "–" where one side has none. */
export function lineText(value: Line['ours'], unit: Line['unit']): string {
  if (value === null || value === '') return '–';
  if (typeof value === 'string') return value;
  switch (unit) {
    case 'euro':
      return formatMoney(value);
    case 'fraction':
      return formatPercent(value);
    case 'interval':
      return said(intervalText(value));
    case 'quantity':
      return formatNumber(value, 0, 6);
    case 'text':
      return String(value);
  }
}
