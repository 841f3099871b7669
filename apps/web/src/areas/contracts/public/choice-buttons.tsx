import { formatNumber } from '@depotwerk/domain/number-text';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { nothingChosen, type RowChoice } from './contract-selection.ts';

/** Buttons of a list in which rows are being chosen: none, all the filter finds, and an end to choosing. */
export function ChoiceButtons(props: {
  choice: RowChoice;
  /** Hits of the filter; undefined while they are counted, or where only a lower bound is known. */
  total: number | undefined;
  onChoose: (choice: RowChoice) => void;
  onEnd: () => void;
}) {
  const { choice, total, onChoose, onEnd } = props;
  return (
    <>
      {choice.kind === 'whole' || choice.ids.size > 0 ? (
        <Button kind="quiet" size="small" onClick={() => onChoose(nothingChosen)}>
          {t('optimization.bulk.clear')}
        </Button>
      ) : null}
      {choice.kind === 'ids' && total !== undefined && total > 0 ? (
        <Button kind="quiet" size="small" onClick={() => onChoose({ kind: 'whole' })}>
          {t('optimization.bulk.selectAll', { number: formatNumber(total) })}
        </Button>
      ) : null}
      <Button onClick={onEnd}>{t('optimization.bulk.endSelect')}</Button>
    </>
  );
}
