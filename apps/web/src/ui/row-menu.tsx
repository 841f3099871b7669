import { Menu as BaseMenu } from '@base-ui/react/menu';
import { classNames } from './class-names.ts';
import type { MenuEntry } from './menu.tsx';
import './menu.css';

export interface RowMenuProps {
  /** The button it hangs on; null = closed. */
  anchor: HTMLElement | null;
  entries: readonly MenuEntry[];
  onClose: () => void;
}

/**
 * The actions of a table row, one menu for the whole table: a menu per row would make scrolling heavy. The focus
 * returns to the row's button.
 */
export function RowMenu({ anchor, entries, onClose }: RowMenuProps) {
  if (!anchor) return null;
  return (
    <BaseMenu.Root open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <BaseMenu.Portal>
        <BaseMenu.Positioner className="ui-popup__positioner" anchor={anchor} sideOffset={6} align="end">
          <BaseMenu.Popup
            className="ui-popup"
            aria-label={anchor.getAttribute('aria-label') ?? ''}
            finalFocus={() => anchor}
          >
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
