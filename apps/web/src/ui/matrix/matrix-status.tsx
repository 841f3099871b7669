import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { t } from '../../texts/texts.ts';
import { Button } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { useMatrix, useTopic } from './matrix-context.ts';
import { columnText, faultyCellText, type MatrixNames, noticeText } from './matrix-texts.ts';

/** Quiet after the last key until the line says the new sums: no reader wants them at every digit. */
const quietMilliseconds = 800;

/** Columns said in full; more are counted. */
const mostColumns = 3;

/**
 * What keeps the matrix from being complete, in words, and what the last operation did. Read out politely: at once when
 * a cell is left or an operation was done, and after a pause while one types.
 */
export function MatrixStatus({ names }: { names: MatrixNames }) {
  const { store, handling } = useMatrix();
  useTopic(store, 'status');
  const [, setPause] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = store.topics.subscribe('values', () => {
      clearTimeout(timer);
      timer = setTimeout(() => setPause((count) => count + 1), quietMilliseconds);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [store]);
  const wrong = store.wrongColumns();
  const [faulty] = store.faultyCells();
  const count = store.content.columnCount;
  const hasRows = store.content.rowIds.length > 0 && count > 0;
  const isBad = hasRows && (wrong.length > 0 || faulty !== undefined);
  const { notice } = store;
  return (
    <div className="matrix__status">
      <div role="status" aria-live="polite" className="matrix__status-text">
        {notice ? (
          <span
            className={classNames(
              'matrix__notice',
              (notice.kind === 'refused' || notice.kind === 'tooLong') && 'matrix__notice--bad',
            )}
          >
            {noticeText(notice, names)}
          </span>
        ) : null}
        {isBad ? (
          <span className="matrix__problem">
            <IconAlertTriangle size={16} aria-hidden="true" />
            <span>
              {faulty === undefined ? null : `${faultyCellText(store, faulty, names)} `}
              {wrong.length === 0
                ? null
                : `${t('matrix.wrongColumns', { wrong: wrong.length, count })} ${wrong
                    .slice(0, mostColumns)
                    .map((column) => columnText(store, column, names))
                    .join('; ')}${wrong.length > mostColumns ? '; …' : '.'}`}
            </span>
          </span>
        ) : null}
        {hasRows && !isBad ? (
          <span className="matrix__fine">
            <IconCircleCheck size={16} aria-hidden="true" />
            {t('matrix.allWhole')}
          </span>
        ) : null}
      </div>
      {isBad ? (
        <Button
          size="small"
          kind="quiet"
          title={t('matrix.nextFaultKey')}
          onClick={() => handling.goToFault()}
        >
          {t('matrix.nextFault')}
        </Button>
      ) : null}
    </div>
  );
}
