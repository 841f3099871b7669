import type { CallAnswer } from '@depotwerk/api/call';
import type { listFilterChoices } from '@depotwerk/api/customers/customers';
import { formatDate } from '@depotwerk/domain/date-text';
import { formatMoney } from '@depotwerk/domain/money';
import { useQuery } from '@tanstack/react-query';
import { filterChoicesQuery } from '../../../lists/filter-choices.ts';
import { queryClient } from '../../../platform/query-client.ts';
import { saidOrNull, t } from '../../../texts/texts.ts';
import { Chip } from '../../../ui/cells.tsx';
import { ResetFilters } from '../../../ui/reset-filters.tsx';
import { type Tag, tagsQuery } from '../../tags/public/tag-queries.ts';
import type { ContractFilterPanelProps } from '../contract-filter-panel.tsx';
import { fundNameQuery } from '../contract-list-queries.ts';
import type { ContractFilterName, ContractsSearch } from './contracts-search.ts';
import { activeFilterNames, parseContractsSearch } from './contracts-search.ts';

/** What names of filters are looked up in, as far as it has been read. */
interface FilterNames {
  readonly choices: CallAnswer<typeof listFilterChoices> | undefined;
  readonly tags: readonly Tag[] | undefined;
  readonly fund: string | undefined;
  readonly isFundGone: boolean;
}

/** A filter in force, in words. What a kept view or link names may be gone by now; until the names are read nobody knows. */
function filterText(
  name: ContractFilterName,
  search: ContractsSearch,
  { choices, tags, fund, isFundGone }: FilterNames,
): string {
  const orGone = (found: string | undefined, isRead: boolean): string =>
    found ?? (isRead ? t('contracts.filters.gone') : '…');
  const areChoicesRead = choices !== undefined;
  const valueText = (): string => {
    switch (name) {
      case 'tariffId':
        return orGone(choices?.tariffs.find(({ id }) => id === search.tariffId)?.name, areChoicesRead);
      case 'insurerId':
        return orGone(
          choices?.insurers.find(({ id }) => id === search.insurerId)?.insurerName,
          areChoicesRead,
        );
      case 'groupId':
        return orGone(choices?.groups.find(({ id }) => id === search.groupId)?.groupName, areChoicesRead);
      case 'tagId':
        return orGone(tags?.find(({ id }) => id === search.tagId)?.tagName, tags !== undefined);
      case 'heldFundId':
        return orGone(fund, isFundGone);
      case 'hintId':
        return orGone(
          saidOrNull(choices?.hints.find(({ id }) => id === search.hintId)?.title ?? null) ?? undefined,
          areChoicesRead,
        );
      default:
        return plainValue(name, search);
    }
  };
  return `${t(`contracts.filters.${name}`)}: ${valueText()}`;
}

/** Filters of a kept view in words, with the names that have been read for the list it is shown in. */
export function contractFilterWords(filters: Readonly<Record<string, string>>): readonly string[] {
  const search = parseContractsSearch(filters);
  const names = {
    choices: queryClient.getQueryData(filterChoicesQuery().queryKey),
    tags: queryClient.getQueryData(tagsQuery().queryKey),
    fund: queryClient.getQueryData(fundNameQuery(search.heldFundId).queryKey),
    isFundGone: false,
  };
  return activeFilterNames(search).map((name) => filterText(name, search, names));
}

/** Filters in force, each with a button that takes it away. */
export function ContractFilterChips({ search, onChange, onReset }: ContractFilterPanelProps) {
  const { data: choices } = useQuery(filterChoicesQuery());
  const { data: tags } = useQuery(tagsQuery());
  const fund = useQuery(fundNameQuery(search.heldFundId));
  const names = { choices, tags, fund: fund.data, isFundGone: fund.isError };
  return (
    <div className="row" data-no-print>
      {activeFilterNames(search).map((name) => {
        const text = filterText(name, search, names);
        return (
          <Chip
            key={name}
            removeLabel={t('common.removeFilter', { name: text })}
            onRemove={() => onChange({ [name]: undefined })}
          >
            {text}
          </Chip>
        );
      })}
      <ResetFilters size="small" onReset={onReset} />
    </div>
  );
}

/** Value of a filter that needs no look-up, as people write it. */
export function plainValue(name: ContractFilterName, search: ContractsSearch): string {
  const value = search[name];
  if (typeof value === 'boolean') return value ? t('common.yes') : t('common.no');
  if (name === 'valueFrom' || name === 'valueTo') return formatMoney(Number(value));
  if (name === 'lastCheckBefore' || name === 'lastConsultationBefore') return formatDate(String(value));
  return String(value);
}
