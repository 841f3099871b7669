import { listContracts } from '@depotwerk/api/contracts/contracts';
import { personName } from '@depotwerk/domain/customers/person-name';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../../platform/api-client.ts';
import { t } from '../../../texts/texts.ts';
import { SearchPick } from '../../../ui/search-pick.tsx';

const shownHits = 6;

/** Finds a contract by its number, its customer or its tariff; `except` is not offered. */
export function ContractPicker({
  except,
  onPick,
}: {
  except: string | undefined;
  onPick: (contractId: string) => void;
}) {
  const [search, setSearch] = useState<string | undefined>(undefined);
  const hits = useQuery({
    queryKey: ['contracts', 'picker', search],
    queryFn: ({ signal }) =>
      callApi(listContracts, { query: { search: search ?? '', pageSize: shownHits } }, { signal }),
    enabled: search !== undefined,
    placeholderData: keepPreviousData,
    select: (contracts) =>
      contracts
        .filter(({ id }) => id !== except)
        .map(({ id, customer, externalKey, tariff }) => ({
          id,
          label: personName(customer),
          description: `${externalKey} · ${tariff.name}`,
        })),
  });
  return (
    <SearchPick
      label={t('contracts.compare.pick')}
      searchLabel={t('contracts.searchLabel')}
      picked={null}
      clearLabel={t('contracts.compare.other')}
      onClear={() => {}}
      search={search}
      onSearch={setSearch}
      hits={hits}
      onPick={({ id }) => onPick(id)}
    />
  );
}
