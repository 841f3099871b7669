import { changeContracts, previewContractChange, startContractChange } from '@depotwerk/api/contract-bulk';
import { formatNumberDe } from '@depotwerk/domain/number-de';
import { skipToken, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { callApi } from '../../../platform/api-client.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { errorMessageOf } from '../../../platform/error-texts.ts';
import { queryClient } from '../../../platform/query-client.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Banner, Skeleton } from '../../../ui/feedback.tsx';
import { showToast } from '../../../ui/toast.tsx';
import type { BulkChangeKind, BulkRequest } from './bulk-changes.ts';
import { type BulkOutcome, ChangePreview } from './change-preview.tsx';
import { ChangeTarget } from './change-target.tsx';

const JobPanel = lazy(async () => ({ default: (await import('../../jobs/job-panel.tsx')).JobPanel }));

interface BulkChangeDialogProps {
  kind: BulkChangeKind;
  selection: BulkRequest['selection'];
  onClose: () => void;
  /** After the change was made. */
  onDone: () => void;
}

/** Asks what many contracts shall change to, shows what that would do, and does just this when it is confirmed. */
export function BulkChangeDialog({ kind, selection, onClose, onDone }: BulkChangeDialogProps) {
  const [change, setChange] = useState<BulkRequest['change'] | null>(kind === 'checked' ? { kind } : null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const preview = useQuery({
    queryKey: ['contract-change', selection, change],
    queryFn:
      change === null
        ? skipToken
        : ({ signal }) => callApi(previewContractChange, { body: { selection, change } }, { signal }),
    // What is confirmed is what was shown: never an answer of an earlier visit.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const outcome = change === null ? undefined : preview.data;
  // Confirming the same outcome again is the same action: a lost answer changes nothing twice.
  const fingerprint = outcome?.fingerprint;
  const idempotencyKey = useMemo(() => (fingerprint === undefined ? '' : crypto.randomUUID()), [fingerprint]);
  const confirm = async () => {
    if (change === null || outcome === undefined) return;
    setBusy(true);
    setError(null);
    try {
      const body = { selection, change, fingerprint: outcome.fingerprint };
      const done = await callApi(changeContracts, { body }, { idempotencyKey });
      showToast(doneText(done));
      onClose();
      onDone();
      refreshContracts();
    } catch (failure) {
      setError(failure);
      if (isOutdated(failure)) await preview.refetch();
    } finally {
      setBusy(false);
    }
  };
  const failure = error ?? preview.error;
  // Too many for one transaction: the same as a job, whose progress and results its panel shows.
  const isJob = change !== null && isTooMany(preview.error);
  const jobKey = useMemo(() => (isJob ? crypto.randomUUID() : ''), [isJob]);
  const [jobId, setJobId] = useState<string | null>(null);
  const start = async () => {
    if (change === null) return;
    setBusy(true);
    setError(null);
    try {
      const body = { selection, change };
      const { id } = await callApi(startContractChange, { body }, { idempotencyKey: jobKey + change.kind });
      setJobId(id);
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  if (jobId !== null) {
    return (
      <Suspense fallback={null}>
        <JobPanel
          id={jobId}
          onClose={() => {
            onClose();
            onDone();
            refreshContracts();
          }}
        />
      </Suspense>
    );
  }
  return (
    <Dialog
      title={t(`contracts.bulk.${kind}`)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            kind="primary"
            isBusy={isBusy}
            disabled={
              preview.isFetching || (!isJob && (outcome === undefined || outcome.contractCount === 0))
            }
            onClick={() => void (isJob ? start() : confirm())}
          >
            {t(isJob ? 'contracts.bulk.inBackground' : 'contracts.bulk.submit')}
          </Button>
        </>
      }
    >
      <ChangeTarget
        kind={kind}
        onChange={(next) => {
          setError(null);
          setChange(next);
        }}
      />
      <p className="hint">{t(`contracts.bulk.hints.${kind}`)}</p>
      {outcome ? (
        <ChangePreview kind={kind} outcome={outcome} />
      ) : change !== null && !preview.isError ? (
        <Skeleton lines={3} />
      ) : null}
      {isJob && error === null ? (
        <Banner tone="info" role="status">
          {t('contracts.bulk.many')}
        </Banner>
      ) : failure ? (
        <Banner tone={isOutdated(failure) ? 'warn' : 'bad'} role="alert">
          {isOutdated(failure) ? t('contracts.bulk.outdated') : errorMessageOf(failure)}
        </Banner>
      ) : null}
    </Dialog>
  );
}

/** What changed shows in lists and on pages. */
function refreshContracts(): void {
  for (const key of ['contracts', 'contract', 'customers', 'customer']) {
    void queryClient.invalidateQueries({ queryKey: [key] });
  }
}

const isTooMany = (error: unknown) =>
  error instanceof ApiError && error.code === 'contracts.selectionTooLarge';

const isOutdated = (error: unknown) => error instanceof ApiError && error.code === 'common.versionConflict';

const doneText = ({ contractCount }: BulkOutcome) =>
  t('contracts.bulk.done', { count: contractCount, number: formatNumberDe(contractCount) });
