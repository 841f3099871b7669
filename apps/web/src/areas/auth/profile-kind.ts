import type { Profile } from '@depotwerk/api/profile';
import { getProfile, profile, putProfile } from '@depotwerk/api/profile';
import type { PersonDraft } from '@depotwerk/domain/users/check-user';
import { checkPerson } from '@depotwerk/domain/users/check-user';
import { callApi } from '../../platform/api-client.ts';
import { t } from '../../texts/texts.ts';
import type { EntityKind } from '../master-data/entity-kind.ts';
import { textOrNone } from '../master-data/value-texts.ts';

/** The own profile as a form edits it: there is one, which nobody adds or removes. */
export const profileKind: EntityKind<Profile, PersonDraft, string> = {
  key: 'profile',
  editPermission: null,
  readId: (text) => text,
  load: (_id, signal) => callApi(getProfile, {}, { signal }),
  create: () => Promise.reject(new Error('A profile comes with its user.')),
  update: (_id, draft, ifMatch) => callApi(putProfile, { body: draft }, { ifMatch }),
  remove: null,
  parse: (value) => profile.safeParse(value).data,
  idOf: ({ id }) => id,
  nameOf: ({ fullName }) => fullName,
  versionOf: ({ rowVersion }) => rowVersion,
  empty: () => ({ fullName: '', company: '', phoneNumber: null }),
  draftOf: ({ fullName, company, phoneNumber }) => ({ fullName, company, phoneNumber }),
  check: checkPerson,
  fields: () => [
    { path: 'fullName', label: t('userManagement.user.fullName'), text: (draft) => draft.fullName },
    {
      path: 'company',
      label: t('userManagement.user.company'),
      text: (draft) => textOrNone(draft.company === '' ? null : draft.company),
    },
    {
      path: 'phoneNumber',
      label: t('userManagement.user.phoneNumber'),
      text: (draft) => textOrNone(draft.phoneNumber),
    },
  ],
  words: {
    create: t('settings.section.profile'),
    loadFailed: t('settings.profile.loadFailed'),
    removeQuestion: (name) => name,
  },
  affected: [],
};
