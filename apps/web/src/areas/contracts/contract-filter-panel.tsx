import { useQuery } from '@tanstack/react-query';
import { filterChoicesQuery } from '../../lists/filter-choices.ts';
import { said, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { QueryError } from '../../ui/feedback.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { FundPick } from '../funds/public/fund-pick.tsx';
import { tagsQuery } from '../tags/public/tag-queries.ts';
import { fundNameQuery } from './contract-list-queries.ts';
import { FilterDay, FilterNumber } from './filter-fields.tsx';
import { type ContractsSearch, contractFlagNames } from './public/contracts-search.ts';

export type ChangeSearch = (
  change: {
    [Name in keyof ContractsSearch]?: ContractsSearch[Name] | undefined;
  },
) => void;

export interface ContractFilterPanelProps {
  search: ContractsSearch;
  onChange: ChangeSearch;
  onReset: () => void;
}

const riskClasses = ['1', '2', '3', '4', '5', '6', '7'] as const;

/** All filters of the contract list; each takes effect at once. */
export function ContractFilterPanel({ search, onChange, onReset }: ContractFilterPanelProps) {
  const choices = useQuery(filterChoicesQuery());
  const tags = useQuery(tagsQuery()).data ?? [];
  const fundName = useQuery(fundNameQuery(search.heldFundId)).data ?? '…';
  if (choices.isError) {
    return <QueryError title={t('contracts.filters.loadFailed')} query={choices} />;
  }
  const { tariffs = [], insurers = [], groups = [], hints = [] } = choices.data ?? {};
  const all = t('common.all');
  return (
    <section
      id="contract-filter"
      className="ui-card contracts__filter"
      aria-label={t('contracts.filter')}
      data-no-print
    >
      <SelectField
        label={t('contracts.filters.tariffId')}
        value={search.tariffId ?? ''}
        emptyLabel={all}
        options={tariffs.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(value) => onChange({ tariffId: value || undefined })}
      />
      <SelectField
        label={t('contracts.filters.insurerId')}
        value={search.insurerId === undefined ? '' : String(search.insurerId)}
        emptyLabel={all}
        options={insurers.map(({ id, insurerName }) => ({ value: String(id), label: insurerName }))}
        onChange={(value) => onChange({ insurerId: value === '' ? undefined : Number(value) })}
      />
      <SelectField
        label={t('contracts.filters.groupId')}
        value={search.groupId ?? ''}
        emptyLabel={all}
        // A native list cannot indent by style; two wide blanks a level stand for it.
        options={groups.map(({ id, groupName, level }) => ({
          value: id,
          label: '\u2003'.repeat(level) + groupName,
        }))}
        onChange={(value) => onChange({ groupId: value || undefined })}
      />
      <SelectField
        label={t('contracts.filters.tagId')}
        value={search.tagId === undefined ? '' : String(search.tagId)}
        emptyLabel={all}
        options={tags.map(({ id, tagName }) => ({ value: String(id), label: tagName }))}
        onChange={(value) => onChange({ tagId: value === '' ? undefined : Number(value) })}
      />
      <FundPick
        label={t('contracts.filters.heldFundId')}
        value={search.heldFundId === undefined ? null : { id: search.heldFundId, name: fundName }}
        onChange={(picked) => onChange({ heldFundId: picked?.id })}
      />
      <SelectField
        label={t('contracts.filters.hintId')}
        value={search.hintId === undefined ? '' : String(search.hintId)}
        emptyLabel={all}
        options={hints.map(({ id, title }) => ({ value: String(id), label: said(title) }))}
        onChange={(value) => onChange({ hintId: value === '' ? undefined : Number(value) })}
      />
      <SelectField
        label={t('contracts.filters.riskClassId')}
        value={search.riskClassId === undefined ? '' : String(search.riskClassId)}
        emptyLabel={all}
        options={riskClasses.map((value) => ({
          value,
          label: t('contracts.riskClass', { riskClass: value }),
        }))}
        onChange={(value) => onChange({ riskClassId: value === '' ? undefined : Number(value) })}
      />
      <div className="contracts__range">
        <FilterNumber
          label={t('contracts.filters.scoreFrom')}
          value={search.scoreFrom}
          max={100}
          precision={0}
          onChange={(scoreFrom) => onChange({ scoreFrom })}
        />
        <FilterNumber
          label={t('contracts.filters.scoreTo')}
          value={search.scoreTo}
          max={100}
          precision={0}
          onChange={(scoreTo) => onChange({ scoreTo })}
        />
      </div>
      <div className="contracts__range">
        <FilterNumber
          label={t('contracts.filters.valueFrom')}
          value={search.valueFrom}
          max={1e12}
          precision={2}
          onChange={(valueFrom) => onChange({ valueFrom })}
        />
        <FilterNumber
          label={t('contracts.filters.valueTo')}
          value={search.valueTo}
          max={1e12}
          precision={2}
          onChange={(valueTo) => onChange({ valueTo })}
        />
      </div>
      <FilterDay
        label={t('contracts.filters.lastCheckBefore')}
        value={search.lastCheckBefore}
        onChange={(lastCheckBefore) => onChange({ lastCheckBefore })}
      />
      <FilterDay
        label={t('contracts.filters.lastConsultationBefore')}
        value={search.lastConsultationBefore}
        onChange={(lastConsultationBefore) => onChange({ lastConsultationBefore })}
      />
      {contractFlagNames.map((name) => (
        <SelectField
          key={name}
          label={t(`contracts.filters.${name}`)}
          value={search[name] === undefined ? '' : search[name] ? 'true' : 'false'}
          emptyLabel={all}
          options={[
            { value: 'true', label: t('common.yes') },
            { value: 'false', label: t('common.no') },
          ]}
          onChange={(value) => onChange({ [name]: value === '' ? undefined : value === 'true' })}
        />
      ))}
      <div className="contracts__filter-end">
        <Button kind="quiet" onClick={onReset}>
          {t('common.resetFilters')}
        </Button>
      </div>
    </section>
  );
}
