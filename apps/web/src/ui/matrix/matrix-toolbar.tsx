import { wholeTenths } from '@depotwerk/domain/tenths';
import {
  IconArrowBackUp,
  IconArrowBarDown,
  IconArrowBarRight,
  IconArrowForwardUp,
  IconPercentage,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../texts/texts.ts';
import { Button, IconButton } from '../button.tsx';
import { Switch } from '../checkbox.tsx';
import { keysSaid } from '../keys-said.ts';
import { useMatrix, useStoreValue, useTopic } from './matrix-context.ts';
import { distributeColumn, fillDown, fillRight } from './matrix-operations.ts';
import { columnTopic } from './matrix-store.ts';
import { actionText, type MatrixNames } from './matrix-texts.ts';

/** What can be done with the matrix by mouse; every button has its key. */
export function MatrixToolbar({
  names,
  showsUsedOnly,
  onShowUsedOnly,
  children,
}: {
  names: MatrixNames;
  showsUsedOnly: boolean;
  /** Absent where every row is shown anyway. */
  onShowUsedOnly?: ((showsUsedOnly: boolean) => void) | undefined;
  children?: ReactNode;
}) {
  const { store } = useMatrix();
  useTopic(store, 'rows');
  return (
    <div className="matrix__toolbar">
      {children}
      <span className="matrix__toolbar-gap" />
      {onShowUsedOnly ? (
        <Switch label={t('matrix.usedOnly')} isChecked={showsUsedOnly} onChange={onShowUsedOnly} />
      ) : null}
      {store.isReadOnly ? null : (
        <>
          <DistributeButton names={names} />
          <IconButton
            label={keysSaid(t('matrix.fillRight'))}
            icon={<IconArrowBarRight size={18} />}
            onClick={() => fillRight(store)}
          />
          <IconButton
            label={keysSaid(t('matrix.fillDown'))}
            icon={<IconArrowBarDown size={18} />}
            onClick={() => fillDown(store)}
          />
          <HistoryButtons names={names} />
        </>
      )}
    </div>
  );
}

function DistributeButton({ names }: { names: MatrixNames }) {
  const { store } = useMatrix();
  const column = useStoreValue(store, 'active', () => store.focus.column);
  const isWhole = useStoreValue(store, columnTopic(column), () => store.sum(column) === wholeTenths);
  return (
    <Button
      size="small"
      icon={<IconPercentage size={16} aria-hidden="true" />}
      aria-disabled={isWhole || undefined}
      title={t('matrix.distributeHint', { column: names.column(column) })}
      onClick={() => distributeColumn(store, column)}
    >
      {t('matrix.distribute', { column: names.column(column) })}
    </Button>
  );
}

function HistoryButtons({ names }: { names: MatrixNames }) {
  const { store } = useMatrix();
  useTopic(store, 'history');
  const { nextUndo, nextRedo } = store;
  const undoLabel = nextUndo ? t('matrix.undoOf', { action: actionText(nextUndo, names) }) : t('matrix.undo');
  const redoLabel = nextRedo ? t('matrix.redoOf', { action: actionText(nextRedo, names) }) : t('matrix.redo');
  return (
    <>
      <IconButton
        label={keysSaid(undoLabel)}
        icon={<IconArrowBackUp size={18} />}
        aria-disabled={nextUndo === null || undefined}
        onClick={() => store.undo()}
      />
      <IconButton
        label={keysSaid(redoLabel)}
        icon={<IconArrowForwardUp size={18} />}
        aria-disabled={nextRedo === null || undefined}
        onClick={() => store.redo()}
      />
    </>
  );
}
