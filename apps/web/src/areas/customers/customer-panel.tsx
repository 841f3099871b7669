import type { CustomerDetail } from '@depotwerk/api/customers/customers';
import { noGroupId } from '@depotwerk/domain/permissions';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { EntityPanel } from '../../forms/entity-panel.tsx';
import { customerChoicesQuery } from '../../queries/customer-queries.ts';
import { t } from '../../texts/texts.ts';
import { CustomerFields } from './customer-form.tsx';
import { customerKind } from './customer-kind.ts';
import { LikelyCustomers } from './merge/likely-customers.tsx';
import { onlyGroupOf } from './public/group-choice.tsx';

/** A customer in the side panel: `open` is his id, or `new`. */
export function CustomerPanel({
  open,
  onClose,
  onSaved,
}: {
  open: string;
  onClose: () => void;
  onSaved?: (customer: CustomerDetail) => void;
}) {
  const lookup = useQuery(customerChoicesQuery());
  const { data: choices, isPending } = lookup;
  const kind = useMemo(
    () =>
      customerKind(
        (id) => choices?.groups.find((group) => group.id === id)?.groupName ?? t('customers.withoutGroup'),
        open === 'new',
        onlyGroupOf(choices),
        choices?.mayBeWithoutGroup !== false,
      ),
    [choices, open],
  );
  // An empty form begins with the group, which has to be known first.
  if (isPending && open === 'new') return null;
  return (
    <EntityPanel
      kind={kind}
      open={open}
      onClose={onClose}
      onSaved={onSaved}
      renderFields={(form, customer) => (
        <CustomerFields
          form={form}
          lookup={lookup}
          isWithoutGroup={customer?.group.id === noGroupId}
          notice={open === 'new' ? <LikelyCustomers draft={form.draft} /> : null}
        />
      )}
    />
  );
}
