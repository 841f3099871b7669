import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { t } from '../texts/texts.ts';
import { Button } from './button.tsx';

/** Rows that stand there at first, and that come with each "Mehr laden". */
export const rowsAtOnce = 100;

interface FirstRowsProps<Row> {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly className?: string;
  readonly children: (row: Row) => ReactNode;
}

/**
 * A list of which a hundred rows are drawn at once: thousands hold up every key pressed beside them. A button brings more, and
 * the focus goes to the first of those, as the button may be gone.
 */
export function FirstRows<Row>({ rows, keyOf, className, children }: FirstRowsProps<Row>) {
  const [shown, setShown] = useState(rowsAtOnce);
  const list = useRef<HTMLUListElement>(null);
  const showMore = () => {
    flushSync(() => setShown(shown + rowsAtOnce));
    const first = list.current?.children.item(shown);
    const control = first?.querySelector<HTMLElement>('input, a, button');
    if (control) control.focus();
    else if (first instanceof HTMLElement) {
      first.tabIndex = -1;
      first.focus();
    }
  };
  return (
    <>
      <ul ref={list} className={className}>
        {rows.slice(0, shown).map((row) => (
          <li key={keyOf(row)}>{children(row)}</li>
        ))}
      </ul>
      {rows.length > shown ? (
        <div>
          <Button onClick={showMore}>{t('common.loadMore')}</Button>
        </div>
      ) : null}
    </>
  );
}
