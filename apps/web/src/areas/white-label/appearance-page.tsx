import type { Appearance } from '@depotwerk/api/white-label/appearances';
import { listAppearances } from '@depotwerk/api/white-label/appearances';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { EntityPage } from '../../forms/entity-page.tsx';
import { callApi } from '../../platform/api-client.ts';
import { useMayChange } from '../../platform/session.ts';
import { showSavedWhiteLabel } from '../../platform/white-label.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Banner, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { PageHeader } from '../../ui/layout.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { AppearanceFields } from './appearance-fields.tsx';
import { appearanceKind } from './appearance-kind.ts';
import { TermsCard } from './terms-card.tsx';

const listQuery = ['appearances'] as const;

/** `/admin/white-label`: title, logos, colour, links and what is open, for the hosts of the house. */
export function AppearancePage() {
  const client = useQueryClient();
  const mayAct = useMayChange();
  const [chosen, setChosen] = useState<string | null>(null);
  const list = useQuery({
    queryKey: listQuery,
    queryFn: ({ signal }) => callApi(listAppearances, {}, { signal }),
    refetchOnWindowFocus: false,
  });
  if (list.error) {
    return <QueryError title={t('appearance.loadFailed')} query={list} />;
  }
  if (!list.data) return <Skeleton lines={12} />;
  const entity =
    chosen === 'new' ? null : (list.data.find(({ id }) => id === chosen) ?? list.data[0] ?? null);
  const show = async (id: string | null) => {
    await Promise.all([client.invalidateQueries({ queryKey: listQuery }), showSavedWhiteLabel()]);
    setChosen(id);
  };
  return (
    <div className="stack">
      <PageHeader
        title={t('admin.whiteLabel')}
        actions={
          entity === null ? null : (
            <Button
              disabled={!mayAct}
              icon={<IconPlus size={18} aria-hidden="true" />}
              onClick={() => setChosen('new')}
            >
              {t('appearance.create')}
            </Button>
          )
        }
      />
      <Banner tone="info">{t('appearance.intro')}</Banner>
      {list.data.length > 1 || (entity === null && list.data.length > 0) ? (
        <SelectField
          label={t('appearance.which')}
          value={entity?.id ?? 'new'}
          options={[...list.data.map(optionOf), ...(entity === null ? [newOption()] : [])]}
          onChange={setChosen}
        />
      ) : null}
      <EntityPage
        // Another one, and a newer version of the same, begin with a form of their own.
        key={entity === null ? 'new' : `${entity.id} ${entity.rowVersion}`}
        kind={removable(entity)}
        entity={entity}
        title={entity === null ? t('appearance.create') : entity.applicationTitle}
        onSaved={({ id }) => void show(id)}
        onRemoved={() => void show(null)}
        renderFields={(form) => <AppearanceFields form={form} />}
      />
      {entity === null ? null : <TermsCard key={`terms ${entity.id}`} appearanceId={entity.id} />}
    </div>
  );
}

const newOption = () => ({ value: 'new', label: t('appearance.create') });
const optionOf = ({ id, applicationTitle, hosts, isDefault }: Appearance) => ({
  value: id,
  label: [applicationTitle, isDefault ? t('appearance.usual') : hosts.join(', ')]
    .filter((part) => part !== '')
    .join(' · '),
});

/** The usual one stays. */
const removable = (entity: Appearance | null) => {
  const kind = appearanceKind();
  return entity?.isDefault === false ? kind : { ...kind, remove: null };
};
