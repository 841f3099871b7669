import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { EntityPanel } from '../../../forms/entity-panel.tsx';
import { ContractFields } from '../form/contract-fields.tsx';
import type { ContractForm } from '../form/contract-kind.ts';
import { contractChoicesQuery, contractKind } from '../form/contract-kind.ts';
import { contractNames } from '../form/fund-names.ts';

/** A contract in the side panel: `open` is its id, or `new` for one of the customer. */
export function ContractPanel({
  customerId,
  open,
  onClose,
  onSaved,
}: {
  customerId: string;
  open: string;
  onClose: () => void;
  onSaved?: (contract: ContractForm) => void;
}) {
  const choices = useQuery(contractChoicesQuery()).data;
  const [names] = useState(contractNames);
  const kind = useMemo(() => contractKind(customerId, names), [customerId, names]);
  return (
    <EntityPanel
      kind={kind}
      open={open}
      onClose={onClose}
      onSaved={onSaved}
      renderFields={(form, entity) => (
        <ContractFields form={form} entity={entity} choices={choices} names={names} />
      )}
    />
  );
}
