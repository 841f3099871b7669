import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import type { CSSProperties, KeyboardEvent, ReactNode } from 'react';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useDensity } from '../platform/density.ts';
import { t } from '../texts/texts.ts';
import { withWidth } from './chosen-columns.ts';
import { classNames } from './class-names.ts';
import { ColumnHead } from './column-head.tsx';
import { useElementPlace } from './element-place.ts';
import type { FittableColumn } from './fitting-columns.ts';
import { columnTrack, fittingColumns } from './fitting-columns.ts';
import { headingAbove, type RowGroups } from './grouping.ts';
import type { MenuEntry } from './menu.tsx';
import { rowAfterKey } from './page-window.ts';
import type { PagedRows } from './paged-rows.ts';
import { RestNote } from './rest-note.tsx';
import { RowMenu } from './row-menu.tsx';
import type { SortOrder } from './sort-order.ts';
import { VirtualRow } from './virtual-row.tsx';
import './virtual-table.css';

export interface ListColumn<Row, SortKey extends string> extends FittableColumn {
  header: string;
  /** Share of the free width. */
  grow: number;
  isNumeric?: boolean | undefined;
  sortKey?: SortKey | undefined;
  /** First click sorts downwards: values, scores, counts. */
  startsDescending?: boolean | undefined;
  /** The row's group in words, where the list can be grouped by this column. */
  groupText?: ((row: Row) => string) | undefined;
  render: (row: Row) => ReactNode;
}

export interface VirtualTableProps<Row extends { id: string }, SortKey extends string> {
  label: string;
  columns: readonly ListColumn<Row, SortKey>[];
  rows: PagedRows<Row>;
  /** null = best hits first, no column leads. Left out, like the next, where a list has one order and no other. */
  order?: SortOrder<SortKey> | null | undefined;
  onSort?: ((key: SortKey, startsDescending: boolean) => void) | undefined;
  /** Enter, or a click on the row outside its links. */
  onOpen: (row: Row) => void;
  /** Two-line card for narrow screens: cells from left to right, line by line, two a line. */
  renderCard: (row: Row) => ReactNode;
  /** Tells rows apart for screen readers. */
  rowLabel: (row: Row) => string;
  menuOf?: ((row: Row) => readonly MenuEntry[]) | undefined;
  /** With it every row carries a box, and Space flips the row with the focus. */
  selection?: RowSelection<Row> | undefined;
  /** Rows come sorted by group; each group begins with a heading. */
  groups?: RowGroups<Row> | undefined;
  /** Keeps the width a column was given; undefined = as wide as there is room. */
  onResize?: ((key: string, width: number | undefined) => void) | undefined;
}

/** Which rows are chosen for an action on many. The functions keep their identity while the choice is the same. */
export interface RowSelection<Row> {
  isSelected: (id: string) => boolean;
  onToggle: (row: Row) => void;
  /** All rows are chosen as a whole; single ones cannot be taken out. */
  isWhole: boolean;
}

const rowHeights = { comfortable: 46, compact: 38 } as const;
const cardHeight = 72;
const headingHeight = 36;
/** Below this width of the table, rows are cards. */
const cardWidth = 600;
const menuWidth = 40;
const boxWidth = 36;
/** Sticky top bar and column heads cover this much of the window. */
const coveredTop = 100;

/**
 * Table over a list of any length: only rows in sight exist. One tab stop; arrow keys, Home, End, PageUp and PageDown
 * move, Enter opens. Columns that do not fit give way; on narrow screens each row is a card.
 */
