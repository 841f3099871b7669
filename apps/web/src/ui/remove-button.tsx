import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { IconButton, type IconButtonProps } from './button.tsx';

const removing = '[data-removes]';
const focusable = 'a[href], button, input, select, textarea, [tabindex="0"]';

/** Elements before and after another one within a place, the nearest ones first. */
function aroundOf(place: Element, selector: string, element: Element) {
  const all = [...place.querySelectorAll<HTMLElement>(selector)];
  const index = all.indexOf(element as HTMLElement);
  return { after: all.slice(index + 1), before: all.slice(0, Math.max(0, index)).reverse() };
}

/**
 * Where the focus goes when a row is taken out together with what had it: to the button of the row that takes its place, of the
 * one before, then to whatever is nearest.
 */
function nearestOf(button: HTMLElement): readonly HTMLElement[] {
  const place = button.closest('[role="dialog"], form, main') ?? document.body;
  const rows = aroundOf(button.closest('ul, ol') ?? place, removing, button);
  const others = aroundOf(place, focusable, button);
  return [...rows.after, ...rows.before, ...others.after, ...others.before];
}

/** Takes a row out of a list; whoever works by keyboard stays in the list. */
export function RemoveButton({
  onClick,
  icon = <IconTrash size={18} aria-hidden="true" />,
  ...rest
}: Omit<IconButtonProps, 'icon' | 'onClick'> & { icon?: ReactNode; onClick: () => void }) {
  return (
    <IconButton
      {...rest}
      icon={icon}
      data-removes=""
      onClick={({ currentTarget }) => {
        const nearest = nearestOf(currentTarget);
        // The row has to be gone before it is known what is left.
        flushSync(onClick);
        if (currentTarget.isConnected) return;
        nearest.some((element) => {
          if (element.isConnected) element.focus();
          return document.activeElement === element;
        });
      }}
    />
  );
}
