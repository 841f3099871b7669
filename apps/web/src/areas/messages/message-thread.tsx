import { longestMessage, type MessageThread as Thread } from '@depotwerk/api/messages/messages';
import { withoutControlCharacters } from '@depotwerk/domain/control-characters';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { IconMessages, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { errorMessageOf, showApiError } from '../../platform/error-texts.ts';
import { useMayChange } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Banner, EmptyState, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import type { ThreadSource } from './message-queries.ts';
import './messages.css';
import { PlainForm } from '../../ui/field.tsx';

type Message = Thread['messages'][number];

interface MessageThreadProps {
  source: ThreadSource;
  /** The side that looks: its own messages stand on the right. */
  isCustomer: boolean;
}

/** A thread, oldest first, and the field to write; what is shown counts as read. */
export function MessageThread({ source, isCustomer }: MessageThreadProps) {
  const thread = useQuery(source.query);
  const mayAct = useMayChange();
  const [older, setOlder] = useState<Thread | null>(null);
  const unread = thread.data?.unreadCount ?? 0;
  useEffect(() => {
    // A look as somebody else marks nothing; the server refuses it, and the thread stays readable.
    if (unread > 0) source.markRead().catch(() => {});
  }, [unread, source]);
  if (thread.isError && !thread.data) {
    return (
      <Card title={t('messages.title')}>
        <QueryError query={thread} />
      </Card>
    );
  }
  if (!thread.data) return <Skeleton height={240} />;
  const messages = [...(older?.messages ?? []), ...thread.data.messages];
  const first = messages[0];
  const hasOlder = older?.hasOlder ?? thread.data.hasOlder;
  const loadOlder = async () => {
    if (!first) return;
    try {
      const page = await source.loadBefore(first.entryNumber);
      setOlder({ ...page, messages: [...page.messages, ...(older?.messages ?? [])] });
    } catch (error) {
      showApiError(error);
    }
  };
  return (
    // The customer's own page bears the title already.
    <Card title={isCustomer ? undefined : t('messages.title')}>
      {hasOlder ? (
        <p className="messages__older">
          <Button kind="quiet" onClick={() => void loadOlder()}>
            {t('messages.older')}
          </Button>
        </p>
      ) : null}
      {messages.length === 0 ? (
        <EmptyState icon={<IconMessages size={32} aria-hidden="true" />} title={t('messages.empty')}>
          {t(isCustomer ? 'messages.emptyHintOwn' : 'messages.emptyHint')}
        </EmptyState>
      ) : (
        <ol className="messages__list" aria-label={t('messages.listLabel')}>
          {messages.map((message) => (
            <Line key={message.id} message={message} isOwn={message.isFromCustomer === isCustomer} />
          ))}
        </ol>
      )}
      {!thread.data.hasAccess ? (
        <Banner>{t('messages.noAccess')}</Banner>
      ) : mayAct ? (
        <Writing source={source} isCustomer={isCustomer} />
      ) : null}
    </Card>
  );
}

function Line({ message, isOwn }: { message: Message; isOwn: boolean }) {
  return (
    <li className={classNames('messages__line', isOwn && 'messages__line--own')}>
      <p className="messages__text">{message.text}</p>
      <p className="hint">
        {t('messages.meta', { name: message.senderName, date: formatDateTime(message.sentAt) })}
        {isOwn
          ? ` · ${message.readAt === null ? t('messages.unread') : t('messages.readAt', { date: formatDateTime(message.readAt) })}`
          : null}
      </p>
    </li>
  );
}

function Writing({ source, isCustomer }: { source: ThreadSource; isCustomer: boolean }) {
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const send = async () => {
    if (text.trim() === '') {
      setError(t('messages.textMissing'));
      return;
    }
    setBusy(true);
    setError(null);
    try {
      await source.send(text);
      setText('');
    } catch (failure) {
      // What was written stays in the field.
      setError(errorMessageOf(failure));
    }
    setBusy(false);
  };
  return (
    <PlainForm className="stack messages__form" onSubmit={() => void send()}>
      <TextArea
        label={t('messages.text')}
        hint={t(isCustomer ? 'messages.hintOwn' : 'messages.hint')}
        error={error ?? undefined}
        value={text}
        onChange={(typed) => setText(withoutControlCharacters(typed))}
        maxLength={longestMessage}
        rows={4}
      />
      <div>
        <Button kind="primary" type="submit" isBusy={isBusy} icon={<IconSend size={18} aria-hidden="true" />}>
          {t('messages.send')}
        </Button>
      </div>
    </PlainForm>
  );
}
