import { formatNumber } from '@depotwerk/domain/number-text';
import { IconPencil } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { mayChange, useSession } from '../../../platform/session.ts';
import { t } from '../../../texts/texts.ts';
import { SelectionBar } from '../../../ui/action-bar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { maximumIds } from '../../contracts/public/bulk-changes.ts';
import { ChoiceButtons } from '../../contracts/public/choice-buttons.tsx';
import { filterTexts, type RowChoice } from '../../contracts/public/contract-selection.ts';
import type { CustomerFilter } from '../customer-pages.ts';
import type { CustomerChangeKind } from './customer-change-dialog.tsx';

const CustomerChangeDialog = lazy(async () => ({
  default: (await import('./customer-change-dialog.tsx')).CustomerChangeDialog,
}));
const BulkChangeDialog = lazy(async () => ({
  default: (await import('../../contracts/public/bulk-change-dialog.tsx')).BulkChangeDialog,
}));

const ofCustomers: readonly CustomerChangeKind[] = ['group', 'addTag', 'removeTag'];

interface CustomerBulkBarProps {
  choice: RowChoice;
  filter: CustomerFilter;
  /** Hits of the filter; undefined while they are counted, or where only a lower bound is known. */
  total: number | undefined;
  onChoose: (choice: RowChoice) => void;
  onEnd: () => void;
  /** The button that saves what is chosen, for those who may. */
  exportMenu: ReactNode;
}

/** Bar under the list of customers while some are being chosen: how many, and what to do with them. */
export function CustomerBulkBar({
  choice,
  filter,
  total,
  onChoose,
  onEnd,
  exportMenu,
}: CustomerBulkBarProps) {
  const [changing, setChanging] = useState<CustomerChangeKind | 'checked' | null>(null);
  const mayEdit = useSession((state) => mayChange(state.user, 'customers.edit'));
  const mayCheck = useSession((state) => mayChange(state.user, 'contracts.check'));
  const kinds = [...(mayEdit ? ofCustomers : []), ...(mayCheck ? (['checked'] as const) : [])];
  const count = choice.kind === 'ids' ? choice.ids.size : undefined;
  const isTooMany = count !== undefined && count > maximumIds;
  const selection =
    choice.kind === 'ids' ? { customerIds: [...choice.ids] } : { filter: filterTexts(filter) };
  const close = () => setChanging(null);
  return (
    <SelectionBar text={stateText(count, isTooMany, total)}>
      <ChoiceButtons choice={choice} total={total} onChoose={onChoose} onEnd={onEnd} />
      {exportMenu}
      {kinds.length > 0 ? (
        <Menu
          trigger={
            <Button
              kind="primary"
              disabled={count === 0 || isTooMany}
              icon={<IconPencil size={18} aria-hidden="true" />}
            >
              {t('contracts.bulk.menu')}
            </Button>
          }
          entries={kinds.map((kind) => ({
            key: kind,
            label: t(kind === 'checked' ? 'customers.bulk.checked' : `contracts.bulk.${kind}`),
            onSelect: () => setChanging(kind),
          }))}
        />
      ) : null}
      <Suspense fallback={null}>
        {changing === 'checked' ? (
          <BulkChangeDialog
            kind="checked"
            selection={{ customers: selection }}
            onClose={close}
            onDone={onEnd}
          />
        ) : changing === null ? null : (
          <CustomerChangeDialog kind={changing} selection={selection} onClose={close} onDone={onEnd} />
        )}
      </Suspense>
    </SelectionBar>
  );
}

/** @param count undefined = everything the filter finds */
function stateText(count: number | undefined, isTooMany: boolean, total: number | undefined): string {
  if (count === undefined) return t('optimization.bulk.whole', { number: formatNumber(total ?? 0) });
  if (isTooMany) return t('customers.bulk.tooMany');
  return count === 0
    ? t('optimization.bulk.none')
    : t('customers.bulk.count', { count, number: formatNumber(count) });
}
