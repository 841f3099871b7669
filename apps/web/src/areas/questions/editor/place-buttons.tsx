import { IconArrowDown, IconArrowUp, IconCopy } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { t } from '../../../texts/texts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { RemoveButton } from '../../../ui/remove-button.tsx';

interface PlaceButtonsProps {
  /** What is moved, for those who hear it only. */
  name: string;
  place: number;
  count: number;
  onMove: (to: number) => void;
  onCopy?: (event: MouseEvent<HTMLButtonElement>) => void;
  onRemove: () => void;
}

/** Up, down, double and away, for something in an ordered list. At an end the button keeps the focus of who moves by keyboard. */
export function PlaceButtons({ name, place, count, onMove, onCopy, onRemove }: PlaceButtonsProps) {
  const isLast = place === count - 1;
  return (
    <div className="editor__place">
      <IconButton
        label={t('questionnaires.moveUp', { name })}
        icon={<IconArrowUp size={18} />}
        aria-disabled={place === 0 || undefined}
        onClick={() => (place === 0 ? undefined : onMove(place - 1))}
      />
      <IconButton
        label={t('questionnaires.moveDown', { name })}
        icon={<IconArrowDown size={18} />}
        aria-disabled={isLast || undefined}
        onClick={() => (isLast ? undefined : onMove(place + 1))}
      />
      {onCopy ? (
        <IconButton
          label={t('questionnaires.copy', { name })}
          icon={<IconCopy size={18} />}
          onClick={onCopy}
        />
      ) : null}
      <RemoveButton label={t('questionnaires.removeOne', { name })} onClick={onRemove} />
    </div>
  );
}
