import { formatNumber } from '@depotwerk/domain/number-text';
import { IconDots } from '@tabler/icons-react';
import { t } from '../../../texts/texts.ts';
import { SelectionBar } from '../../../ui/action-bar.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';

/** What can be done with plans that are chosen, or with all that wait. */
export interface PlansAction {
  key: string;
  label: string;
  isDisabled?: boolean;
  onSelect: () => void;
}

interface ContinuousBarProps {
  /** How many plans are chosen. */
  count: number;
  chooseAll: PlansAction | null;
  others: readonly PlansAction[];
  /** What is done most often. */
  main: PlansAction | null;
}

/** Bar under the list of plans. On a phone it is one row, so that the list stays in sight: what is not done most often stands in a menu. */
export function ContinuousBar({ count, chooseAll, others, main }: ContinuousBarProps) {
  const isNarrow = useNarrow();
  const text =
    count === 0
      ? t('continuous.nothingChosen')
      : t('continuous.chosen', { count, number: formatNumber(count) });
  const mainButton = main && (
    <Button kind="primary" disabled={main.isDisabled} onClick={main.onSelect}>
      {main.label}
    </Button>
  );
  if (isNarrow)
    return (
      <SelectionBar text={text} isRow>
        {mainButton}
        <Menu
          align="end"
          trigger={<IconButton label={t('common.more')} icon={<IconDots size={20} aria-hidden="true" />} />}
          entries={[...(chooseAll ? [chooseAll] : []), ...others]}
        />
      </SelectionBar>
    );
  return (
    <SelectionBar text={text}>
      {chooseAll ? (
        <Button kind="quiet" size="small" onClick={chooseAll.onSelect}>
          {chooseAll.label}
        </Button>
      ) : null}
      {others.map(({ key, label, isDisabled, onSelect }) => (
        <Button key={key} disabled={isDisabled} onClick={onSelect}>
          {label}
        </Button>
      ))}
      {mainButton}
    </SelectionBar>
  );
}
