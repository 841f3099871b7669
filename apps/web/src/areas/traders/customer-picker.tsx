import { listCustomers } from '@depotwerk/api/customers';
import { IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { t } from '../../texts/texts.ts';
import { IconButton } from '../../ui/button.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import './customer-picker.css';

export interface PickedCustomer {
  id: string;
  firstName: string;
  lastName: string;
}

const shownHits = 6;

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
  });
  return (
    <div className="customer-picker">
      <div className="ui-field__label">{t('traders.depots.customer')}</div>
      {value ? (
        <div className="customer-picker__picked">
          <span>{`${value.firstName} ${value.lastName}`.trim()}</span>
          <IconButton
            label={t('traders.depots.otherCustomer')}
            icon={<IconX size={16} />}
            onClick={() => onChange(null)}
          />
        </div>
      ) : (
        <SearchBox label={t('traders.depots.customerSearch')} value={search} onSearch={setSearch} />
      )}
      {value || search === undefined || !hits.data ? null : hits.data.length === 0 ? (
        <p className="hint" role="status">
          {t('common.noResults', { searchText: search })}
        </p>
      ) : (
        <ul className="customer-picker__hits">
          {hits.data.map((customer) => (
            <li key={customer.id}>
              <button
                type="button"
                className="customer-picker__hit"
                onClick={() => {
                  setSearch(undefined);
                  onChange(customer);
                }}
              >
                <span>{`${customer.firstName} ${customer.lastName}`.trim()}</span>
                <span className="hint">{customer.dateOfBirthFormatted}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
