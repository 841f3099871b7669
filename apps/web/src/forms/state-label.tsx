import { t } from '../texts/texts.ts';
import { ColourLabel } from '../ui/cells.tsx';

/** Active or inactive, as a coloured label. */
export function StateLabel({ isInactive }: { isInactive: boolean }) {
  return (
    <ColourLabel tone={isInactive ? 'neutral' : 'ok'}>
      {t(isInactive ? 'common.inactive' : 'common.active')}
    </ColourLabel>
  );
}
