import { Popover as BasePopover } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import './menu.css';

export interface PopoverProps {
  trigger: ReactElement;
  /** Names the popover for screen readers. */
  label: string;
  children: ReactNode;
  align?: 'start' | 'center' | 'end' | undefined;
}

/** Small panel at its button, for filters and explanations. */
export function Popover({ trigger, label, children, align = 'start' }: PopoverProps) {
  return (
    <BasePopover.Root>
      <BasePopover.Trigger render={trigger} />
      <BasePopover.Portal>
        <BasePopover.Positioner className="ui-popup__positioner" sideOffset={6} align={align}>
          <BasePopover.Popup className="ui-popup ui-popup--padded" aria-label={label}>
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}
