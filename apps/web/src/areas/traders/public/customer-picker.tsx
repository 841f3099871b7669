import { listCustomers } from '@depotwerk/api/customers/customers';
import { personName } from '@depotwerk/domain/customers/person-name';
import { asReadersWrite } from '@depotwerk/domain/notation';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../../platform/api-client.ts';
import { t } from '../../../texts/texts.ts';
import { SearchPick } from '../../../ui/search-pick.tsx';

export interface PickedCustomer {
  id: string;
  firstName: string;
  lastName: string;
}

const shownHits = 6;
const nameOf = personName;

/** Finds a customer by part of a name, date of birth or contract number. */
export function CustomerPicker({
  value,
  onChange,
}: {
  value: PickedCustomer | null;
  onChange: (customer: PickedCustomer | null) => void;
}) {
  const [search, setSearch] = useState<string | undefined>(undefined);
  const hits = useQuery({
    queryKey: ['customers', 'picker', search],
    queryFn: ({ signal }) =>
      callApi(
        listCustomers,
        { query: { search: search ?? '', noGroupOnly: false, pageSize: shownHits } },
        { signal },
      ),
    enabled: search !== undefined,
    placeholderData: keepPreviousData,
    select: (customers) =>
      customers.map((customer) => ({
        ...customer,
        label: nameOf(customer),
        description: asReadersWrite(customer.dateOfBirthFormatted),
      })),
  });
  return (
    <SearchPick
      label={t('traders.depots.customer')}
      searchLabel={t('traders.depots.customerSearch')}
      picked={value && nameOf(value)}
      clearLabel={t('traders.depots.otherCustomer')}
      onClear={() => onChange(null)}
      search={search}
      onSearch={setSearch}
      hits={hits}
      onPick={(customer) => {
        setSearch(undefined);
        onChange(customer);
      }}
    />
  );
}
