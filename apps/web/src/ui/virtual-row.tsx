import { IconDots } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { memo } from 'react';
import { t } from '../texts/texts.ts';
import { classNames } from './class-names.ts';

interface RowColumn<Row> {
  key: string;
  isNumeric?: boolean | undefined;
  render: (row: Row) => ReactNode;
}

export interface VirtualRowProps<Row extends { id: string }> {
  index: number;
  /** Undefined while it loads. */
  row: Row | undefined;
  /** Pixels below the top of the list. */
  offset: number;
  height: number;
  columns: readonly RowColumn<Row>[];
  isCard: boolean;
  /** The one row that can be reached with Tab. */
  isActive: boolean;
  isLast: boolean;
  hasMenu: boolean;
  /** Chosen or not; undefined where rows cannot be chosen. */
  selected: boolean | undefined;
  /** All rows are chosen as a whole. */
  isSelectionFixed: boolean;
  onToggle: (row: Row) => void;
  isMenuOpen: boolean;
  renderCard: (row: Row) => ReactNode;
  rowLabel: (row: Row) => string;
  onOpen: (row: Row) => void;
  onOpenMenu: (anchor: HTMLElement, row: Row) => void;
}

function VirtualRowPlain<Row extends { id: string }>(props: VirtualRowProps<Row>) {
  const { index, row, isCard, isActive, onOpen, rowLabel } = props;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid around it handles the keys
    <div
      role="row"
      data-row={index}
      aria-rowindex={index + (isCard ? 1 : 2)}
      aria-label={row ? rowLabel(row) : t('common.loading')}
      aria-selected={props.selected}
      tabIndex={isActive ? 0 : -1}
      data-menu-open={props.isMenuOpen || undefined}
      className={classNames(
        'ui-grid__row',
        row === undefined && 'ui-grid__row--pending',
        props.isLast && 'ui-grid__row--last',
      )}
      style={{ transform: `translateY(${props.offset}px)`, height: props.height }}
      onClick={(event: MouseEvent<HTMLElement>) => {
        if (!row || !opensRow(event)) return;
        event.preventDefault();
        onOpen(row);
      }}
    >
      {!row ? (
        <PendingCell index={index} />
      ) : isCard ? (
        <CardCell {...props} row={row} />
      ) : (
        <Cells {...props} row={row} />
      )}
    </div>
  );
}

/** One row of a VirtualTable; renders again only when its own content changes. */
// memo loses the type parameter of a generic component.
export const VirtualRow = memo(VirtualRowPlain) as typeof VirtualRowPlain;

/** Clicks on the row and on its own link open it; other controls, new tabs and marked text are left alone. */
function opensRow(event: MouseEvent<HTMLElement>): boolean {
  const control = (event.target as HTMLElement).closest('a, button, label');
  if (control && !control.matches('[data-row-link]')) return false;
  if (control && (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) return false;
  return control !== null || (window.getSelection()?.toString() ?? '') === '';
}

type LoadedRowProps<Row extends { id: string }> = VirtualRowProps<Row> & { row: Row };

function Cells<Row extends { id: string }>({ row, columns, hasMenu, ...rest }: LoadedRowProps<Row>) {
  return (
    <div role="presentation" className="ui-grid__cells">
      {rest.selected === undefined ? null : (
        <div role="gridcell" className="ui-grid__cell ui-grid__cell--box">
          <RowBox row={row} {...rest} />
        </div>
      )}
      {columns.map((column) => (
        <div
          key={column.key}
          role="gridcell"
          className={classNames('ui-grid__cell', column.isNumeric && 'ui-grid__cell--num')}
        >
          {column.render(row)}
        </div>
      ))}
      {hasMenu ? (
        <div role="gridcell" className="ui-grid__cell ui-grid__cell--menu">
          <MenuButton row={row} {...rest} />
        </div>
      ) : null}
    </div>
  );
}

function CardCell<Row extends { id: string }>({ row, renderCard, ...rest }: LoadedRowProps<Row>) {
  if (rest.selected === undefined)
    return (
      <div role="gridcell" className="ui-grid__card">
        {renderCard(row)}
      </div>
    );
  return (
    <div role="presentation" className="ui-grid__chosen-card">
      <div role="gridcell" className="ui-grid__cell--box">
        <RowBox row={row} {...rest} />
      </div>
      <div role="gridcell" className="ui-grid__card">
        {renderCard(row)}
      </div>
    </div>
  );
}

function RowBox<Row extends { id: string }>({
  row,
  rowLabel,
  isActive,
  selected,
  isSelectionFixed,
  onToggle,
}: Pick<
  LoadedRowProps<Row>,
  'row' | 'rowLabel' | 'isActive' | 'selected' | 'isSelectionFixed' | 'onToggle'
>) {
  return (
    <label className="ui-grid__box">
      <input
        type="checkbox"
        className="ui-check__box"
        aria-label={t('common.selectRow', { name: rowLabel(row) })}
        checked={selected ?? false}
        disabled={isSelectionFixed}
        tabIndex={isActive ? 0 : -1}
        onChange={() => onToggle(row)}
      />
    </label>
  );
}

/** One bar stands for the whole row: a fling passes hundreds of rows that are not loaded. */
function PendingCell({ index }: { index: number }) {
  return (
    <div role="gridcell" aria-label={t('common.loading')} className="ui-grid__pending">
      <span className="ui-grid__bone" style={{ width: `${55 + ((index * 37) % 40)}%` }} />
    </div>
  );
}

function MenuButton<Row extends { id: string }>({
  row,
  rowLabel,
  isActive,
  onOpenMenu,
}: Pick<LoadedRowProps<Row>, 'row' | 'rowLabel' | 'isActive' | 'onOpenMenu'>) {
  return (
    <button
      type="button"
      className="ui-icon-button"
      aria-haspopup="menu"
      aria-label={`${t('common.more')}: ${rowLabel(row)}`}
      tabIndex={isActive ? 0 : -1}
      onClick={(event) => onOpenMenu(event.currentTarget, row)}
    >
      <IconDots size={20} aria-hidden="true" />
    </button>
  );
}