export function VirtualTable<Row extends { id: string }, SortKey extends string>(
  props: VirtualTableProps<Row, SortKey>,
) {
  const { label, columns, rows, order, onSort, onOpen, renderCard, rowLabel, menuOf, selection, groups } =
    props;
  const body = useRef<HTMLDivElement>(null);
  const { width, top } = useElementPlace(body);
  const rowHeight = useDensity((state) => rowHeights[state.density]);
  const isCards = width > 0 && width < cardWidth;
  const count = rows.count ?? 12;
  const [active, setActive] = useState(0);
  const pendingFocus = useRef<number | null>(null);
  const [menu, setMenu] = useState<{ anchor: HTMLElement; row: Row } | null>(null);

  const headingAt = (index: number) => headingAbove(groups, rows.rowAt, index);
  const sizeOf = (index: number) =>
    (isCards ? cardHeight : rowHeight) + (headingAt(index) === undefined ? 0 : headingHeight);
  // oxlint-disable-next-line react/incompatible-library -- only the compiler's memoisation would be in its way
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: sizeOf,
    overscan: 8,
    scrollMargin: top,
    scrollPaddingStart: coveredTop,
    useFlushSync: false,
    // The focused row must not leave the page, or the keyboard loses its place.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), Math.min(active, count - 1)])],
  });
  const items = virtualizer.getVirtualItems();
  const range = virtualizer.range;
  const { showRows, listKey } = rows;
  useEffect(() => {
    if (range) showRows(range.startIndex, range.endIndex);
  }, [range?.startIndex, range?.endIndex, showRows, range]);
  // Whether a row carries a heading shows when it and the row before it are there.
  const isStale = items.some(({ index, size }) => size !== sizeOf(index));
  useLayoutEffect(() => {
    if (isStale) virtualizer.measure();
  }, [isStale, virtualizer]);
  const shownList = useRef(listKey);
  useEffect(() => {
    if (shownList.current === listKey) return;
    shownList.current = listKey;
    setActive(0);
    if (window.scrollY > top) window.scrollTo({ top: Math.max(0, top - coveredTop) });
  }, [listKey, top]);

  const focusRow = useCallback(() => {
    const target = pendingFocus.current;
    const row = target === null ? null : body.current?.querySelector<HTMLElement>(`[data-row="${target}"]`);
    if (!row) return;
    pendingFocus.current = null;
    row.focus({ preventScroll: true });
  }, []);
  useLayoutEffect(focusRow);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    // Keys of links and buttons inside a row are theirs.
    const ofRow = event.target === event.currentTarget || (event.target as HTMLElement).dataset['row'];
    // A box has no use for arrows: they lead on from it as well.
    const isBox = event.target instanceof HTMLInputElement && event.target.type === 'checkbox';
    if (!ofRow && !(isBox && event.key.startsWith('Arrow'))) return;
    const row = rows.rowAt(active);
    if (event.key === 'Enter' && row) {
      event.preventDefault();
      onOpen(row);
      return;
    }
    if (event.key === ' ' && selection && !selection.isWhole && row) {
      event.preventDefault();
      selection.onToggle(row);
      return;
    }
    const step = Math.max(
      1,
      Math.floor((window.innerHeight - coveredTop) / (isCards ? cardHeight : rowHeight)) - 1,
    );
    const next = rowAfterKey(event.key, active, count, step);
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    pendingFocus.current = next;
    setActive(next);
    virtualizer.scrollToIndex(next, { align: 'auto' });
  };

  const hasMenu = menuOf !== undefined;
  const hasSelection = selection !== undefined;
  const { drawn, onDraw } = useDrawnWidth(columns, props.onResize);
  const shown = useMemo(
    () => fittingColumns(drawn, width - (hasMenu ? menuWidth : 0) - (hasSelection ? boxWidth : 0) - 18),
    [drawn, width, hasMenu, hasSelection],
  );
  const template = [
    ...(hasSelection ? [`${boxWidth}px`] : []),
    ...shown.map(columnTrack),
    ...(hasMenu ? [`${menuWidth}px`] : []),
  ].join(' ');
  // Rows keep their handlers, so that scrolling renders only the rows that come into sight.
  const opener = useRef(onOpen);
  useLayoutEffect(() => {
    opener.current = onOpen;
  });
  const openRow = useCallback((row: Row) => opener.current(row), []);
  const toggler = useRef(selection?.onToggle);
  useLayoutEffect(() => {
    toggler.current = selection?.onToggle;
  });
  const toggleRow = useCallback((row: Row) => toggler.current?.(row), []);
  const openMenu = useCallback((anchor: HTMLElement, row: Row) => setMenu({ anchor, row }), []);

  return (
    <div
      role="grid"
      tabIndex={-1}
      aria-label={label}
      aria-rowcount={(rows.total ?? -1) < 0 ? -1 : (rows.total ?? 0) + (isCards ? 0 : 1)}
      aria-busy={rows.count === undefined || rows.isOutdated}
      className={classNames('ui-grid', rows.isOutdated && 'ui-grid--outdated')}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        const index = (event.target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset['row'];
        if (index !== undefined) setActive(Number(index));
      }}
      // CSS custom properties are not part of CSSProperties.
      style={{ '--columns': template } as CSSProperties}
    >
      {isCards ? null : (
        <div role="rowgroup" className="ui-grid__head">
          <div role="row" aria-rowindex={1} className="ui-grid__cells">
            {hasSelection ? (
              <div role="columnheader" className="ui-grid__cell">
                <span className="visually-hidden">{t('common.selection')}</span>
              </div>
            ) : null}
            {shown.map((column) => (
              <ColumnHead key={column.key} column={column} order={order} onSort={onSort} onResize={onDraw} />
            ))}
            {hasMenu ? (
              <div role="columnheader" className="ui-grid__cell">
                <span className="visually-hidden">{t('common.more')}</span>
              </div>
            ) : null}
          </div>
        </div>
      )}
      <div
        ref={body}
        role="rowgroup"
        className="ui-grid__body"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {items.map((item) => {
          const heading = headingAt(item.index);
          return heading === undefined ? null : (
            <GroupHeading
              key={`heading-${item.key}`}
              offset={item.start - top}
              header={groups?.header ?? ''}
              {...heading}
            />
          );
        })}
        {items.map((item) => (
          <VirtualRow
            key={item.key}
            index={item.index}
            row={rows.rowAt(item.index)}
            offset={item.end - top - (isCards ? cardHeight : rowHeight)}
            height={isCards ? cardHeight : rowHeight}
            columns={shown}
            isCard={isCards}
            isActive={item.index === Math.min(active, count - 1)}
            isLast={item.index === count - 1}
            hasMenu={hasMenu}
            selected={selectedOf(selection, rows.rowAt(item.index))}
            isSelectionFixed={selection?.isWhole ?? false}
            onToggle={toggleRow}
            isMenuOpen={menu !== null && rows.rowAt(item.index)?.id === menu.row.id}
            renderCard={renderCard}
            rowLabel={rowLabel}
            onOpen={openRow}
            onOpenMenu={openMenu}
          />
        ))}
      </div>
      <RestNote count={rows.count} total={rows.total} isTotalExact={rows.isTotalExact} />
      <RowMenu
        anchor={menu?.anchor ?? null}
        entries={menu && menuOf ? menuOf(menu.row) : []}
        onClose={() => setMenu(null)}
      />
    </div>
  );
}

