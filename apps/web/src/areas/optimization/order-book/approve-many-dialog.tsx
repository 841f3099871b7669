import { startApprovals } from '@depotwerk/api/optimization/bulk-approvals';
import type { PlanApprovalRow } from '@depotwerk/api/traders/orders';
import { mostReleased } from '@depotwerk/domain/contracts/release-of-many';
import { formatMoney } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '../../../platform/api-client.ts';
import { dialogLink } from '../../../shell/dialog-link.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState, ErrorBanner, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { FirstRows } from '../../../ui/first-rows.tsx';
import { TextArea } from '../../../ui/text-field.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { PlanWarnings } from '../plan-warnings.tsx';
import { loadApprovals } from './order-book-queries.ts';

interface ApproveManyDialogProps {
  /** Customer or number the list is narrowed to. */
  search: string | undefined;
  onClose: () => void;
}

/** What a page of the list gives at most. */
const pageSize = 250;

/** Requests, chosen one by one or all of those listed, agreed to as a job that tells what came of each. */
export function ApproveManyDialog({ search, onClose }: ApproveManyDialogProps) {
  const navigate = useNavigate();
  // Read once: what is confirmed is what was listed.
  const waiting = useQuery({
    queryKey: ['approveMany', search],
    queryFn: ({ signal }) => loadWaiting(search, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const listed = (waiting.data?.rows ?? []).filter(({ isOwn }) => !isOwn);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [note, setNote] = useState('');
  const { isBusy, failure, act } = useAction();
  const open = listed.filter(({ contractId }) => chosen.has(contractId));
  const total = open.reduce((sum, { turnover }) => sum + turnover, 0);
  const approve = async () => {
    await act(async () => {
      const job = await callApi(startApprovals, {
        body: {
          plans: open.map(({ contractId, planVersion }) => ({ contractId, planVersion })),
          ...(note.trim() === '' ? {} : { note: note.trim() }),
        },
      });
      onClose();
      await navigate({ to: '.', ...dialogLink('bulkApproval', { jobId: job.id }) });
    });
  };
  const choose = (contractId: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(contractId);
    else next.delete(contractId);
    setChosen(next);
  };
  return (
    <Dialog
      title={t('orderBook.many.title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.close')}</Button>
          <Button kind="primary" isBusy={isBusy} disabled={open.length === 0} onClick={() => void approve()}>
            {open.length === 0
              ? t('optimization.approval.approve')
              : t('orderBook.many.submit', { count: open.length, number: formatNumber(open.length) })}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p className="hint">{t('orderBook.many.hint')}</p>
        {waiting.isError ? <QueryError query={waiting} /> : waiting.isPending ? <Skeleton lines={4} /> : null}
        {waiting.data && listed.length === 0 ? <EmptyState title={t('orderBook.many.none')} /> : null}
        {listed.length > 1 ? (
          <Checkbox
            label={t('orderBook.many.all', { count: listed.length, number: formatNumber(listed.length) })}
            isChecked={open.length === listed.length}
            isDisabled={isBusy}
            onChange={(isChosen) =>
              setChosen(new Set(isChosen ? listed.map(({ contractId }) => contractId) : []))
            }
          />
        ) : null}
        <FirstRows rows={listed} keyOf={({ id }) => id} className="order-book__many">
          {(row) => (
            <>
              <Checkbox
                label={`${row.customerName}, ${row.contractNumber}: ${formatMoney(row.turnover)}`}
                isChecked={chosen.has(row.contractId)}
                isDisabled={isBusy}
                onChange={(isChosen) => choose(row.contractId, isChosen)}
              />
              <span className="hint">
                {row.requestNote === null
                  ? t('orderBook.many.askedBy', { name: row.requestedBy })
                  : `${row.requestedBy}: ${row.requestNote}`}
              </span>
            </>
          )}
        </FirstRows>
        {(waiting.data?.total ?? 0) > mostReleased ? (
          <p className="hint">{t('orderBook.many.more', { number: formatNumber(mostReleased) })}</p>
        ) : null}
        <PlanWarnings
          plans={open.map(({ id, customerName, contractNumber, warnings = [] }) => ({
            id,
            name: `${customerName}, ${contractNumber}`,
            warnings,
          }))}
        />
        {open.length === 0 ? null : <p>{t('orderBook.many.total', { amount: formatMoney(total) })}</p>}
        <TextArea
          label={t('optimization.approval.note')}
          value={note}
          maxLength={1000}
          rows={2}
          onChange={setNote}
        />
        <ErrorBanner error={failure} />
      </div>
    </Dialog>
  );
}

/** All that waits under a search, as many as are agreed to at once, those longest waiting first; and how many there are. */
async function loadWaiting(
  search: string | undefined,
  signal: AbortSignal,
): Promise<{ rows: PlanApprovalRow[]; total: number }> {
  const filter = search === undefined ? {} : { search };
  // Somebody else may decide while it is read: then the pages shift.
  const rows = new Map<string, PlanApprovalRow>();
  for (let page = 1; ; page += 1) {
    const read = await loadApprovals(filter, page, pageSize, signal);
    for (const row of read.rows) rows.set(row.contractId, row);
    if (read.rows.length < pageSize || rows.size >= mostReleased)
      return { rows: [...rows.values()].slice(0, mostReleased), total: read.total };
  }
}
