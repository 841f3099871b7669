import { withPercentSign } from '@depotwerk/domain/percent';
import { wholeTenths } from '@depotwerk/domain/tenths';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { t } from '../../texts/texts.ts';
import { classNames } from '../class-names.ts';
import { formatSum } from './cell-value.ts';
import { type MatrixColumn, useMatrix, useStoreValue, useTopic } from './matrix-context.ts';
import { distributeColumn } from './matrix-operations.ts';
import { columnTopic } from './matrix-store.ts';
import { differenceText } from './matrix-texts.ts';

/** A row under the sums: target, rating … Each cell subscribes to what it shows by itself. */
export interface MatrixFootRow {
  readonly key: string;
  readonly label: string;
  readonly Cell: ComponentType<{ readonly column: number }>;
}

/** Sums and whatever stands below them, always in sight. */
export function MatrixFoot({
  columns,
  rows,
  firstIndex,
}: {
  columns: readonly MatrixColumn[];
  rows: readonly MatrixFootRow[];
  firstIndex: number;
}) {
  return (
    <div role="rowgroup" className="matrix__foot">
      <div role="row" aria-rowindex={firstIndex} className="matrix__row matrix__row--sum">
        <div role="rowheader" className="matrix__name">
          {t('matrix.sum')}
        </div>
        {columns.map((column, index) => (
          <SumCell key={column.id} column={index} name={column.longName} />
        ))}
      </div>
      {rows.map(({ key, label, Cell }, place) => (
        <div
          key={key}
          role="row"
          aria-rowindex={firstIndex + 1 + place}
          className={classNames('matrix__row', 'matrix__row--foot', `matrix__row--${key}`)}
        >
          <div role="rowheader" className="matrix__name">
            {label}
          </div>
          {columns.map((column, index) => (
            <div key={column.id} role="gridcell" className="matrix__figure" data-col={index}>
              <Cell column={index} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function SumCell({ column, name }: { column: number; name: string }) {
  const { store } = useMatrix();
  useTopic(store, columnTopic(column));
  useTopic(store, 'rows');
  const sum = store.sum(column);
  const isWhole = sum === wholeTenths;
  return (
    <div
      role="gridcell"
      data-col={column}
      className={classNames(
        'matrix__figure',
        'matrix__sum',
        isWhole ? 'matrix__sum--ok' : 'matrix__sum--bad',
      )}
    >
      {isWhole ? <IconCircleCheckFilled size={14} aria-hidden="true" /> : null}
      {!isWhole && store.isReadOnly ? (
        <span className="matrix__difference">{differenceText(sum)}</span>
      ) : null}
      {!isWhole && !store.isReadOnly ? (
        // By keyboard it is the button above the grid; seven more tab stops would help nobody.
        <button
          type="button"
          tabIndex={-1}
          className="matrix__difference"
          aria-label={t('matrix.distributeColumn', { column: name, rest: differenceText(sum) })}
          title={t('matrix.distributeColumn', { column: name, rest: differenceText(sum) })}
          onClick={() => distributeColumn(store, column)}
        >
          {differenceText(sum)}
        </button>
      ) : null}
      {withPercentSign(formatSum(sum))}
    </div>
  );
}

/** On phones one class is seen at a time; the chips choose it and show all sums. */
export function ColumnChips({ columns }: { columns: readonly MatrixColumn[] }) {
  return (
    <div className="matrix__chips" role="group" aria-label={t('tariffPictures.riskClass')}>
      {columns.map((column, index) => (
        <ColumnChip key={column.id} column={index} name={column.name} />
      ))}
    </div>
  );
}

function ColumnChip({ column, name }: { column: number; name: string }) {
  const { store, handling } = useMatrix();
  const sum = useStoreValue(store, columnTopic(column), () => store.sum(column));
  const isShown = useStoreValue(store, 'active', () => store.focus.column === column);
  return (
    <button
      type="button"
      aria-pressed={isShown}
      className={classNames('matrix__chip', sum !== wholeTenths && 'matrix__chip--bad')}
      onClick={() => handling.showColumn(column)}
    >
      <span className="matrix__chip-name">{name}</span>
      <span className="matrix__chip-sum">{formatSum(sum).replace(',0', '')}</span>
    </button>
  );
}
