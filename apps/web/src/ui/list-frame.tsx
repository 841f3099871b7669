import { formatNumber } from '@depotwerk/domain/number-text';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { t } from '../texts/texts.ts';
import { Button } from './button.tsx';
import { Chip } from './cells.tsx';
import { ListPage, type ListPageProps } from './list-page.tsx';
import { ResetFilters } from './reset-filters.tsx';
import { SearchBox } from './search-box.tsx';
import { SelectField } from './select-field.tsx';
import './list-frame.css';

/** A filter with few choices, as it stands in the address. */
export interface ListFilter<Name extends string> {
  name: Name;
  label: string;
  options: readonly { value: string; label: string }[];
  value: string | undefined;
}

export interface ListFrameProps<Row extends { id: string }, SortKey extends string, Name extends string>
  extends Omit<ListPageProps<Row, SortKey>, 'tools' | 'isFiltered' | 'onReset' | 'searchText' | 'children'> {
  /** null = a list without a text search. */
  searchLabel: string | null;
  onSearch: (text: string | undefined) => void;
  filters: readonly ListFilter<Name>[];
  searchText: string | undefined;
  onReset: () => void;
  onFilter: (name: Name, value: string | undefined) => void;
  /** The button with the saved views of the list. */
  views?: ReactNode;
}

/** Page of a list with a text search and filters of few choices, which stand as chips once they are chosen. */
export function ListFrame<Row extends { id: string }, SortKey extends string, Name extends string>({
  title,
  countText,
  loadFailed,
  searchLabel,
  searchText,
  onSearch,
  filters,
  onFilter,
  onReset,
  actions,
  emptyAction,
  views,
  ...table
}: ListFrameProps<Row, SortKey, Name>) {
  const { rows } = table;
  const { total } = rows;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const active = filters.filter(({ value }) => value !== undefined);
  const isFiltered = active.length > 0;
  return (
    <ListPage
      title={title}
      countText={countText}
      actions={actions}
      loadFailed={loadFailed}
      searchText={searchText}
      isFiltered={isFiltered}
      onReset={onReset}
      emptyAction={emptyAction}
      {...table}
      tools={
        <>
          <div className="list-frame__tools" data-no-print>
            {searchLabel === null ? null : (
              <div className="list-frame__search">
                <SearchBox label={searchLabel} value={searchText} onSearch={onSearch} />
              </div>
            )}
            {filters.length > 0 ? (
              <Button
                kind="quiet"
                icon={<IconAdjustmentsHorizontal size={18} aria-hidden="true" />}
                aria-expanded={isOpen}
                aria-controls={id}
                onClick={() => setOpen(!isOpen)}
              >
                {isFiltered ? t('contracts.filterCount', { count: active.length }) : t('contracts.filter')}
              </Button>
            ) : null}
            {views}
            <span className="list-frame__hits" role="status">
              {/* Without a search the title says the same. */}
              {total === undefined || rows.isOutdated || !(isFiltered || searchText !== undefined)
                ? ''
                : t(rows.isTotalExact ? 'contracts.hits' : 'customers.hitsAtLeast', {
                    count: total,
                    number: formatNumber(total),
                  })}
            </span>
          </div>
          <section
            id={id}
            hidden={!isOpen}
            className="ui-card list-frame__filters"
            aria-label={t('contracts.filter')}
            data-no-print
          >
            {filters.map(({ name, label, options, value }) => (
              <SelectField
                key={name}
                label={label}
                value={value ?? ''}
                emptyLabel={t('common.all')}
                options={options}
                onChange={(chosen) => onFilter(name, chosen === '' ? undefined : chosen)}
              />
            ))}
          </section>
          {isFiltered ? (
            <div className="row" data-no-print>
              {active.map(({ name, label, options, value }) => {
                const text = `${label}: ${options.find((option) => option.value === value)?.label ?? '…'}`;
                return (
                  <Chip
                    key={name}
                    removeLabel={t('common.removeFilter', { name: text })}
                    onRemove={() => onFilter(name, undefined)}
                  >
                    {text}
                  </Chip>
                );
              })}
              <ResetFilters size="small" onReset={onReset} />
            </div>
          ) : null}
        </>
      }
    />
  );
}
