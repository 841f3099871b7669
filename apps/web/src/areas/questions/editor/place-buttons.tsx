import { IconArrowDown, IconArrowUp, IconCopy } from '@tabler/icons-react';
import { t } from '../../../texts/texts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { RemoveButton } from '../../../ui/remove-button.tsx';

interface PlaceButtonsProps {
  /** What is moved, for those who hear it only. */
  name: string;
  place: number;
  count: number;
  onMove: (to: number) => void;
  onCopy?: () => void;
  onRemove: () => void;
}

/** Up, down, double and away, for something in an ordered list. */
export function PlaceButtons({ name, place, count, onMove, onCopy, onRemove }: PlaceButtonsProps) {
  return (
    <div className="editor__place">
      <IconButton
        label={t('questionnaires.moveUp', { name })}
        icon={<IconArrowUp size={18} />}
        disabled={place === 0}
        onClick={() => onMove(place - 1)}
      />
      <IconButton
        label={t('questionnaires.moveDown', { name })}
        icon={<IconArrowDown size={18} />}
        disabled={place === count - 1}
        onClick={() => onMove(place + 1)}
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
