import {
  type ApprovalResult,
  approvePlans,
  mostApprovalsAtOnce,
  type PlanApprovalRow,
} from '@depotwerk/api/traders/orders';
import { formatMoney } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../../platform/api-client.ts';
import { readAnew } from '../../../platform/read-anew.ts';
import { saidOrNull, t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState, ErrorBanner, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { TextArea } from '../../../ui/text-field.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { PlanWarnings } from '../plan-warnings.tsx';
import { loadApprovals } from './order-book-queries.ts';

interface ApproveManyDialogProps {
  /** Customer or number the list is narrowed to. */
  search: string | undefined;
  onClose: () => void;
}

/** Several requests, chosen one by one, agreed to at once; what came of each stands beside it. */
export function ApproveManyDialog({ search, onClose }: ApproveManyDialogProps) {
  // Read once: what is decided here stays in sight with its result.
  const waiting = useQuery({
    queryKey: ['approveMany', search],
    queryFn: ({ signal }) =>
      loadApprovals(search === undefined ? {} : { search }, 1, mostApprovalsAtOnce, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const listed = (waiting.data?.rows ?? []).filter(({ isOwn }) => !isOwn);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [results, setResults] = useState<ReadonlyMap<string, ApprovalResult>>(new Map());
  const [note, setNote] = useState('');
  const { isBusy, failure, act } = useAction();
  const open = listed.filter(({ contractId }) => chosen.has(contractId) && !results.has(contractId));
  const total = open.reduce((sum, { turnover }) => sum + turnover, 0);
  const approve = async () => {
    await act(async () => {
      const answer = await callApi(approvePlans, {
        body: {
          plans: open.map(({ contractId, planVersion }) => ({ contractId, planVersion })),
          ...(note.trim() === '' ? {} : { note: note.trim() }),
        },
      });
      setResults(new Map([...results, ...answer.map((result) => [result.contractId, result] as const)]));
    });
    void readAnew('orders', 'contract');
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
        <ul className="order-book__many" aria-live="polite">
          {listed.map((row) => (
            <li key={row.id}>
              <Checkbox
                label={`${row.customerName}, ${row.contractNumber}: ${formatMoney(row.turnover)}`}
                isChecked={chosen.has(row.contractId)}
                isDisabled={isBusy || results.has(row.contractId)}
                onChange={(isChosen) => choose(row.contractId, isChosen)}
              />
              <Outcome result={results.get(row.contractId)} row={row} />
            </li>
          ))}
        </ul>
        {(waiting.data?.total ?? 0) > mostApprovalsAtOnce ? (
          <p className="hint">{t('orderBook.many.more', { number: formatNumber(mostApprovalsAtOnce) })}</p>
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

/** What came of a request, or what its author wrote. */
function Outcome({ result, row }: { result: ApprovalResult | undefined; row: PlanApprovalRow }) {
  if (result !== undefined)
    return (
      <span className={result.code === null ? 'order-book__done' : 'order-book__refused'}>
        {/* What there is to load anew is the contract, not this list. */}
        {result.code === 'common.versionConflict'
          ? t('orderBook.many.changed')
          : (saidOrNull(result.message) ?? t('orderBook.many.done'))}
      </span>
    );
  return (
    <span className="hint">
      {row.requestNote === null
        ? t('orderBook.many.askedBy', { name: row.requestedBy })
        : `${row.requestedBy}: ${row.requestNote}`}
    </span>
  );
}
