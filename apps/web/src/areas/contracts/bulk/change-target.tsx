import { noGroupId } from '@depotwerk/domain/permissions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { customerChoicesQuery } from '../../../queries/customer-queries.ts';
import { t } from '../../../texts/texts.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { NoTags } from '../../tags/public/no-tags.tsx';
import { tagsQuery } from '../../tags/public/tag-queries.ts';
import { contractChoicesQuery } from '../form/contract-kind.ts';
import type { BulkChangeKind, BulkRequest } from '../public/bulk-changes.ts';

interface ChangeTargetProps {
  kind: BulkChangeKind;
  onChange: (change: BulkRequest['change'] | null) => void;
}

/** What the contracts shall change to, where there is something to choose. */
export function ChangeTarget({ kind, onChange }: ChangeTargetProps) {
  if (kind === 'group') return <GroupTarget onChange={onChange} />;
  if (kind === 'tariff') return <TariffTarget onChange={onChange} />;
  if (kind === 'addTag' || kind === 'removeTag') return <TagTarget kind={kind} onChange={onChange} />;
  return null;
}

function TagTarget({
  kind,
  onChange,
}: Pick<ChangeTargetProps, 'onChange'> & { kind: 'addTag' | 'removeTag' }) {
  const tags = useQuery(tagsQuery());
  const [chosen, setChosen] = useState('');
  // One that is no longer given can still be taken away.
  const offered = (tags.data ?? []).filter(({ isInactive }) => kind === 'removeTag' || !isInactive);
  if (tags.data && offered.length === 0) return <NoTags />;
  return (
    <SelectField
      label={t('contracts.filters.tagId')}
      isRequired
      value={chosen}
      emptyLabel={t('masterData.noChoice')}
      lookup={tags}
      options={offered.map(({ id, tagName }) => ({ value: String(id), label: tagName }))}
      onChange={(value) => {
        setChosen(value);
        onChange(value === '' ? null : { kind, tagId: Number(value) });
      }}
    />
  );
}

function GroupTarget({ onChange }: Pick<ChangeTargetProps, 'onChange'>) {
  const choices = useQuery(customerChoicesQuery());
  const [chosen, setChosen] = useState('');
  return (
    <SelectField
      label={t('contracts.bulk.chooseGroup')}
      isRequired
      value={chosen}
      emptyLabel={t('masterData.noChoice')}
      lookup={choices}
      // A native list cannot indent by style; a wide blank a level stands for it.
      options={[
        ...(choices.data?.mayBeWithoutGroup
          ? [{ value: noGroupId, label: t('customers.withoutGroup') }]
          : []),
        ...(choices.data?.groups ?? []).map(({ id, groupName, level }) => ({
          value: id,
          label: '\u2003'.repeat(level) + groupName,
        })),
      ]}
      onChange={(value) => {
        setChosen(value);
        onChange(value === '' ? null : { kind: 'group', groupId: value === noGroupId ? null : value });
      }}
    />
  );
}

function TariffTarget({ onChange }: Pick<ChangeTargetProps, 'onChange'>) {
  const choices = useQuery(contractChoicesQuery());
  const [chosen, setChosen] = useState('');
  return (
    <SelectField
      label={t('contracts.bulk.chooseTariff')}
      isRequired
      value={chosen}
      emptyLabel={t('masterData.noChoice')}
      lookup={choices}
      options={(choices.data?.tariffs ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(value) => {
        setChosen(value);
        onChange(value === '' ? null : { kind: 'tariff', tariffId: value });
      }}
    />
  );
}
