import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { errorMessageOf } from '../platform/error-texts.ts';
import { holdScreen } from '../platform/live/live-hold.ts';
import { useSession } from '../platform/session.ts';
import { t } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Banner } from '../ui/feedback.tsx';
import { DiscardDialog } from './discard-dialog.tsx';

interface LeaveGuardProps {
  /** Something is not saved. */
  isDirty: boolean;
  /** Something would go with the window: then the browser asks as well. Else whatever is not saved. */
  isUnstored?: boolean;
  /** Whether an address belongs to the form, or what is unsaved is meant to go. */
  isFree?: (pathname: string) => boolean;
  /** Members of the address whose change leaves the form as another page would; usually the object in the panel. */
  leavesWith?: readonly string[];
  /** Tried before anybody is asked; true once nothing is unsaved. */
  saveFirst?: () => Promise<boolean>;
  /** What is unsaved is there again when the same person has signed in again: an ended session asks nothing. */
  isKeptOverLoss?: boolean;
  /** Said above the question: what is lost, or why it could not be saved. */
  reason?: string;
  /** Where the server keeps drafts: stores this one (true once it is there), or throws it away. */
  draft?: { keep: () => Promise<boolean>; discard: () => Promise<void> };
}

/** The session has ended, and the way leads to the sign-in. */
const isOver = () => useSession.getState().user === null;

const inPanel = ['open'];
const isSameIn = (names: readonly string[], one: object, other: object): boolean => {
  const [left, right] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  return names.every((name) => left.get(name) === right.get(name));
};

/** The one guard of what is not saved: another page or another object in the panel asks first; dialogs do not leave. */
export function LeaveGuard({
  isDirty,
  isUnstored = isDirty,
  isFree = () => false,
  leavesWith = inPanel,
  isKeptOverLoss = false,
  saveFirst,
  reason,
  draft,
}: LeaveGuardProps) {
  const first = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState<'keep' | 'discard' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => (isDirty ? holdScreen() : undefined), [isDirty]);
  const blocker = useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      isDirty &&
      (current.pathname !== next.pathname || !isSameIn(leavesWith, current.search, next.search)) &&
      !isFree(next.pathname) &&
      !(isKeptOverLoss && isOver()) &&
      !(await saveFirst?.()),
    enableBeforeUnload: () => isUnstored && !isFree(globalThis.location.pathname),
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  const stay = () => {
    setFailure(null);
    blocker.reset();
  };
  const leave = async (kind: 'keep' | 'discard') => {
    setBusy(kind);
    setFailure(null);
    try {
      if (kind === 'discard') await draft?.discard();
      else if (!(await draft?.keep())) return setFailure(t('forms.leave.keepFailed'));
      blocker.proceed();
    } catch (error) {
      setFailure(errorMessageOf(error));
    } finally {
      setBusy(null);
    }
  };
  const lost = (
    <>
      {reason === undefined ? null : <p>{reason}</p>}
      {isOver() ? <p>{t('forms.leave.sessionOver')}</p> : null}
    </>
  );
  // Without a draft there is nothing that could fail: what is unsaved only goes.
  if (!draft)
    return (
      <DiscardDialog onStay={stay} isBusy={busy === 'discard'} onDiscard={() => void leave('discard')}>
        {lost}
      </DiscardDialog>
    );
  return (
    <Dialog
      size="small"
      title={t('dialogs.confirmDiscardTitle')}
      initialFocus={first}
      onClose={stay}
      footer={
        <>
          <Button onClick={stay}>{t('dialogs.stay')}</Button>
          <Button kind="danger" isBusy={busy === 'discard'} onClick={() => void leave('discard')}>
            {t('forms.leave.discard')}
          </Button>
          <Button kind="primary" ref={first} isBusy={busy === 'keep'} onClick={() => void leave('keep')}>
            {t('forms.leave.keep')}
          </Button>
        </>
      }
    >
      <div className="stack">
        {lost}
        <p>{t('forms.leave.text')}</p>
        {failure === null ? null : (
          <Banner tone="bad" role="alert">
            {failure}
          </Banner>
        )}
      </div>
    </Dialog>
  );
}
