import { useBlocker } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { errorMessageOf } from '../../../platform/error-texts.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Banner } from '../../../ui/feedback.tsx';

interface LeaveGuardProps {
  /** Something is not saved. */
  isDirty: boolean;
  /** Something is not even stored as a draft: then closing the window asks as well. */
  isUnstored: boolean;
  /** Whether an address belongs to this wizard, or the wizard itself leaves for it. */
  isInside: (pathname: string) => boolean;
  /** Stores the draft; true once the server has it. */
  onKeep: () => Promise<boolean>;
  onDiscard: () => Promise<void>;
}

/** Guard of what is not saved: keep it as a draft, throw it away, or go on editing. */
export function LeaveGuard({ isDirty, isUnstored, isInside, onKeep, onDiscard }: LeaveGuardProps) {
  const keep = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState<'keep' | 'discard' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty && current.pathname !== next.pathname && !isInside(next.pathname),
    enableBeforeUnload: () => isUnstored,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  const leave = async (kind: 'keep' | 'discard') => {
    setBusy(kind);
    setFailure(null);
    try {
      if (kind === 'discard') await onDiscard();
      else if (!(await onKeep())) {
        setFailure(t('wizard.leave.keepFailed'));
        return;
      }
      blocker.proceed();
    } catch (error) {
      setFailure(errorMessageOf(error));
    } finally {
      setBusy(null);
    }
  };
  const stay = () => {
    setFailure(null);
    blocker.reset();
  };
  return (
    <Dialog
      size="small"
      title={t('wizard.leave.title')}
      initialFocus={keep}
      onClose={stay}
      footer={
        <>
          <Button onClick={stay}>{t('wizard.leave.stay')}</Button>
          <Button kind="danger" isBusy={busy === 'discard'} onClick={() => void leave('discard')}>
            {t('wizard.leave.discard')}
          </Button>
          <Button kind="primary" ref={keep} isBusy={busy === 'keep'} onClick={() => void leave('keep')}>
            {t('wizard.leave.keep')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{t('wizard.leave.text')}</p>
        {failure === null ? null : (
          <Banner tone="bad" role="alert">
            {failure}
          </Banner>
        )}
      </div>
    </Dialog>
  );
}
