import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type PointerEvent, useState } from 'react';
import { t } from '../texts/texts.ts';
import { columnWidths } from './chosen-columns.ts';
import { classNames } from './class-names.ts';
import type { SortOrder } from './sort-order.ts';
import { ariaSort } from './sort-order.ts';

interface Props<SortKey extends string> {
  column: {
    key: string;
    header: string;
    isNumeric?: boolean | undefined;
    sortKey?: SortKey | undefined;
    startsDescending?: boolean | undefined;
  };
  order?: SortOrder<SortKey> | null | undefined;
  onSort?: ((key: SortKey, startsDescending: boolean) => void) | undefined;
  /** The column's width while it is drawn, and at its end; without it columns have the widths there is room for. */
  onResize?: ((key: string, width: number | undefined, isDone: boolean) => void) | undefined;
}

/** Head of a column of a `VirtualTable`: sorts by it, and is drawn wider or narrower at its edge. */
export function ColumnHead<SortKey extends string>({
  column,
  order = null,
  onSort,
  onResize,
}: Props<SortKey>) {
  const { sortKey, header } = column;
  const className = classNames('ui-grid__cell', column.isNumeric && 'ui-grid__cell--num');
  const grip = onResize ? (
    <ColumnGrip onResize={(width, isDone) => onResize(column.key, width, isDone)} />
  ) : null;
  if (sortKey === undefined || !onSort) {
    return (
      <div role="columnheader" className={className}>
        {header}
        {grip}
      </div>
    );
  }
  const isActive = order?.key === sortKey;
  const Arrow = order?.isDescending ? IconArrowDown : IconArrowUp;
  return (
    <div role="columnheader" aria-sort={ariaSort(order, sortKey)} className={className}>
      <button
        type="button"
        className={classNames('ui-grid__sort', isActive && 'ui-grid__sort--active')}
        onClick={() => onSort(sortKey, column.startsDescending ?? false)}
      >
        <span>{header}</span>
        {isActive ? <Arrow size={14} aria-hidden="true" /> : null}
      </button>
      {grip}
    </div>
  );
}

/** Edge of a head by which the pointer draws its column; the keyboard has the dialog of columns for that. */
function ColumnGrip({ onResize }: { onResize: (width: number | undefined, isDone: boolean) => void }) {
  const [start, setStart] = useState<{ x: number; width: number } | null>(null);
  const widthAt = (x: number, from: { x: number; width: number }) =>
    Math.min(columnWidths.most, Math.max(columnWidths.least, from.width + x - from.x));
  const begin = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    setStart({ x: event.clientX, width: event.currentTarget.parentElement?.offsetWidth ?? 0 });
  };
  return (
    <span
      aria-hidden="true"
      className="ui-grid__grip"
      title={t('common.columnWidth')}
      data-no-print
      onPointerDown={begin}
      onPointerMove={(event) => {
        if (start) onResize(widthAt(event.clientX, start), false);
      }}
      onPointerUp={(event) => {
        if (start && event.clientX !== start.x) onResize(widthAt(event.clientX, start), true);
        setStart(null);
      }}
      onPointerCancel={() => setStart(null)}
      onDoubleClick={() => onResize(undefined, true)}
    />
  );
}
