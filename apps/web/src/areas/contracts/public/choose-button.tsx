import { IconChecklist } from '@tabler/icons-react';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import type { ListSelection } from './contract-selection.ts';

/** Begins and ends choosing rows of a list. */
export function ChooseButton<Row extends { id: string }>({ selection }: { selection: ListSelection<Row> }) {
  return (
    <Button
      kind="quiet"
      icon={<IconChecklist size={18} aria-hidden="true" />}
      aria-pressed={selection.choice !== null}
      onClick={selection.choice ? selection.end : selection.start}
    >
      {t('optimization.bulk.select')}
    </Button>
  );
}
