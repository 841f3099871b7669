import { IconDots } from '@tabler/icons-react';
import { memo } from 'react';
import type { MouseEvent, ReactNode } from 'react';
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
      tabIndex={isActive ? 0 : -1}
      data-menu-open={props.isMenuOpen || undefined}
      className={classNames(
        'ui-grid__row',
        row === undefined && 'ui-grid__row--pending',
        props.isLast && 'ui-grid__row--last',
        // Links of the other rows are reached through the active row only.
        isActive && 'ui-grid__row--active',
      )}
      style={{ transform: `translateY(${props.offset}px)`, height: props.height }}
      onClick={(event: MouseEvent<HTMLElement>) => {
        if (row && !isOwnControl(event)) onOpen(row);
      }}
    >
      {isCard ? <CardCells {...props} /> : <Cells {...props} />}
    </div>
  );
}

/** One row of a VirtualTable; renders again only when its own content changes. */
// memo loses the type parameter of a generic component.
export const VirtualRow = memo(VirtualRowPlain) as typeof VirtualRowPlain;

function isOwnControl(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target as HTMLElement;
  const hasSelectedText = (window.getSelection()?.toString() ?? '') !== '';
  return hasSelectedText || target.closest('a, button') !== null;
}

function Cells<Row extends { id: string }>({ row, columns, index, hasMenu, ...rest }: VirtualRowProps<Row>) {
  return (
    <div role="presentation" className="ui-grid__cells">
      {columns.map((column, place) => (
        <div
          key={column.key}
          role="gridcell"
          className={classNames('ui-grid__cell', column.isNumeric && 'ui-grid__cell--num')}
        >
          {row ? column.render(row) : <Bone index={index + place} />}
        </div>
      ))}
      {hasMenu ? (
        <div role="gridcell" className="ui-grid__cell ui-grid__cell--menu">
          {row ? <MenuButton row={row} {...rest} /> : null}
        </div>
      ) : null}
    </div>
  );
}

function CardCells<Row extends { id: string }>({ row, index, renderCard }: VirtualRowProps<Row>) {
  return (
    <div role="gridcell" className="ui-grid__card">
      {row ? (
        renderCard(row)
      ) : (
        <>
          <Bone index={index} />
          <Bone index={index + 2} />
        </>
      )}
    </div>
  );
}

function Bone({ index }: { index: number }) {
  return <span className="ui-grid__bone" style={{ width: `${45 + ((index * 37) % 45)}%` }} />;
}

function MenuButton<Row extends { id: string }>({
  row,
  rowLabel,
  isActive,
  onOpenMenu,
}: Pick<VirtualRowProps<Row>, 'rowLabel' | 'isActive' | 'onOpenMenu'> & { row: Row }) {
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
