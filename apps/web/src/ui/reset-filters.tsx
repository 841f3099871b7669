import { t } from '../texts/texts.ts';
import { Button, type ButtonProps } from './button.tsx';

/** Takes every filter of a list away. */
export function ResetFilters({ size, onReset }: Pick<ButtonProps, 'size'> & { onReset: () => void }) {
  return (
    <Button kind="quiet" {...(size && { size })} onClick={onReset}>
      {t('common.resetFilters')}
    </Button>
  );
}
