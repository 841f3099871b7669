import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useRef } from 'react';
import { t } from '../texts/texts.ts';
import { IconButton } from './button.tsx';
import { useCountedDialog } from './open-dialogs.ts';
import './dialog.css';
import './side-panel.css';

export interface SidePanelProps {
  title: ReactNode;
  /** One line under the title. */
  subtitle?: ReactNode;
  children: ReactNode;
  /** Asked when the user wants to close it: close button, Escape, click beside it. */
  onClose: () => void;
  /** Buttons at the foot, the main action last. */
  footer?: ReactNode;
  /** The first field takes the focus, not the close button: a form that is to be filled in. */
  startsInForm?: boolean | undefined;
}

/**
 * One object beside the list it was chosen from; on phones a page of its own. Modal: the focus stays inside and
 * returns to the row. Open as long as it is rendered.
 */
export function SidePanel({
  title,
  subtitle,
  children,
  onClose,
  footer,
  startsInForm = false,
}: SidePanelProps) {
  useCountedDialog();
  const body = useRef<HTMLDivElement>(null);
  const firstField = () =>
    body.current?.querySelector<HTMLElement>(':is(input, select, textarea):not([disabled])') ?? true;
  return (
    <BaseDialog.Root open modal onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="ui-dialog__backdrop" />
        <BaseDialog.Popup className="ui-side-panel" {...(startsInForm ? { initialFocus: firstField } : {})}>
          <div className="ui-side-panel__head">
            <div className="ui-side-panel__titles">
              <BaseDialog.Title className="ui-dialog__title">{title}</BaseDialog.Title>
              {subtitle ? <div className="hint">{subtitle}</div> : null}
            </div>
            <IconButton label={t('common.close')} icon={<IconX size={20} />} onClick={onClose} />
          </div>
          <div ref={body} className="ui-side-panel__body">
            {children}
          </div>
          {footer ? <div className="ui-side-panel__foot">{footer}</div> : null}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
