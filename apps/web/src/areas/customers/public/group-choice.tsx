import type { CustomerChoices } from '@depotwerk/api/customers/customers';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { customerChoicesQuery } from '../../../queries/customer-queries.ts';
import { t } from '../../../texts/texts.ts';
import { SelectField } from '../../../ui/select-field.tsx';

/** The group of somebody who works in one only: suggested also where a customer may be without. */
export function onlyGroupOf(choices: CustomerChoices | undefined): string | null {
  const [first, ...others] = choices?.groups ?? [];
  return others.length === 0 ? (first?.id ?? null) : null;
}

/**
 * The group a customer goes to by what was chosen (null = none, undefined = nothing yet) and what there is; missing where
 * one is demanded and none was chosen.
 */
function groupOf(choices: CustomerChoices | undefined, chosen: string | null | undefined) {
  const groupId = chosen === undefined ? onlyGroupOf(choices) : chosen;
  return { groupId, isMissing: choices?.mayBeWithoutGroup === false && groupId === null };
}

/** The group a new customer goes to: asked where there is a choice, and demanded of whoever may see nobody without one. */
export function useGroupChoice() {
  const client = useQueryClient();
  const { data: choices } = useQuery(customerChoicesQuery());
  const [chosen, setGroup] = useState<string | null>();
  return {
    choices,
    setGroup,
    ...groupOf(choices, chosen),
    /** The same once it is known which groups there are: whoever presses the button may be quicker than they. */
    known: async () => groupOf(await client.ensureQueryData(customerChoicesQuery()), chosen),
  };
}

interface GroupFieldProps {
  choice: ReturnType<typeof useGroupChoice>;
  /** Sent once already: a missing group is said. */
  isTried: boolean;
}

/** The field for it. */
export function GroupField({ choice, isTried }: GroupFieldProps) {
  const { choices, groupId, setGroup, isMissing } = choice;
  const mayBeWithout = choices?.mayBeWithoutGroup !== false;
  return (
    <SelectField
      label={t('customers.columns.group')}
      value={groupId ?? ''}
      isRequired={!mayBeWithout}
      emptyLabel={t(mayBeWithout ? 'customers.withoutGroup' : 'masterData.noChoice')}
      // A native list cannot indent by style; a wide blank a level stands for it.
      options={(choices?.groups ?? []).map(({ id, groupName, level }) => ({
        value: id,
        label: '\u2003'.repeat(level) + groupName,
      }))}
      error={isTried && isMissing ? t('validators.required') : null}
      {...(choices?.groups.length === 0 ? { hint: t('customers.noGroupToEdit') } : {})}
      onChange={(next) => setGroup(next === '' ? null : next)}
    />
  );
}
