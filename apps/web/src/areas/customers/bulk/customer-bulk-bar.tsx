import { lazy, Suspense, useState } from 'react';
import { mayChange, useSession } from '../../../platform/session.ts';
import { useMayInvite } from '../../../platform/use-may-invite.ts';
import { t } from '../../../texts/texts.ts';
import { ChoiceBar } from '../../contracts/public/choice-bar.tsx';
import { filterTexts, type ListChoice } from '../../contracts/public/contract-selection.ts';
import type { CustomerFilter } from '../customer-pages.ts';
import type { CustomerChangeKind } from './customer-change-dialog.tsx';

const CustomerChangeDialog = lazy(async () => ({
  default: (await import('./customer-change-dialog.tsx')).CustomerChangeDialog,
}));
const BulkChangeDialog = lazy(async () => ({
  default: (await import('../../contracts/public/bulk-change-dialog.tsx')).BulkChangeDialog,
}));

const InviteManyDialog = lazy(async () => ({
  default: (await import('./invite-many-dialog.tsx')).InviteManyDialog,
}));

const ofCustomers: readonly CustomerChangeKind[] = ['group', 'addTag', 'removeTag'];

/** Bar under the list of customers while some are being chosen. */
export function CustomerBulkBar({ list, filter }: { list: ListChoice; filter: CustomerFilter }) {
  const [changing, setChanging] = useState<CustomerChangeKind | 'checked' | 'invite' | null>(null);
  const mayEdit = useSession((state) => mayChange(state.user, 'customers.edit'));
  const mayCheck = useSession((state) => mayChange(state.user, 'contracts.check'));
  // Where invitations are closed the dialog says so: what is not there is looked for.
  const { mayInvite } = useMayInvite();
  const kinds = [
    ...(mayEdit ? ofCustomers : []),
    ...(mayCheck ? (['checked'] as const) : []),
    ...(mayInvite ? (['invite'] as const) : []),
  ];
  const { choice, onEnd } = list;
  const selection =
    choice.kind === 'ids' ? { customerIds: [...choice.ids] } : { filter: filterTexts(filter) };
  const close = () => setChanging(null);
  return (
    <ChoiceBar
      list={list}
      countText={(count, number) => t('customers.bulk.count', { count, number })}
      tooManyText={t('customers.bulk.tooMany')}
      changes={kinds.map((kind) => ({
        key: kind,
        label: t(
          kind === 'checked' || kind === 'invite' ? `customers.bulk.${kind}` : `contracts.bulk.${kind}`,
        ),
        onSelect: () => setChanging(kind),
      }))}
    >
      <Suspense fallback={null}>
        {changing === 'checked' ? (
          <BulkChangeDialog
            kind="checked"
            selection={{ customers: selection }}
            onClose={close}
            onDone={onEnd}
          />
        ) : changing === 'invite' ? (
          <InviteManyDialog selection={selection} onClose={close} onDone={onEnd} />
        ) : changing === null ? null : (
          <CustomerChangeDialog kind={changing} selection={selection} onClose={close} onDone={onEnd} />
        )}
      </Suspense>
    </ChoiceBar>
  );
}
