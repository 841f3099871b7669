import type { DashboardWidget } from '@depotwerk/api/dashboard/dashboard';
import type { Place } from '@depotwerk/domain/dashboard/layout';
import { IconArrowsDiagonal2, IconArrowsMove } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { said, t } from '../../texts/texts.ts';
import { RemoveButton } from '../../ui/remove-button.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { moveByDrag, moveByKey } from './tile-moves.ts';

interface Props {
  widget: DashboardWidget;
  /** Places and sizes the tile in the grid; every step starts from where the tile is. Answers where it lies then. */
  onMove: (part: Partial<Pick<DashboardWidget, 'x' | 'y' | 'w' | 'h'>>) => Place;
  /** All tiles as they lay before this one was taken up. */
  onTake: () => void;
  onRestore: () => void;
  onChange: (part: Partial<Pick<DashboardWidget, 'title' | 'options'>>) => void;
  onRemove: () => void;
  /** Said politely. */
  announce: (text: string) => void;
}

const rowHeight = 56;

const placeText = ({ x, y, w, h }: Place): string =>
  t('dashboard.place', { column: x + 1, row: y + 1, width: w, height: h });

/** A tile while the dashboard is arranged: taken up with Enter or the pointer, moved and sized, put down or put back. */
export function EditedTile({ widget, onMove, onTake, onRestore, onChange, onRemove, announce }: Props) {
  const tile = useRef<HTMLDivElement>(null);
  const drag = useRef<{ x: number; y: number; from: DashboardWidget; isSizing: boolean } | null>(null);
  const [isTaken, setTaken] = useState(false);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (!isTaken) onTake();
      announce(
        isTaken
          ? t('dashboard.putDown', { place: placeText(widget) })
          : t('dashboard.takenUp', { title: said(widget.title) }),
      );
      setTaken(!isTaken);
      return;
    }
    if (!isTaken) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      onRestore();
      setTaken(false);
      announce(t('dashboard.putBack'));
      return;
    }
    const part = moveByKey(widget, event.key, event.shiftKey);
    if (part === null) return;
    event.preventDefault();
    const moved = placeText(onMove(part));
    // Who does not see the tile is told where it lies now, or that it could not go on.
    announce(moved === placeText(widget) ? t('dashboard.atEdge', { place: moved }) : moved);
  };

  const start = (isSizing: boolean) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    onTake();
    drag.current = { x: event.clientX, y: event.clientY, from: widget, isSizing };
  };
  const onPointerMove = (event: PointerEvent) => {
    const { current } = drag;
    const grid = tile.current?.parentElement;
    if (!current || !grid) return;
    const cell = { width: grid.clientWidth / 12, height: rowHeight };
    const pixels = { x: event.clientX - current.x, y: event.clientY - current.y };
    onMove(moveByDrag(current.from, pixels, cell, current.isSizing));
  };
  const end = () => {
    drag.current = null;
  };
  const dragging = { onPointerMove, onPointerUp: end, onPointerCancel: end };

  return (
    <div
      ref={tile}
      className={`dashboard__tile dashboard__tile--edited${isTaken ? ' dashboard__tile--taken' : ''}`}
      style={{
        gridColumn: `${widget.x + 1} / span ${widget.w}`,
        gridRow: `${widget.y + 1} / span ${widget.h}`,
      }}
    >
      <div className="dashboard__handles">
        <button
          type="button"
          className="ui-icon-button dashboard__grip"
          aria-pressed={isTaken}
          aria-label={t('dashboard.move', { title: said(widget.title) })}
          aria-describedby="dashboard-keys"
          onKeyDown={onKeyDown}
          onBlur={() => setTaken(false)}
          onPointerDown={start(false)}
          {...dragging}
        >
          <IconArrowsMove size={20} aria-hidden="true" />
        </button>
        <span className="hint">{placeText(widget)}</span>
        <RemoveButton label={t('dashboard.removeTile', { title: said(widget.title) })} onClick={onRemove} />
      </div>
      <TextField
        label={t('dashboard.tileTitle')}
        isRequired
        value={widget.title}
        maxLength={100}
        error={widget.title.trim() === '' ? t('dashboard.titleMissing') : undefined}
        onChange={(title) => onChange({ title })}
      />
      {widget.kind === 'text' ? (
        <TextArea
          label={t('dashboard.tileText')}
          rows={3}
          value={widget.options.markdown ?? ''}
          maxLength={5000}
          onChange={(markdown) => onChange({ options: { markdown } })}
        />
      ) : null}
      <span className="dashboard__corner" aria-hidden="true" onPointerDown={start(true)} {...dragging}>
        <IconArrowsDiagonal2 size={16} />
      </span>
    </div>
  );
}
