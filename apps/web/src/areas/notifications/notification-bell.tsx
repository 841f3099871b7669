import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { t } from '../../texts/texts.ts';
import { IconButton } from '../../ui/button.tsx';
import { unreadCountQuery } from './notification-queries.ts';
import './notifications.css';

const NotificationPanel = lazy(async () => ({
  default: (await import('./notification-panel.tsx')).NotificationPanel,
}));

/** More are counted by nobody. */
const mostShown = 99;

/** Bell with the number of unread notifications; its list comes on first use. */
export function NotificationBell() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { data } = useQuery(unreadCountQuery);
  const count = data?.unreadCount ?? 0;
  return (
    <span className="notifications__bell">
      <IconButton
        label={count === 0 ? t('notifications.title') : t('notifications.bell', { count })}
        icon={<IconBell size={20} />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      {count === 0 ? null : (
        <span className="notifications__count" aria-hidden="true">
          {count > mostShown ? `${mostShown}+` : count}
        </span>
      )}
      {anchor ? (
        <Suspense fallback={null}>
          <NotificationPanel anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      ) : null}
    </span>
  );
}
