import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';

/** Takes what was checked; where no row of the file would write anything, that is said in its place. */
export function TakeButton({
  label,
  count,
  isBusy,
  isDisabled,
  onTake,
}: {
  label: string;
  /** Rows that would write something. */
  count: number;
  isBusy: boolean;
  isDisabled?: boolean;
  onTake: () => void;
}) {
  if (count === 0)
    return (
      <p className="hint" role="status">
        {t('imports.nothingToTake')}
      </p>
    );
  return (
    <Button kind="primary" isBusy={isBusy} disabled={isDisabled} onClick={onTake}>
      {label}
    </Button>
  );
}