function selectedOf<Row extends { id: string }>(
  selection: RowSelection<Row> | undefined,
  row: Row | undefined,
): boolean | undefined {
  return selection && row ? selection.isWhole || selection.isSelected(row.id) : undefined;
}

/** The columns with the width one of them has while it is drawn; what it ends at is kept by the page. */
function useDrawnWidth<Column extends FittableColumn>(
  columns: readonly Column[],
  onResize: ((key: string, width: number | undefined) => void) | undefined,
) {
  const [drawing, setDrawing] = useState<{ key: string; width: number | undefined } | null>(null);
  const drawn = useMemo(
    () => (drawing === null ? columns : withWidth(columns, drawing.key, drawing.width)),
    [columns, drawing],
  );
  const onDraw = (key: string, width: number | undefined, isDone: boolean) => {
    setDrawing(isDone ? null : { key, width });
    if (isDone) onResize?.(key, width);
  };
  return { drawn, onDraw: onResize && onDraw };
}

/** What the rows below it have in common. */
function GroupHeading({
  offset,
  header,
  text,
  note,
}: {
  offset: number;
  header: string;
  text: string;
  note: string | undefined;
}) {
  return (
    <div
      role="row"
      className="ui-grid__group"
      style={{ transform: `translateY(${offset}px)`, height: headingHeight }}
    >
      <div role="rowheader" className="ui-grid__group-text">
        <span className="hint">{header}: </span>
        <strong>{text}</strong>
        {note === undefined ? null : <span className="hint"> · {note}</span>}
      </div>
    </div>
  );
}
