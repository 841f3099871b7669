import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { t } from '../texts/texts.ts';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import './dialog.css';

interface DrawerProps {
  label: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  side?: 'left' | 'right' | undefined;
  children: ReactNode;
}

/** Panel that slides in from the side: navigation on the phone, filters. */
export function Drawer({ label, isOpen, onOpenChange, side = 'left', children }: DrawerProps) {
  // The browser's back leads to another page, which it must not cover.
  useEffect(() => {
    if (!isOpen) return;
    const close = () => onOpenChange(false);
    addEventListener('popstate', close);
    return () => removeEventListener('popstate', close);
  }, [isOpen, onOpenChange]);
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={(open) => onOpenChange(open)} modal>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="ui-dialog__backdrop" />
        <BaseDialog.Popup className={classNames('ui-drawer', `ui-drawer--${side}`)}>
          <div className="ui-drawer__head">
            <BaseDialog.Title className="ui-dialog__title">{label}</BaseDialog.Title>
            <IconButton
              label={t('common.close')}
              icon={<IconX size={20} />}
              onClick={() => onOpenChange(false)}
            />
          </div>
          <div className="ui-drawer__body">{children}</div>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
