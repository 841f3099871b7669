import type { AuthenticatedUser } from '@depotwerk/api/auth/auth';
import type { WhiteLabelConfig } from '@depotwerk/api/white-label/white-label';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { hasPermission, useSession } from '../../platform/session.ts';
import { useWhiteLabel } from '../../platform/white-label.ts';
import { adminEntriesOf } from '../../shell/admin-layout.tsx';
import { visibleNavigation } from '../../shell/navigation.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { catchLostFocus } from '../../ui/catch-focus.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { keysSaid } from '../../ui/keys-said.ts';
import { type TourKind, type TourStep, tours } from './help-content.ts';

/** Whose tour somebody takes: by what a day of hers is made of, because houses name their roles as they like. */
function tourKindOf(user: AuthenticatedUser | null): TourKind {
  if (user?.ownCustomerId !== undefined) return 'customer';
  const mayManage = hasPermission(user, 'admin.access');
  if (mayManage && hasPermission(user, 'userManagement.view')) return 'administrator';
  // Who builds tariffs has tasks, too, and no contracts.
  if (mayManage && !hasPermission(user, 'contracts.view')) return 'tariffs';
  if (hasPermission(user, 'workbench.view')) return 'adviser';
  return mayManage ? 'tariffs' : 'reading';
}

/** The steps of somebody's tour: of its pages those that her menus have. */
export function tourOf(
  user: AuthenticatedUser | null,
  features: WhiteLabelConfig['features'],
): readonly TourStep[] {
  const menu: string[] = visibleNavigation(user, features).map(({ to }) => to);
  const pages = new Set(
    menu.includes('/admin') ? [...menu, ...adminEntriesOf(user).map(({ to }) => to)] : menu,
  );
  return tours()[tourKindOf(user)].filter(({ path }) => path === null || pages.has(path));
}

/** The tour of the first day: a few pages of one's role, each opened behind the window that tells of it. */
export function Tour({ onClose }: { onClose: () => void }) {
  const user = useSession((state) => state.user);
  const { features } = useWhiteLabel();
  // Taken once: rights that change under way do not move the steps.
  const [steps] = useState(() => tourOf(user, features));
  const [place, setPlace] = useState(0);
  const navigate = useNavigate();
  // Whoever has seen it all goes on where he was; whoever stops stays on the page that made him stop.
  const [start] = useState(useLocation().href);
  const finish = () => {
    void navigate({ href: start });
    onClose();
  };
  const go = (next: number) => {
    const path = steps[next]?.path;
    setPlace(next);
    if (path) void navigate({ to: path });
  };
  // Of the page it ends on nothing was focused yet: its window lay before it.
  useEffect(() => catchLostFocus, []);
  const step = steps[place];
  if (!step) return null;
  const isLast = place === steps.length - 1;
  return (
    <Dialog
      title={step.title}
      size="small"
      windowClass="help-tour"
      onClose={onClose}
      footer={
        <>
          {place === 0 ? null : <Button onClick={() => go(place - 1)}>{t('help.back')}</Button>}
          <Button kind="primary" onClick={() => (isLast ? finish() : go(place + 1))}>
            {t(isLast ? 'help.finish' : 'help.next')}
          </Button>
        </>
      }
    >
      <div className="stack" aria-live="polite">
        <p className="hint">{t('help.step', { number: place + 1, of: steps.length })}</p>
        <p>{keysSaid(step.text)}</p>
      </div>
    </Dialog>
  );
}
