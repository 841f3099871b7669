import { Popover as BasePopover } from '@base-ui/react/popover';
import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip';
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

/** Short explanation on hover and focus. Never the only place of a piece of information: touch does not show it. */
export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger render={children} delay={300} />
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner className="ui-popup__positioner" sideOffset={6}>
          <BaseTooltip.Popup className="ui-tooltip">{text}</BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  );
}
