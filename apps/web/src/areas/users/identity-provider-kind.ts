import type { IdentityProvider } from '@depotwerk/api/users/identity-provider';
import {
  getIdentityProvider,
  identityProvider,
  putIdentityProvider,
} from '@depotwerk/api/users/identity-provider';
import type { IdentityProviderDraft } from '@depotwerk/domain/identity-provider/check-identity-provider';
import {
  checkIdentityProvider,
  emptyProvider,
} from '@depotwerk/domain/identity-provider/check-identity-provider';
import type { GroupRight } from '@depotwerk/domain/permissions';
import { firstGroupRights, groupRights } from '@depotwerk/domain/permissions';
import type { EntityKind } from '../../forms/entity-kind.ts';
import { textOrNone } from '../../forms/value-texts.ts';
import { callApi } from '../../platform/api-client.ts';
import { queryClient } from '../../platform/query-client.ts';
import { parseKnown } from '../../platform/without-unknown.ts';
import { t } from '../../texts/texts.ts';
import { groupNameQuery } from './user-queries.ts';

/** There is one for the whole house. */
export const onlyId = 'house';

/** Rights in a group as two usual choices: looking, or working there without managing its people. */
export const rightKinds: Readonly<Record<'view' | 'edit', readonly GroupRight[]>> = {
  view: firstGroupRights,
  edit: groupRights.filter((right) => right !== 'groupUsers.manage'),
};

/** Which of the choices a list of rights is; `own` = neither. */
export function rightKindOf(rights: readonly GroupRight[]): 'view' | 'edit' | 'own' {
  const isSame = (kind: readonly GroupRight[]) =>
    kind.length === rights.length && kind.every((right) => rights.includes(right));
  return isSame(rightKinds.view) ? 'view' : isSame(rightKinds.edit) ? 'edit' : 'own';
}

const editable = ({
  issuer,
  clientId,
  buttonText,
  isActive,
  groupsClaim,
  mappings,
  unknownPeople,
  defaultRoleId,
  acceptsFactor,
  factorValues,
}: Omit<IdentityProviderDraft, 'clientSecret'>): IdentityProviderDraft => ({
  issuer,
  clientId,
  clientSecret: null,
  buttonText,
  isActive,
  groupsClaim,
  mappings,
  unknownPeople,
  defaultRoleId,
  acceptsFactor,
  factorValues,
});

const bodyOf = (draft: IdentityProviderDraft) => ({
  ...draft,
  mappings: draft.mappings.map((mapping) => ({ ...mapping, groupRights: [...mapping.groupRights] })),
  factorValues: [...draft.factorValues],
});

const yesNo = (value: boolean) => t(value ? 'common.yes' : 'common.no');

/** The provider with the names of the groups it gives: a house may have thousands, of which it gives a few. */
async function loadProvider(signal?: AbortSignal): Promise<IdentityProvider> {
  const provider = await callApi(getIdentityProvider, {}, signal === undefined ? {} : { signal });
  const groupIds = new Set(provider.mappings.flatMap(({ groupId }) => groupId ?? []));
  // A name that does not come is asked for again by the field that shows it.
  await Promise.all([...groupIds].map((id) => queryClient.prefetchQuery(groupNameQuery(id))));
  return provider;
}

const groupNameOf = (id: string | null): string =>
  id === null
    ? t('identityProvider.none')
    : (queryClient.getQueryData(groupNameQuery(id).queryKey) ?? t('common.unknownValue'));

/** The provider as the frame of forms handles it; roles by the names given, groups by those that were loaded. */
export const providerKind = (
  roleNameOf: (id: string | null) => string,
): EntityKind<IdentityProvider, IdentityProviderDraft, string> => ({
  key: 'identityProvider',
  editPermission: 'userManagement.editRoles',
  readId: (text) => text,
  load: (_id, signal) => loadProvider(signal),
  create: (draft) => callApi(putIdentityProvider, { body: bodyOf(draft) }, { ifMatch: '"0"' }),
  update: (_id, draft, ifMatch) => callApi(putIdentityProvider, { body: bodyOf(draft) }, { ifMatch }),
  remove: null,
  parse: (value) => parseKnown(identityProvider, value).data,
  idOf: () => onlyId,
  nameOf: () => t('identityProvider.title'),
  versionOf: ({ rowVersion }) => rowVersion,
  empty: () => ({ ...emptyProvider, clientSecret: null }),
  draftOf: editable,
  check: checkIdentityProvider,
  fields: () => [
    { path: 'issuer', label: t('identityProvider.issuer'), text: (draft) => draft.issuer },
    { path: 'clientId', label: t('identityProvider.clientId'), text: (draft) => draft.clientId },
    { path: 'clientSecret', label: t('identityProvider.clientSecret'), text: () => '••••••' },
    { path: 'buttonText', label: t('identityProvider.buttonText'), text: (draft) => draft.buttonText },
    { path: 'isActive', label: t('identityProvider.isActive'), text: (draft) => yesNo(draft.isActive) },
    {
      path: 'groupsClaim',
      label: t('identityProvider.groupsClaim'),
      text: (draft) => textOrNone(draft.groupsClaim),
    },
    {
      path: 'mappings',
      label: t('identityProvider.mappings'),
      text: (draft) =>
        textOrNone(
          draft.mappings
            .map(({ claimValue, roleId, groupId }) =>
              t('identityProvider.mappingText', {
                value: claimValue,
                role: roleNameOf(roleId),
                group: groupNameOf(groupId),
              }),
            )
            .join('; ') || null,
        ),
    },
    {
      path: 'unknownPeople',
      label: t('identityProvider.unknownPeople'),
      text: (draft) => t(`identityProvider.unknownKinds.${draft.unknownPeople}`),
    },
    {
      path: 'defaultRoleId',
      label: t('identityProvider.defaultRole'),
      text: (draft) => roleNameOf(draft.defaultRoleId),
    },
    {
      path: 'acceptsFactor',
      label: t('identityProvider.acceptsFactor'),
      text: (draft) => yesNo(draft.acceptsFactor),
    },
    {
      path: 'factorValues',
      label: t('identityProvider.factorValues'),
      text: (draft) => textOrNone(draft.factorValues.join(', ') || null),
    },
  ],
  words: {
    create: t('identityProvider.title'),
    loadFailed: t('identityProvider.loadFailed'),
    removeQuestion: (name) => name,
  },
  affected: [['auth', 'provider-link']],
});
