import { withPercentSign } from '@depotwerk/domain/percent';
import type { CSSProperties } from 'react';
import { memo, useLayoutEffect, useRef } from 'react';
import { t } from '../../texts/texts.ts';
import { classNames } from '../class-names.ts';
import { formatTenths, readCell } from './cell-value.ts';
import { columnHeaderId, rowHeaderId, useMatrix, useTopic } from './matrix-context.ts';
import { cellFaultText } from './matrix-texts.ts';

/** Text of an unused cell. */
const unused = '\u2013';

/**
 * One share. Only the active cell holds an input; all others are text, which keeps a matrix of a thousand cells light.
 * Mouse and keys are handled once, by the grid.
 */
export const MatrixCell = memo(function MatrixCell({
  cell,
  rowId,
  column,
}: {
  cell: number;
  rowId: number;
  column: number;
}) {
  const { store, hasUsedBoxes } = useMatrix();
  useTopic(store, cell);
  const { tenths, isUsed, text } = store.state(cell);
  const typed = store.typedText(cell);
  const isActive = store.focus.active === cell;
  const isSelected = store.focus.isSelected(cell);
  const shown = typed ?? text ?? (isUsed ? formatTenths(tenths) : unused);
  const isFaulty = text !== null && typed === null;
  return (
    <div
      role="gridcell"
      aria-selected={isSelected || undefined}
      data-cell={cell}
      data-col={column}
      className={classNames(
        'matrix__cell',
        isActive && 'matrix__cell--active',
        isSelected && 'matrix__cell--selected',
        !isUsed && 'matrix__cell--unused',
        isFaulty && 'matrix__cell--faulty',
      )}
      // Custom properties are not part of CSSProperties.
      style={{ '--share': tenths / 10 } as CSSProperties}
    >
      {hasUsedBoxes ? (
        <span
          role="checkbox"
          aria-checked={isUsed}
          aria-label={t('matrix.used')}
          aria-disabled={store.isReadOnly || undefined}
          tabIndex={-1}
          data-box={cell}
          className="matrix__box"
        />
      ) : null}
      {isActive ? (
        <ActiveInput cell={cell} rowId={rowId} column={column} shown={shown} isFaulty={isFaulty} />
      ) : (
        <span className="matrix__value">{isUsed && text === null ? withPercentSign(shown) : shown}</span>
      )}
    </div>
  );
});

/** The input of the active cell: all of it is selected until one types or edits, so that typing overwrites. */
function ActiveInput({
  cell,
  rowId,
  column,
  shown,
  isFaulty,
}: {
  cell: number;
  rowId: number;
  column: number;
  shown: string;
  isFaulty: boolean;
}) {
  const { store, id, handling } = useMatrix();
  const input = useRef<HTMLInputElement>(null);
  const { isUsed } = store.state(cell);
  const isLocked = store.isReadOnly || !isUsed;
  const isTyping = store.typedText(cell) !== null;
  const { isEditing } = store;
  // Not in an animation frame: that would swallow fast keys.
  useLayoutEffect(() => {
    const element = input.current;
    if (!element || !handling.hasFocus) return;
    if (document.activeElement !== element) element.focus();
    if (isEditing && !isTyping) element.setSelectionRange(shown.length, shown.length);
    else if (!isEditing && !isTyping) element.select();
    // What is shown changes by undo and by outside changes too; then everything is selected again.
  }, [isEditing, isTyping, shown, handling]);
  const reading = isFaulty ? readCell(shown) : null;
  return (
    <>
      <input
        ref={input}
        type="text"
        inputMode="decimal"
        enterKeyHint="next"
        autoComplete="off"
        spellCheck={false}
        className="matrix__input"
        value={shown}
        readOnly={isLocked}
        aria-disabled={!isUsed || undefined}
        aria-invalid={isFaulty || undefined}
        aria-labelledby={`${rowHeaderId(id, rowId)} ${columnHeaderId(id, column)}`}
        aria-describedby={reading && !reading.ok ? `${id}-fault` : `${id}-help`}
        onChange={(event) => store.type(event.target.value)}
      />
      {reading && !reading.ok ? (
        <span id={`${id}-fault`} className="visually-hidden">
          {cellFaultText(reading.fault)}
        </span>
      ) : null}
    </>
  );
}
