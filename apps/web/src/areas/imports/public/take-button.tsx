import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';

/** Takes what was checked; where no row of the file would write anything, that is said in its place. */
export function TakeButton({
  label,
  count,
  unchangedCount,
  isBusy,
  isDisabled,
  onTake,
}: {
  label: string;
  /** Rows that would write something. */
  count: number;
  /** Rows that say what is there already: without them none is left that was not refused. */
  unchangedCount: number;
  isBusy: boolean;
  isDisabled?: boolean;
  onTake: () => void;
}) {
  if (count === 0)
    return (
      <p className="hint" role="status">
        {t(unchangedCount === 0 ? 'imports.nothingTakeable' : 'imports.nothingToTake')}
      </p>
    );
  return (
    <Button kind="primary" isBusy={isBusy} disabled={isDisabled} onClick={onTake}>
      {label}
    </Button>
  );
}
