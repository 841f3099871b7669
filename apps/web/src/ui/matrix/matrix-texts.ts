import { t } from '../../texts/texts.ts';
import { type CellFault, formatDifference, formatSum, readCell } from './cell-value.ts';
import { type PasteFault, remainderOf } from './matrix-changes.ts';
import type { MatrixColumn, MatrixRow } from './matrix-context.ts';
import type { MatrixAction } from './matrix-history.ts';
import type { MatrixNotice } from './matrix-notice.ts';
import type { MatrixStore } from './matrix-store.ts';

/** Names for messages about cells. */
export interface MatrixNames {
  readonly row: (rowId: number) => string;
  readonly column: (column: number) => string;
}

export function matrixNames(rows: readonly MatrixRow[], columns: readonly MatrixColumn[]): MatrixNames {
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return {
    row: (rowId) => names.get(rowId) ?? String(rowId),
    column: (column) => columns[column]?.name ?? String(column + 1),
  };
}

/** Why a text is no share, in words. */
export const cellFaultText = (fault: CellFault): string => t(`matrix.fault.${fault}`);

/** "Eingabe in Aktien Welt, RK 4": what a step of the history did. */
export function actionText(action: MatrixAction, names: MatrixNames): string {
  switch (action.kind) {
    case 'type':
      return t('matrix.action.type', { row: names.row(action.rowId), column: names.column(action.column) });
    case 'distribute':
      return t('matrix.action.distribute', { column: names.column(action.column) });
    case 'replace':
      return t('matrix.action.replace');
    case 'addRow':
    case 'removeRow':
      return t(`matrix.action.${action.kind}`, { row: names.row(action.rowId) });
    default:
      return t(`matrix.action.${action.kind}`, { count: action.count });
  }
}

function pasteFaultText(fault: PasteFault): string {
  switch (fault.kind) {
    case 'empty':
      return t('matrix.paste.empty');
    case 'tooLarge':
      return t('matrix.paste.tooLarge', { rows: fault.rows, columns: fault.columns });
    case 'unreadable':
      return t('matrix.paste.unreadable', {
        text: fault.text.slice(0, 40),
        row: fault.row,
        column: fault.column,
        reason: cellFaultText(fault.fault),
      });
  }
}

/** What the last operation did, or why it did nothing. */
export function noticeText(notice: MatrixNotice, names: MatrixNames): string {
  switch (notice.kind) {
    case 'done':
      return `${actionText(notice.action, names)}.`;
    case 'undone':
    case 'redone':
      return t(`matrix.notice.${notice.kind}`, { action: actionText(notice.action, names) });
    case 'pasted':
      return notice.takenIntoUse === 0
        ? t('matrix.notice.pasted', { count: notice.count })
        : `${t('matrix.notice.pasted', { count: notice.count })} ${t('matrix.notice.takenIntoUse', { count: notice.takenIntoUse })}`;
    case 'copied':
      return t('matrix.notice.copied', { count: notice.count });
    case 'refused':
      return pasteFaultText(notice.fault);
    default:
      return t(`matrix.notice.${notice.kind}`);
  }
}

/** "RK 4: 97,5 %, es fehlen 2,5 %" */
export function columnText(store: MatrixStore, column: number, names: MatrixNames): string {
  const sum = store.sum(column);
  const rest = remainderOf(sum);
  const key = rest > 0 ? 'missing' : 'tooMuch';
  return t(`matrix.column.${key}`, {
    column: names.column(column),
    sum: formatSum(sum),
    rest: formatSum(Math.abs(rest)),
  });
}

/** Text that is no share, with its cell and the reason. */
export function faultyCellText(store: MatrixStore, cell: number, names: MatrixNames): string {
  const { rowIds, columnCount } = store.content;
  const text = store.state(cell).text ?? '';
  const reading = readCell(text);
  return t('matrix.faultyCell', {
    text: text.slice(0, 40),
    row: names.row(rowIds[Math.floor(cell / columnCount)] ?? 0),
    column: names.column(cell % columnCount),
    reason: reading.ok ? '' : cellFaultText(reading.fault),
  });
}

/** "−2,5": by how much a column misses 100 %. */
export const differenceText = (sum: number): string => formatDifference(-remainderOf(sum));
