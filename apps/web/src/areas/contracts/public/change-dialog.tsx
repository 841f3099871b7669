import { noGroupId } from '@depotwerk/domain/permissions';
import { type QueryKey, skipToken, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ComponentType, useMemo, useState } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { errorMessageOf } from '../../../platform/error-texts.ts';
import { readAnew } from '../../../platform/read-anew.ts';
import { dialogLink } from '../../../shell/dialog-link.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Banner, Skeleton } from '../../../ui/feedback.tsx';
import { offerTakingBack } from '../../../ui/take-back.ts';
import { showToast } from '../../../ui/toast.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { ChangeTarget } from '../bulk/change-target.tsx';
import { tellTakenBack } from '../bulk/taken-back.ts';
import type { BulkChangeKind, BulkRequest } from './bulk-changes.ts';

type Change = BulkRequest['change'];

/** A change of many contracts or customers: its calls, and how their answers read. */
export interface ChangeWork<Outcome> {
  /** Names what is asked about, for the query. */
  readonly key: QueryKey;
  /** As what the server keeps tags that were taken off. */
  readonly keptAs: 'contractTags' | 'customerTags';
  readonly hint: string;
  readonly outdated: string;
  readonly preview: (change: Change, signal: AbortSignal) => Promise<Outcome>;
  readonly confirm: (change: Change, fingerprint: string, idempotencyKey: string) => Promise<Outcome>;
  /** The same as a job where there are too many for one transaction, what to say of that, and where its results show. */
  readonly start: (change: Change, idempotencyKey: string) => Promise<{ id: string }>;
  readonly manyText: string;
  readonly results: 'bulkChange' | 'bulkCustomers';
  readonly isNothing: (outcome: Outcome) => boolean;
  readonly doneText: (outcome: Outcome) => string;
  readonly Preview: ComponentType<{ kind: BulkChangeKind; outcome: Outcome }>;
}

interface ChangeDialogProps<Outcome> {
  kind: BulkChangeKind;
  work: ChangeWork<Outcome>;
  onClose: () => void;
  /** After the change was made. */
  onDone: () => void;
}

/** Asks what many shall change to, shows what that would do, and does just this when it is confirmed. */
export function ChangeDialog<Outcome extends { fingerprint: string; keptId?: string | undefined }>({
  kind,
  work,
  onClose,
  onDone,
}: ChangeDialogProps<Outcome>) {
  const navigate = useNavigate();
  const [change, setChange] = useState<Change | null>(kind === 'checked' ? { kind } : null);
  const { isBusy, failure: error, act, forget } = useAction();
  const preview = useQuery<Outcome>({
    queryKey: [...work.key, change],
    queryFn: change === null ? skipToken : ({ signal }) => work.preview(change, signal),
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
    await act(
      async () => {
        const done = await work.confirm(change, outcome.fingerprint, idempotencyKey);
        const kept = keptOf(change, work.keptAs);
        if (kept === null) showToast(work.doneText(done));
        else
          offerTakingBack(work.doneText(done), { ...kept, keptId: done.keptId }, refreshLists, tellTakenBack);
        onClose();
        onDone();
        refreshLists();
      },
      async (failure) => {
        if (isOutdated(failure)) await preview.refetch();
      },
    );
  };
  const failure = error ?? preview.error;
  // Too many for one transaction: the same as a job, whose progress and results its dialog shows.
  const isJob = change !== null && isTooMany(preview.error);
  const jobKey = useMemo(() => (isJob ? crypto.randomUUID() : ''), [isJob]);
  const start = async () => {
    if (change === null) return;
    await act(async () => {
      const { id } = await work.start(change, jobKey + change.kind);
      onClose();
      onDone();
      await navigate({ to: '.', ...dialogLink(work.results, { jobId: id }) });
    });
  };
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
            disabled={preview.isFetching || (!isJob && (outcome === undefined || work.isNothing(outcome)))}
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
          forget();
          setChange(next);
        }}
      />
      <p className="hint">{work.hint}</p>
      {outcome ? (
        <work.Preview kind={kind} outcome={outcome} />
      ) : change !== null && !preview.isError ? (
        <Skeleton lines={3} />
      ) : null}
      {isJob && error === null ? (
        <Banner tone="info" role="status">
          {work.manyText}
        </Banner>
      ) : failure ? (
        <Banner tone={isOutdated(failure) ? 'warn' : 'bad'} role="alert">
          {isOutdated(failure) ? work.outdated : errorMessageOf(failure)}
        </Banner>
      ) : null}
    </Dialog>
  );
}

/** As what the server keeps for a moment what many were; null where a change is not taken back. */
function keptOf(change: Change, keptAs: ChangeWork<unknown>['keptAs']) {
  switch (change.kind) {
    case 'removeTag':
      return { objectType: keptAs, objectId: change.tagId };
    case 'addTag':
      return { objectType: `${keptAs}Given` as const, objectId: change.tagId };
    case 'group':
      return { objectType: 'customerGroups' as const, objectId: change.groupId ?? noGroupId };
    case 'tariff':
      return { objectType: 'contractTariffs' as const, objectId: change.tariffId };
    default:
      return null;
  }
}

/** What changed shows in lists and on pages. */
const refreshLists = () => void readAnew('contracts', 'contract', 'customers', 'customer');

const isTooMany = (error: unknown) =>
  error instanceof ApiError &&
  (error.code === 'contracts.selectionTooLarge' || error.code === 'customers.selectionTooLarge');

const isOutdated = (error: unknown) => error instanceof ApiError && error.code === 'common.versionConflict';
