import type { IdentityProvider } from '@depotwerk/api/users/identity-provider';
import { checkIdentityProvider } from '@depotwerk/api/users/identity-provider';
import { listRoles } from '@depotwerk/api/users/roles';
import { formatDateTime } from '@depotwerk/domain/date-text';
import type { IdentityProviderDraft } from '@depotwerk/domain/identity-provider/check-identity-provider';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { entityKey } from '../../forms/entity-kind.ts';
import { EntityPage } from '../../forms/entity-page.tsx';
import { FormField } from '../../forms/form-field.tsx';
import { orNull } from '../../forms/value-texts.ts';
import { callApi } from '../../platform/api-client.ts';
import { showApiError } from '../../platform/error-texts.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/checkbox.tsx';
import { Banner, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { Card, FactList, PageHeader } from '../../ui/layout.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { ClaimMappings, type NamedChoice } from './claim-mappings.tsx';
import { onlyId, providerKind } from './identity-provider-kind.ts';

/** `/admin/identity-provider`: the provider the people of the house sign in through, and whether it answers. */
export function IdentityProviderPage() {
  const roles = useQuery({
    queryKey: ['roles', 'choices'],
    queryFn: ({ signal }) => callApi(listRoles, {}, { signal }),
  }).data;
  const roleNames = (roles ?? []).map(({ id, roleName }) => ({ value: id, label: roleName }));
  // A role of customers shows one customer alone, whom no claim names.
  const roleChoices = roleNames.filter(
    ({ value }) => roles?.some(({ id, isClientRole }) => id === value && !isClientRole) ?? false,
  );
  const kind = providerKind(
    (id) => roleNames.find(({ value }) => value === id)?.label ?? t('identityProvider.none'),
  );
  const settings = useQuery({
    queryKey: entityKey(kind, onlyId),
    queryFn: ({ signal }) => kind.load(onlyId, signal),
    refetchOnWindowFocus: false,
  });
  return (
    <div className="stack">
      <PageHeader title={t('identityProvider.title')} />
      <Banner tone="info">{t('identityProvider.intro')}</Banner>
      {settings.error ? (
        <QueryError title={t('identityProvider.loadFailed')} query={settings} />
      ) : !settings.data || !roles ? (
        <Skeleton lines={12} />
      ) : (
        <>
          <AddressesCard settings={settings.data} />
          <SettingsForm kind={kind} settings={settings.data} roles={roleChoices} />
          {settings.data.isSetUp ? <CheckCard settings={settings.data} /> : null}
        </>
      )}
    </div>
  );
}

function AddressesCard({ settings }: { settings: IdentityProvider }) {
  const addresses = ['redirectUri', 'logoutRedirectUri', 'backChannelLogoutUri'] as const;
  return (
    <Card title={t('identityProvider.atProvider')}>
      <FactList
        facts={addresses.map((key) => ({
          key,
          label: t(`identityProvider.${key}`),
          value: <code className="claim-mappings__address">{settings[key]}</code>,
        }))}
      />
    </Card>
  );
}

function SettingsForm({
  kind,
  settings,
  roles,
}: {
  kind: ReturnType<typeof providerKind>;
  settings: IdentityProvider;
  roles: readonly NamedChoice[];
}) {
  return (
    <EntityPage
      kind={kind}
      entity={settings}
      title={t('identityProvider.connection')}
      onSaved={() => {}}
      onRemoved={() => {}}
      renderFields={({ draft, change, errorOf }) => {
        const set = (values: Partial<IdentityProviderDraft>) =>
          change((before) => ({ ...before, ...values }));
        const text = (path: 'issuer' | 'clientId' | 'buttonText', hint?: string) => (
          <FormField path={path}>
            <TextField
              label={t(`identityProvider.${path}`)}
              hint={hint}
              isRequired
              autoComplete="off"
              spellCheck={false}
              value={draft[path]}
              error={errorOf(path)}
              onChange={(value) => set({ [path]: value })}
            />
          </FormField>
        );
        return (
          <>
            {text('issuer', t('identityProvider.issuerHint'))}
            <div className="entity-form__row">
              {text('clientId')}
              <FormField path="clientSecret">
                <PasswordField
                  label={t('identityProvider.clientSecret')}
                  hint={
                    settings.isSecretClosed
                      ? t('identityProvider.clientSecretClosed')
                      : settings.hasClientSecret
                        ? t('identityProvider.clientSecretKept')
                        : undefined
                  }
                  autoComplete="new-password"
                  value={draft.clientSecret ?? ''}
                  error={errorOf('clientSecret')}
                  onChange={(value) => set({ clientSecret: value === '' ? null : value })}
                />
              </FormField>
            </div>
            {text('buttonText', t('identityProvider.buttonTextHint'))}
            <Switch
              label={t('identityProvider.isActive')}
              isChecked={draft.isActive}
              onChange={(isActive) => set({ isActive })}
            />
            <div className="entity-form__row">
              <FormField path="unknownPeople">
                <SelectField
                  label={t('identityProvider.unknownPeople')}
                  isRequired
                  value={draft.unknownPeople}
                  options={(['refuse', 'create'] as const).map((value) => ({
                    value,
                    label: t(`identityProvider.unknownKinds.${value}`),
                  }))}
                  error={errorOf('unknownPeople')}
                  onChange={(value) => {
                    if (value !== '') set({ unknownPeople: value });
                  }}
                />
              </FormField>
              <FormField path="defaultRoleId">
                <SelectField
                  label={t('identityProvider.defaultRole')}
                  isRequired={draft.unknownPeople === 'create'}
                  value={draft.defaultRoleId ?? ''}
                  emptyLabel={t('masterData.noChoice')}
                  options={[...roles]}
                  error={errorOf('defaultRoleId')}
                  onChange={(value) => set({ defaultRoleId: value === '' ? null : value })}
                />
              </FormField>
            </div>
            <div>
              <Switch
                label={t('identityProvider.acceptsFactor')}
                isChecked={draft.acceptsFactor}
                onChange={(acceptsFactor) => set({ acceptsFactor })}
              />
              <p className="hint">{t('identityProvider.acceptsFactorHint')}</p>
            </div>
            {draft.acceptsFactor ? (
              <FormField path="factorValues">
                <TextField
                  label={t('identityProvider.factorValues')}
                  hint={t('identityProvider.factorValuesHint')}
                  isRequired
                  autoComplete="off"
                  value={draft.factorValues.join(',')}
                  error={errorOf('factorValues')}
                  onChange={(value) =>
                    set({ factorValues: value === '' ? [] : value.split(',').map((each) => each.trim()) })
                  }
                />
              </FormField>
            ) : null}
            <FormField path="groupsClaim">
              <TextField
                label={t('identityProvider.groupsClaim')}
                hint={t('identityProvider.groupsClaimHint')}
                autoComplete="off"
                spellCheck={false}
                value={draft.groupsClaim ?? ''}
                error={errorOf('groupsClaim')}
                onChange={(value) => set({ groupsClaim: orNull(value) })}
              />
            </FormField>
            <ClaimMappings
              mappings={draft.mappings}
              roles={roles}
              // Issues of a mapping carry its place in their path; they are looked up by the whole path.
              errorOf={(path) => errorOf(path as 'mappings')}
              onChange={(mappings) => set({ mappings })}
            />
          </>
        );
      }}
    />
  );
}

function CheckCard({ settings }: { settings: IdentityProvider }) {
  const client = useQueryClient();
  const check = useMutation({
    mutationFn: () => callApi(checkIdentityProvider, {}),
    onSuccess: () => client.invalidateQueries({ queryKey: entityKey({ key: 'identityProvider' }, onlyId) }),
    onError: showApiError,
  });
  const { data } = check;
  return (
    <Card title={t('identityProvider.check')}>
      <p>{t('identityProvider.checkHint')}</p>
      {data ? (
        <Banner tone={data.isReached ? 'ok' : 'bad'} role="status">
          {data.isReached
            ? [
                t('identityProvider.reached'),
                t(data.endsSessions ? 'identityProvider.endsSessions' : 'identityProvider.endsNoSessions'),
                ...(data.tellsEndOfSessions ? [t('identityProvider.tells')] : []),
              ].join(' ')
            : data.reason}
        </Banner>
      ) : null}
      <p className="hint">
        {settings.testedAt === null
          ? t('identityProvider.notTested')
          : t('identityProvider.tested', { date: formatDateTime(settings.testedAt) })}
      </p>
      <Button isBusy={check.isPending} onClick={() => check.mutate()}>
        {t('identityProvider.check')}
      </Button>
    </Card>
  );
}
