import { formatDateTime } from '@depotwerk/domain/date-text';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { showApiError } from '../../../platform/error-texts.ts';
import { useMayChange } from '../../../platform/session.ts';
import { said, t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import type { LabelTone } from '../../../ui/cells.tsx';
import { ColourLabel } from '../../../ui/cells.tsx';
import { LoadError, Skeleton } from '../../../ui/feedback.tsx';
import { Card } from '../../../ui/layout.tsx';
import { MoreButton, type PagedQuery } from '../../../ui/more-button.tsx';
import { showToast } from '../../../ui/toast.tsx';
import '../../funds/public/fund-picker.css';

/** A message that went out or is to, by mail or SMS. */
export interface OutboxMessage {
  readonly id: number;
  readonly recipient: string;
  /** What it is about, or whose it is. */
  readonly about: string;
  readonly state: keyof typeof tones;
  readonly attempts: number;
  readonly createdAt: string;
  readonly nextAttemptAt: string | null;
  readonly lastError: string | null;
  /** What to know before it is sent again. */
  readonly hint: string | null;
  readonly isResendable: boolean;
}

const tones = {
  queued: 'info',
  sending: 'info',
  sent: 'ok',
  failed: 'bad',
  unclear: 'warn',
} as const satisfies Record<string, LabelTone>;

/** Day and time of something that happened to a message. */
export const moment = (text: string): string => formatDateTime(text);

/** Messages with what became of them, newest first; what failed can be sent again by a person. */
export function OutboxCard({
  messages,
  error,
  onRetry,
  resending,
  onResend,
  older,
  texts = { title: t('mail.outbox'), empty: t('mail.outboxEmpty'), failed: t('mail.outboxFailed') },
}: {
  /** undefined while they load. */
  messages: readonly OutboxMessage[] | undefined;
  error: unknown;
  onRetry: () => void;
  /** The message that is being put back. */
  resending: number | null | undefined;
  onResend: (id: number) => void;
  /** Reads on to earlier ones. */
  older: PagedQuery;
  /** Where they are no messages to people. */
  texts?: { readonly title: string; readonly empty: string; readonly failed: string };
}) {
  return (
    <Card title={texts.title}>
      {error ? (
        <LoadError title={texts.failed} error={error} onRetry={onRetry} />
      ) : !messages ? (
        <Skeleton lines={4} />
      ) : messages.length === 0 ? (
        <p className="hint">{texts.empty}</p>
      ) : (
        <>
          <ul className="fund-picker__hits">
            {messages.map((message) => (
              <MessageRow
                key={message.id}
                message={message}
                isBusy={resending === message.id}
                onResend={() => onResend(message.id)}
              />
            ))}
          </ul>
          <MoreButton query={older} />
        </>
      )}
    </Card>
  );
}

function MessageRow({
  message,
  isBusy,
  onResend,
}: {
  message: OutboxMessage;
  isBusy: boolean;
  onResend: () => void;
}) {
  const mayAct = useMayChange();
  const { recipient, about, state, attempts, createdAt, nextAttemptAt, lastError, hint } = message;
  return (
    <li className="fund-picker__hit">
      <span className="fund-picker__name">
        {recipient}
        <span className="hint">
          {about} · {moment(createdAt)}
        </span>
        {lastError === null ? null : <span className="hint">{said(lastError)}</span>}
        {hint === null ? null : <span className="hint">{hint}</span>}
        {nextAttemptAt !== null && attempts > 0 ? (
          <span className="hint">{t('mail.nextAttempt', { date: moment(nextAttemptAt) })}</span>
        ) : null}
      </span>
      <span className="row">
        <ColourLabel tone={tones[state]}>{t(`mail.states.${state}`)}</ColourLabel>
        {mayAct && message.isResendable ? (
          <Button
            size="small"
            aria-label={`${t('mail.resend')}: ${recipient}`}
            isBusy={isBusy}
            onClick={onResend}
          >
            {t('mail.resend')}
          </Button>
        ) : null}
      </span>
    </li>
  );
}

const pageSize = 50;

/** The messages of a way out, newest first, looked at again every five seconds; what bounced can be sent again by a person. */
export function useOutbox<Message extends { readonly id: number }>(
  key: 'mails' | 'sms' | 'webhookDeliveries',
  list: (query: { page: number; pageSize: number }, signal: AbortSignal) => Promise<readonly Message[]>,
  send: (id: number) => Promise<unknown>,
) {
  const client = useQueryClient();
  const sent = useInfiniteQuery({
    queryKey: [key],
    queryFn: ({ pageParam, signal }) => list({ page: pageParam, pageSize }, signal),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.length < pageSize ? undefined : page + 1),
    // Whoever looks back reads what is over: all that was loaded is not read anew every few seconds.
    refetchInterval: (query) => ((query.state.data?.pages.length ?? 1) > 1 ? false : 5000),
  });
  const resend = useMutation({
    mutationFn: send,
    onSuccess: async () => {
      showToast(t('mail.resent'));
      await client.invalidateQueries({ queryKey: [key] });
    },
    onError: showApiError,
  });
  // What came in since moves the rest down: the last of one page is the first of the next.
  const known = new Map(sent.data?.pages.flat().map((message) => [message.id, message]));
  return {
    messages: sent.data && [...known.values()],
    error: sent.isFetchNextPageError ? null : sent.error,
    onRetry: () => void sent.refetch(),
    resending: resend.isPending ? resend.variables : null,
    onResend: resend.mutate,
    older: sent,
  };
}
