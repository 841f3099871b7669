import { Menu as BaseMenu } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import type { MenuEntry } from './menu.tsx';
import './menu.css';

export interface AnchoredMenuProps {
  /** The button it hangs on; the focus returns there. */
  anchor: HTMLElement;
  entries: readonly MenuEntry[];
  onClose: () => void;
  /** Not selectable lines above the entries. */
  heading?: ReactNode;
  align?: 'start' | 'end' | undefined;
}

/** Open menu at a button. Loaded on first use, because positioning and focus handling weigh a lot. */
export function AnchoredMenu({ anchor, entries, onClose, heading, align = 'end' }: AnchoredMenuProps) {
  const label = anchor.getAttribute('aria-label') ?? anchor.textContent ?? '';
  return (
    <BaseMenu.Root open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <BaseMenu.Portal>
        <BaseMenu.Positioner className="ui-popup__positioner" anchor={anchor} sideOffset={6} align={align}>
          <BaseMenu.Popup className="ui-popup" aria-label={label} finalFocus={() => anchor}>
            {heading ? <div className="ui-menu__heading">{heading}</div> : null}
            {entries.map((entry) => (
              <BaseMenu.Item
                key={entry.key}
                className={classNames('ui-menu__item', entry.isDanger && 'ui-menu__item--danger')}
                disabled={entry.isDisabled ?? false}
                onClick={entry.onSelect}
              >
                {entry.icon}
                {entry.label}
              </BaseMenu.Item>
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}
