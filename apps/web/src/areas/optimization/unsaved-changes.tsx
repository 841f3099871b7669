import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Guard of unsaved changes: leaving the page asks first; dialogs over the page do not leave it. */
export function UnsavedChanges({ isDirty }: { isDirty: boolean }) {
  const stay = useRef<HTMLButtonElement>(null);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Dialog
      size="small"
      title={t('optimization.unsaved.title')}
      isStatic
      initialFocus={stay}
      onClose={blocker.reset}
      footer={
        <>
          <Button kind="danger" onClick={blocker.proceed}>
            {t('optimization.unsaved.discard')}
          </Button>
          <Button kind="primary" ref={stay} onClick={blocker.reset}>
            {t('optimization.unsaved.stay')}
          </Button>
        </>
      }
    >
      <p>{t('optimization.unsaved.text')}</p>
    </Dialog>
  );
}
