import { Popover } from '@base-ui/react/popover';
import type { Notification } from '@depotwerk/api/notifications/notifications';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { notificationText } from '@depotwerk/domain/notifications/notification-kinds';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { showApiError } from '../../platform/error-texts.ts';
import { said, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { jobTypeText } from '../jobs/public/job-texts.ts';
import { markAllRead, markRead, notificationsQuery } from './notification-queries.ts';
import '../../ui/menu.css';
import './notifications.css';

/** What has happened, newest first; an entry leads to what it is about and counts as read then. */
export function NotificationPanel({ anchor, onClose }: { anchor: HTMLElement; onClose: () => void }) {
  return (
    <Popover.Root open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <Popover.Portal>
        <Popover.Positioner className="ui-popup__positioner" anchor={anchor} sideOffset={6} align="end">
          <Popover.Popup
            className="ui-popup notifications__panel"
            aria-label={t('notifications.title')}
            finalFocus={() => anchor}
          >
            <NotificationList onClose={onClose} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function NotificationList({ onClose }: { onClose: () => void }) {
  const list = useInfiniteQuery(notificationsQuery);
  const [isBusy, setBusy] = useState(false);
  const entries = list.data?.pages.flatMap(({ notifications }) => notifications) ?? [];
  const readAll = async () => {
    setBusy(true);
    await markAllRead().catch(showApiError);
    setBusy(false);
  };
  return (
    <>
      <div className="notifications__head">
        <h2>{t('notifications.title')}</h2>
        {entries.some(({ readAt }) => readAt === null) ? (
          <Button size="small" kind="quiet" isBusy={isBusy} onClick={() => void readAll()}>
            {t('notifications.readAll')}
          </Button>
        ) : null}
      </div>
      {list.error && !list.isFetchNextPageError ? (
        <QueryError query={list} />
      ) : list.isPending ? (
        <Skeleton lines={4} />
      ) : entries.length === 0 ? (
        <EmptyState title={t('notifications.none')}>{t('notifications.noneHint')}</EmptyState>
      ) : (
        <ul className="notifications__list">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} onClose={onClose} />
          ))}
        </ul>
      )}
      <MoreButton query={list} size="small" />
      <Link
        to="/settings/$section"
        params={{ section: 'notifications' }}
        className="notifications__settings"
        onClick={onClose}
      >
        {t('notifications.toSettings')}
      </Link>
    </>
  );
}

/** Whose it is, how often it has happened, or that it leads nowhere any more. */
function detailOf({ kind, count, subject, jobType, path }: Notification): string | null {
  if (jobType !== null) return jobTypeText(jobType);
  if (subject !== null) return subject;
  if (path === null && kind !== 'jobEnded') return t('notifications.gone');
  return count > 1 ? t('notifications.times', { count }) : null;
}

function Entry({ entry, onClose }: { entry: Notification; onClose: () => void }) {
  const navigate = useNavigate();
  const { id, kind, happenedAt, readAt, path } = entry;
  const isUnread = readAt === null;
  const detail = detailOf(entry);
  const open = () => {
    if (isUnread) void markRead(id).catch(showApiError);
    if (path === null) return;
    onClose();
    void navigate({ to: path });
  };
  return (
    <li>
      <button
        type="button"
        className={classNames('notifications__entry', isUnread && 'notifications__entry--unread')}
        onClick={open}
      >
        <span className="notifications__what">
          {isUnread ? <span className="visually-hidden">{t('notifications.unread')}</span> : null}
          {said(notificationText(kind))}
        </span>
        {detail === null ? null : <span className="hint">{detail}</span>}
        <span className="hint">{formatDateTime(happenedAt)}</span>
      </button>
    </li>
  );
}
