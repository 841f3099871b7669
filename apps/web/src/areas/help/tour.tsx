import type { AuthenticatedUser } from '@depotwerk/api/auth';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { hasPermission } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { keysSaid } from '../../ui/keys-said.ts';
import { type TourKind, tours } from './help-content.ts';

/** Whose tour somebody takes. */
export function tourKindOf(user: AuthenticatedUser | null): TourKind {
  if (user?.ownCustomerId !== undefined) return 'customer';
  return hasPermission(user, 'admin.access') ? 'administrator' : 'adviser';
}

/** The tour of the first day: a few pages of one's role, each opened behind the window that tells of it. */
export function Tour({ kind, onClose }: { kind: TourKind; onClose: () => void }) {
  const steps = tours()[kind];
  const [place, setPlace] = useState(0);
  const navigate = useNavigate();
  const go = (next: number) => {
    const path = steps[next]?.path;
    setPlace(next);
    // Who may not open the page is led on by its guard; the window stays.
    if (path) void navigate({ to: path });
  };
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
          <Button kind="primary" onClick={() => (isLast ? onClose() : go(place + 1))}>
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
