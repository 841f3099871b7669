import type { ListedFund } from '@depotwerk/api/components/tariff-components';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import type { KeyboardEvent } from 'react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { rowAfterKey } from '../../../ui/page-window.ts';
import { FundRow } from './fund-row.tsx';
import './fund-list.css';

export interface FundListActions {
  /** To another place of the whole list, counted from 0. */
  readonly move: (id: number, place: number) => void;
  readonly remove: (id: number) => void;
}

export interface FundListProps {
  label: string;
  ids: readonly number[];
  fundOf: (id: number) => ListedFund | null | undefined;
  /** Place in the whole list, counted from 0; the ids shown may be a part of it. */
  placeOf: (id: number) => number;
  /** null = nothing can be changed. */
  actions: FundListActions | null;
  /** Funds in their order, which can be changed; false while only a part of the list is shown. */
  canMove: boolean;
  showsRank: boolean;
  /** A word of warning beside a fund. */
  warningOf?: ((id: number) => string | null) | undefined;
}

const rowHeight = 52;
const narrowRowHeight = 96;
const narrowWidth = 620;

/**
 * Funds in their order; of thousands only those in sight exist. One tab stop: arrow keys, Home, End, PageUp and
 * PageDown move, Alt with an arrow key shifts a fund, Delete takes it out.
 */
export function FundList({
  label,
  ids,
  fundOf,
  placeOf,
  actions,
  canMove,
  showsRank,
  warningOf,
}: FundListProps) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [activeId, setActiveId] = useState<number | null>(null);
  const focusWanted = useRef(false);
  const isNarrow = width > 0 && width < narrowWidth;
  const size = isNarrow ? narrowRowHeight : rowHeight;
  const active = Math.max(0, activeId === null ? 0 : ids.indexOf(activeId));

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    setWidth(element.clientWidth);
    return () => observer.disconnect();
  }, []);

  // oxlint-disable-next-line react/incompatible-library -- only the compiler's memoisation would be in its way
  const virtualizer = useVirtualizer({
    count: ids.length,
    getScrollElement: () => box.current,
    estimateSize: () => size,
    overscan: 6,
    useFlushSync: false,
    // The focused row must not leave the list, or the keyboard loses its place.
    rangeExtractor: (range) => [
      ...new Set([...defaultRangeExtractor(range), Math.min(active, ids.length - 1)]),
    ],
    // A fund that is shifted keeps its element, and with it the focus.
    getItemKey: (index) => ids[index] ?? index,
  });
  useEffect(() => virtualizer.measure(), [size, virtualizer]);
  useLayoutEffect(() => {
    if (!focusWanted.current) return;
    const row = box.current?.querySelector<HTMLElement>(`[data-fund-row="${active}"]`);
    if (!row) return;
    focusWanted.current = false;
    row.focus({ preventScroll: true });
  });

  const goTo = (index: number) => {
    const id = ids[index];
    if (id === undefined) return;
    focusWanted.current = true;
    setActiveId(id);
    virtualizer.scrollToIndex(index, { align: 'auto' });
  };
  const shift = (id: number, by: number) => {
    const place = placeOf(id) + by;
    if (!actions || !canMove || place < 0 || place >= ids.length) return;
    focusWanted.current = true;
    setActiveId(id);
    actions.move(id, place);
    virtualizer.scrollToIndex(place, { align: 'auto' });
  };
  const take = (id: number, keepsFocus: boolean) => {
    if (!actions) return;
    const index = ids.indexOf(id);
    setActiveId(ids[index + 1] ?? ids[index - 1] ?? null);
    focusWanted.current = keepsFocus && ids.length > 1;
    actions.remove(id);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const id = ids[active];
    if (id === undefined || event.ctrlKey || event.metaKey) return;
    if (event.altKey) {
      const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
      if (by === 0) return;
      event.preventDefault();
      shift(id, by);
      return;
    }
    if (event.key === 'Delete') {
      event.preventDefault();
      take(id, true);
      return;
    }
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? size) / size) - 1);
    const next = rowAfterKey(event.key, active, ids.length, page);
    if (next === undefined) return;
    event.preventDefault();
    goTo(next);
  };

  return (
    <div ref={box} className={classNames('fund-list', isNarrow && 'fund-list--narrow')}>
      <div
        role="grid"
        tabIndex={-1}
        aria-label={label}
        aria-rowcount={ids.length}
        className="fund-list__rows"
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {virtualizer.getVirtualItems().map((item) => {
          const id = ids[item.index];
          return id === undefined ? null : (
            <FundRow
              key={item.key}
              index={item.index}
              place={placeOf(id)}
              fund={fundOf(id)}
              id={id}
              offset={item.start}
              height={size}
              isNarrow={isNarrow}
              isActive={item.index === active}
              isLast={item.index === ids.length - 1}
              canMove={actions !== null && canMove}
              canRemove={actions !== null}
              showsRank={showsRank}
              warning={warningOf?.(id) ?? null}
              onFocus={() => setActiveId(id)}
              onShift={(by) => shift(id, by)}
              onRemove={() => take(id, false)}
            />
          );
        })}
      </div>
    </div>
  );
}
