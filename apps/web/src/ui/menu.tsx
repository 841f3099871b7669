import { Menu as BaseMenu } from '@base-ui/react/menu';
import { IconDots } from '@tabler/icons-react';
import type { ReactElement, ReactNode } from 'react';
import { t } from '../texts/texts.ts';
import { classNames } from './class-names.ts';
import './menu.css';

export interface MenuEntry {
  key: string;
  label: string;
  icon?: ReactNode;
  onSelect: () => void;
  isDisabled?: boolean | undefined;
  isDanger?: boolean | undefined;
}

export interface MenuProps {
  /** The button that opens it; gets the menu's attributes. */
  trigger: ReactElement;
  entries: readonly MenuEntry[];
  /** Not selectable line above the entries. */
  heading?: ReactNode;
  align?: 'start' | 'end' | undefined;
}

/** Button with a list of actions. Arrow keys, type-ahead and Escape work. */
export function Menu({ trigger, entries, heading, align = 'end' }: MenuProps) {
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner className="ui-popup__positioner" sideOffset={6} align={align}>
          <BaseMenu.Popup className="ui-popup">
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

/** Table cell with the actions of its row, behind one button. `rowLabel` tells the rows apart for screen readers. */
export function ActionsCell({ rowLabel, entries }: { rowLabel: string; entries: readonly MenuEntry[] }) {
  const label = `${t('common.more')}: ${rowLabel}`;
  return (
    <Menu
      entries={entries}
      trigger={
        <button type="button" className="ui-icon-button" aria-label={label} title={t('common.more')}>
          <IconDots size={20} aria-hidden="true" />
        </button>
      }
    />
  );
}
