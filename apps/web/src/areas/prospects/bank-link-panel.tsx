import type { BankLink } from '@depotwerk/api/prospects/analysis-bank';
import type { AnalysisHolding } from '@depotwerk/api/prospects/depot-analysis';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Banner, ErrorBanner, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { attemptsLeftAfter, BankConfirmation } from './bank-confirmation.tsx';
import { BankDepotChoice } from './bank-depot-choice.tsx';
import { bankLinkQuery, leaveBank } from './bank-link-queries.ts';
import { BankSignIn } from './bank-sign-in.tsx';
import { useGone } from './use-gone.ts';

/** Why a link is no more, though nobody left it. */
type Ended = 'rejected' | 'expired' | 'guessed' | 'over';

interface BankLinkPanelProps {
  guid: string;
  onTake: (holdings: readonly AnalysisHolding[], notes: readonly string[]) => void;
  onLeave: () => void;
}

/**
 * The way to the visitor's bank: signing in, confirming, choosing depots. How far it is the server knows, so that a page that
 * is loaded anew goes on where it was; what was typed by hand beside it stays.
 */
export function BankLinkPanel({ guid, onTake, onLeave }: BankLinkPanelProps) {
  const client = useQueryClient();
  const query = bankLinkQuery(guid);
  const link = useQuery(query);
  /** Found by a step. */
  const [foundEnd, setFoundEnd] = useState<Ended | null>(null);
  const [wasOpen, setWasOpen] = useState(false);
  const set = (next: BankLink | null) => client.setQueryData(query.queryKey, next);
  const state = link.data?.state;
  const current = link.data && (state === 'pending' || state === 'confirmed') ? link.data : null;
  if (current !== null && !wasOpen) setWasOpen(true);
  const ended =
    foundEnd ??
    (state === 'rejected' || state === 'expired' ? state : link.data === null && wasOpen ? 'over' : null);
  const leaving = useMutation({
    mutationFn: () => leaveBank(guid),
    onSuccess: () => {
      client.removeQueries({ queryKey: query.queryKey });
      onLeave();
    },
  });
  useGone(link.error, leaving.error);
  /** A step found the link ended: it is begun anew. */
  const noteEnd = (error: unknown) => {
    if (!isEnd(error)) return;
    setFoundEnd(error.code === 'bankLink.ended' ? 'over' : 'guessed');
    set(null);
  };
  return (
    <div className="stack">
      {link.isPending ? (
        <Skeleton height={200} />
      ) : link.isError ? (
        <QueryError query={link} />
      ) : current === null ? (
        <>
          {ended === null ? null : (
            <Banner tone="warn" role="alert">
              {t(`analysis.bank.ended.${ended}`)}
            </Banner>
          )}
          <BankSignIn
            guid={guid}
            onSignedIn={(opened) => {
              setFoundEnd(null);
              set(opened);
            }}
          />
        </>
      ) : current.state === 'pending' ? (
        <BankConfirmation
          key={current.issuerId}
          guid={guid}
          link={current}
          onChanged={set}
          onFailed={noteEnd}
          onTimeOver={() => void link.refetch()}
        />
      ) : (
        <BankDepotChoice
          guid={guid}
          link={current}
          onFailed={noteEnd}
          onTake={(holdings, notes) => {
            client.removeQueries({ queryKey: query.queryKey });
            onTake(holdings, notes);
            // What is read is read; a permission nobody ended is over by itself.
            leaveBank(guid).catch(() => undefined);
          }}
        />
      )}
      <ErrorBanner error={leaving.error} />
      <div className="row">
        <Button isBusy={leaving.isPending} onClick={() => leaving.mutate()}>
          {t('analysis.bank.leave')}
        </Button>
      </div>
    </div>
  );
}

/** The link is no more: its time is over, or a code was wrong too often. */
const isEnd = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'bankLink.ended' || attemptsLeftAfter(error) === 0);
