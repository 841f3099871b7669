import { IconDots } from '@tabler/icons-react';
import type { ButtonHTMLAttributes, KeyboardEvent, MouseEvent, ReactElement, ReactNode } from 'react';
import { cloneElement, lazy, Suspense, useState } from 'react';
import { t } from '../texts/texts.ts';

const AnchoredMenu = lazy(async () => ({ default: (await import('./anchored-menu.tsx')).AnchoredMenu }));

export interface MenuEntry {
  key: string;
  label: string;
  icon?: ReactNode;
  onSelect: () => void;
  isDisabled?: boolean | undefined;
  isDanger?: boolean | undefined;
}

export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
  entries: readonly MenuEntry[];
  /** Not selectable lines above the entries. */
  heading?: ReactNode;
  align?: 'start' | 'end' | undefined;
}

/** Button with a list of actions. Arrow keys, type-ahead and Escape work; the list's code comes on first use. */
export function Menu({ trigger, entries, heading, align }: MenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const button = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': anchor !== null,
    onClick: (event: MouseEvent<HTMLButtonElement>) => setAnchor(event.currentTarget),
    onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      setAnchor(event.currentTarget);
    },
  });
  return (
    <>
      {button}
      {anchor ? (
        <Suspense fallback={null}>
          <AnchoredMenu
            anchor={anchor}
            entries={entries}
            heading={heading}
            align={align}
            onClose={() => setAnchor(null)}
          />
        </Suspense>
      ) : null}
    </>
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
