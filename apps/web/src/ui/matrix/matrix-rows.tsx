import { withPercentSign } from '@depotwerk/domain/percent';
import { IconChevronDown, IconChevronRight, IconTrash } from '@tabler/icons-react';
import { memo } from 'react';
import { t } from '../../texts/texts.ts';
import { formatTenths } from './cell-value.ts';
import { MatrixCell } from './matrix-cell.tsx';
import { type MatrixRow, rowHeaderId, useMatrix, useStoreValue } from './matrix-context.ts';
import { columnTopic } from './matrix-store.ts';
import '../cells.css';

/** A row: its name and its cells. Draws again only when its place or name changes. */
export const MatrixRowView = memo(function MatrixRowView({
  row,
  place,
  index,
  columnCount,
  onRemove,
}: {
  row: MatrixRow;
  /** In the store. */
  place: number;
  /** Among the rows of the grid, head and groups included; counted from 1. */
  index: number;
  columnCount: number;
  onRemove?: ((rowId: number) => void) | undefined;
}) {
  const { id } = useMatrix();
  return (
    <div role="row" aria-rowindex={index} className="matrix__row">
      <div role="rowheader" className="matrix__name">
        <span className="matrix__name-lines">
          <span id={rowHeaderId(id, row.id)} className="matrix__name-text" title={row.name}>
            {row.name}
          </span>
          {row.detail ? <span className="matrix__name-detail">{row.detail}</span> : null}
        </span>
        {onRemove ? (
          <button
            type="button"
            className="matrix__remove"
            aria-label={t('matrix.removeRow', { row: row.name })}
            title={t('matrix.removeRow', { row: row.name })}
            onClick={() => onRemove(row.id)}
          >
            <IconTrash size={16} aria-hidden="true" />
          </button>
        ) : null}
      </div>
      {Array.from({ length: columnCount }, (_, column) => (
        <MatrixCell key={column} cell={place * columnCount + column} rowId={row.id} column={column} />
      ))}
    </div>
  );
});

/** Head of a group of rows: folds them, and shows what they sum up to. */
export function MatrixGroupRow({
  name,
  colour,
  places,
  index,
  columnCount,
  isFolded,
  onToggle,
}: {
  name: string;
  colour: string | undefined;
  places: readonly number[];
  index: number;
  columnCount: number;
  isFolded: boolean;
  onToggle: (name: string) => void;
}) {
  return (
    <div role="row" aria-rowindex={index} className="matrix__row matrix__row--group">
      <div role="rowheader" className="matrix__name">
        <button
          type="button"
          className="matrix__fold"
          aria-expanded={!isFolded}
          onClick={() => onToggle(name)}
        >
          {isFolded ? (
            <IconChevronRight size={16} aria-hidden="true" />
          ) : (
            <IconChevronDown size={16} aria-hidden="true" />
          )}
          {colour ? (
            <span className="ui-swatch" style={{ backgroundColor: colour }} aria-hidden="true" />
          ) : null}
          <span className="matrix__name-text">{name}</span>
        </button>
      </div>
      {Array.from({ length: columnCount }, (_, column) => (
        <GroupSum key={column} places={places} column={column} />
      ))}
    </div>
  );
}

function GroupSum({ places, column }: { places: readonly number[]; column: number }) {
  const { store } = useMatrix();
  const sum = useStoreValue(store, columnTopic(column), () => store.sumOf(places, column));
  return (
    <div role="gridcell" className="matrix__figure" data-col={column}>
      {sum === 0 ? '\u2013' : withPercentSign(formatTenths(sum))}
    </div>
  );
}
