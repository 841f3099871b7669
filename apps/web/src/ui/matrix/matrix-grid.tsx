import type { CSSProperties, ReactNode } from 'react';
import { useCallback, useEffect, useId, useMemo, useState } from 'react';
import { t } from '../../texts/texts.ts';
import { GridHandling } from './grid-handling.ts';
import {
  columnHeaderId,
  type MatrixColumn,
  MatrixContext,
  type MatrixRow,
  useMatrix,
  useStoreValue,
  useTopic,
} from './matrix-context.ts';
import { ColumnChips, MatrixFoot, type MatrixFootRow } from './matrix-foot.tsx';
import { type MatrixLine, matrixLines, placesOf } from './matrix-lines.ts';
import { MatrixGroupRow, MatrixRowView } from './matrix-rows.tsx';
import { MatrixStatus } from './matrix-status.tsx';
import type { MatrixStore } from './matrix-store.ts';
import { matrixNames } from './matrix-texts.ts';
import { MatrixToolbar } from './matrix-toolbar.tsx';
import './matrix.css';
import './matrix-differences.css';
import { keysSaid } from '../keys-said.ts';

export interface MatrixGridProps {
  store: MatrixStore;
  label: string;
  /** One for each row of the store; their order is the store's. */
  rows: readonly MatrixRow[];
  columns: readonly MatrixColumn[];
  /** Over the names of the rows: "Peergroup". */
  rowHeading: string;
  hasUsedBoxes: boolean;
  footRows: readonly MatrixFootRow[];
  /** Controls at the start of the toolbar. */
  tools?: ReactNode;
  onRemoveRow?: ((rowId: number) => void) | undefined;
  /** Path of the matrix's findings; those of a column end in `.class2`. */
  fieldPath?: string | undefined;
}

/** A matrix that works like a spreadsheet; what it holds and does is the store's (ui.md, section 4). */
export function MatrixGrid(props: MatrixGridProps) {
  const { store, rows, columns, hasUsedBoxes, tools } = props;
  const id = useId();
  const handling = useMemo(() => new GridHandling(store, hasUsedBoxes), [store, hasUsedBoxes]);
  const context = useMemo(() => ({ store, id, hasUsedBoxes, handling }), [store, id, hasUsedBoxes, handling]);
  const names = useMemo(() => matrixNames(rows, columns), [rows, columns]);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [usedOnly, setUsedOnly] = useState<ReadonlySet<number> | null>(null);
  useTopic(store, 'rows');
  const { rowIds } = store.content;
  const lines = useMemo(() => matrixLines(rows, rowIds, folded, usedOnly), [rows, rowIds, folded, usedOnly]);
  useEffect(() => {
    const places = placesOf(lines);
    const shown = store.focus.visibleRows;
    if (places.length !== shown.length || places.some((place, index) => place !== shown[index]))
      store.show(places);
  }, [store, lines]);
  const toggle = useCallback((name: string) => {
    setFolded((before) => {
      const next = new Set(before);
      if (!next.delete(name)) next.add(name);
      return next;
    });
  }, []);
  return (
    <MatrixContext value={context}>
      <div className="matrix">
        <MatrixToolbar
          names={names}
          showsUsedOnly={usedOnly !== null}
          onShowUsedOnly={hasUsedBoxes ? (isOn) => setUsedOnly(isOn ? usedRowIds(store) : null) : undefined}
        >
          {tools}
        </MatrixToolbar>
        <ColumnChips columns={columns} />
        <Grid {...props} lines={lines} onToggleGroup={toggle} />
        <MatrixStatus names={names} />
        <p id={`${id}-help`} className="matrix__help hint">
          {keysSaid(t(hasUsedBoxes ? 'matrix.helpUsed' : 'matrix.help'))}
        </p>
      </div>
    </MatrixContext>
  );
}

/** Rows with a used cell; as they stand now, so that unticking a box does not make its row vanish. */
function usedRowIds({ content }: MatrixStore): ReadonlySet<number> {
  const { rowIds, used, columnCount } = content;
  return new Set(
    rowIds.filter((_, row) => used.subarray(row * columnCount, (row + 1) * columnCount).includes(1)),
  );
}

function Grid({
  store,
  label,
  columns,
  rowHeading,
  footRows,
  onRemoveRow,
  fieldPath,
  lines,
  onToggleGroup,
}: MatrixGridProps & {
  lines: readonly MatrixLine[];
  onToggleGroup: (name: string) => void;
}) {
  const { id, handling } = useMatrix();
  const bodyCount = lines.length;
  return (
    <ScrollFrame>
      <div
        role="grid"
        tabIndex={-1}
        aria-label={label}
        aria-multiselectable="true"
        aria-readonly={store.isReadOnly || undefined}
        aria-rowcount={bodyCount + 2 + footRows.length}
        aria-colcount={columns.length + 1}
        className="matrix__grid"
        // Custom properties are not part of CSSProperties.
        style={{ '--columns': columns.length } as CSSProperties}
        onKeyDown={handling.keyDown}
        onMouseDown={handling.mouseDown}
        onMouseOver={handling.mouseOver}
        onClick={handling.click}
        onDoubleClick={handling.doubleClick}
        onCopy={handling.copy}
        onCut={handling.cut}
        onPaste={handling.paste}
        onFocus={handling.focus}
        onBlur={handling.blur}
      >
        <div role="rowgroup" className="matrix__head">
          <div role="row" aria-rowindex={1} className="matrix__row">
            <div role="columnheader" className="matrix__name">
              {rowHeading}
            </div>
            {columns.map((column, index) => (
              <div
                key={column.id}
                role="columnheader"
                tabIndex={-1}
                className="matrix__column"
                data-col={index}
                data-head={index}
                data-field={fieldPath === undefined ? undefined : `${fieldPath}.class${column.id}`}
              >
                <span id={columnHeaderId(id, index)} aria-label={column.longName}>
                  {column.name}
                </span>
                {column.detail ? <span className="matrix__column-detail">{column.detail}</span> : null}
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup" className="matrix__body">
          {lines.map((line, index) =>
            line.kind === 'group' ? (
              <MatrixGroupRow
                key={`group-${line.name}`}
                name={line.name}
                colour={line.colour}
                places={line.places}
                index={index + 2}
                columnCount={columns.length}
                isFolded={line.isFolded}
                onToggle={onToggleGroup}
              />
            ) : (
              <MatrixRowView
                key={line.row.id}
                row={line.row}
                place={line.place}
                index={index + 2}
                columnCount={columns.length}
                onRemove={store.isReadOnly ? undefined : onRemoveRow}
              />
            ),
          )}
        </div>
        <MatrixFoot columns={columns} rows={footRows} firstIndex={bodyCount + 2} />
      </div>
    </ScrollFrame>
  );
}

/** What scrolls, and on phones shows one column only: of the grid nothing draws again when that one changes. */
function ScrollFrame({ children }: { children: ReactNode }) {
  const { store } = useMatrix();
  const shownColumn = useStoreValue(store, 'active', () => store.focus.column);
  return (
    <div className="matrix__scroll" data-column={shownColumn}>
      {children}
    </div>
  );
}
