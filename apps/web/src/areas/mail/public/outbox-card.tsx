import { formatDateTime } from '@depotwerk/domain/date-text';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { showApiError } from '../../../platform/error-texts.ts';
import { useMayChange } from '../../../platform/session.ts';
import { said, t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import type { LabelTone } from '../../../ui/cells.tsx';
import { ColourLabel } from '../../../ui/cells.tsx';
import { LoadError, Skeleton } from '../../../ui/feedback.tsx';
import { Card } from '../../../ui/layout.tsx';
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

/** The newest messages with what became of them; what failed can be sent again by a person. */
export function OutboxCard({
  messages,
  error,
  onRetry,
  resending,
  onResend,
  texts = { title: t('mail.outbox'), empty: t('mail.outboxEmpty'), failed: t('mail.outboxFailed') },
}: {
  /** undefined while they load. */
  messages: readonly OutboxMessage[] | undefined;
  error: unknown;
  onRetry: () => void;
  /** The message that is being put back. */
  resending: number | null | undefined;
  onResend: (id: number) => void;
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

/** The newest messages of a way out, looked at again every five seconds; what bounced can be sent again by a person. */
export function useOutbox<Message>(
  key: 'mails' | 'sms' | 'webhookDeliveries',
  list: (signal: AbortSignal) => Promise<readonly Message[]>,
  send: (id: number) => Promise<unknown>,
) {
  const client = useQueryClient();
  const sent = useQuery({ queryKey: [key], queryFn: ({ signal }) => list(signal), refetchInterval: 5000 });
  const resend = useMutation({
    mutationFn: send,
    onSuccess: async () => {
      showToast(t('mail.resent'));
      await client.invalidateQueries({ queryKey: [key] });
    },
    onError: showApiError,
  });
  return {
    messages: sent.data,
    error: sent.error,
    onRetry: () => void sent.refetch(),
    resending: resend.isPending ? resend.variables : null,
    onResend: resend.mutate,
  };
}
