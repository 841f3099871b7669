import { type ReactNode, useRef } from 'react';
import { t } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

interface DiscardDialogProps {
  onStay: () => void;
  onDiscard: () => void;
  isBusy?: boolean;
  /** Said above the question: what is lost, or why it could not be saved. */
  children?: ReactNode;
}

/** Asks before what is not saved goes; staying is what Enter does. */
export function DiscardDialog({ onStay, onDiscard, isBusy = false, children }: DiscardDialogProps) {
  const first = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      size="small"
      title={t('dialogs.confirmDiscardTitle')}
      isStatic
      initialFocus={first}
      onClose={onStay}
      footer={
        <>
          <Button kind="danger" isBusy={isBusy} onClick={onDiscard}>
            {t('common.discard')}
          </Button>
          <Button kind="primary" ref={first} onClick={onStay}>
            {t('dialogs.stay')}
          </Button>
        </>
      }
    >
      <div className="stack">
        {children}
        <p>{t('dialogs.confirmDiscard')}</p>
      </div>
    </Dialog>
  );
}
