import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { IconX } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import { t } from '../texts/texts.ts';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { useCountedDialog } from './open-dialogs.ts';
import './dialog.css';

export interface DialogProps {
  title: ReactNode;
  children: ReactNode;
  /** Asked when the user wants to close it: close button, Escape, click beside it. */
  onClose: () => void;
  /** Buttons at the foot, the main action last. */
  footer?: ReactNode;
  size?: 'small' | 'medium' | 'large' | undefined;
  /** Neither Escape nor a click beside it nor a close button; only the buttons inside close it. */
  isStatic?: boolean | undefined;
  /** Takes the focus first; without it, and where a function finds nothing, the first control does. */
  initialFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | null) | undefined;
  /** Further class of the window. */
  windowClass?: string | undefined;
}

/** Modal window: focus stays inside and returns to where it was; its title names it. Open as long as it is rendered. */
export function Dialog({
  title,
  children,
  onClose,
  footer,
  size = 'medium',
  isStatic = false,
  initialFocus,
  windowClass,
}: DialogProps) {
  useCountedDialog();
  return (
    <BaseDialog.Root
      open
      modal
      disablePointerDismissal={isStatic}
      onOpenChange={(isOpen, details) => {
        if (isOpen) return;
        if (isStatic) details.cancel();
        else onClose();
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="ui-dialog__backdrop" />
        <BaseDialog.Popup
          className={classNames('ui-dialog', `ui-dialog--${size}`, windowClass)}
          {...(initialFocus ? { initialFocus } : {})}
        >
          <div className="ui-dialog__head">
            <BaseDialog.Title className="ui-dialog__title">{title}</BaseDialog.Title>
            {isStatic ? null : (
              <IconButton label={t('common.close')} icon={<IconX size={20} />} onClick={onClose} />
            )}
          </div>
          <div className="ui-dialog__body">{children}</div>
          {footer ? <div className="ui-dialog__foot">{footer}</div> : null}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
