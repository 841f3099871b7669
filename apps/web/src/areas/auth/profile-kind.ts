import type { Profile } from '@depotwerk/api/auth/profile';
import { getProfile, profile, putProfile } from '@depotwerk/api/auth/profile';
import { draftOf, emptyDraft } from '@depotwerk/domain/master-data/field-table';
import type { PersonDraft } from '@depotwerk/domain/users/check-user';
import { checkPerson } from '@depotwerk/domain/users/check-user';
import { profileFields } from '@depotwerk/domain/users/user-fields';
import { draftFields } from '../../forms/draft-fields.ts';
import type { EntityKind } from '../../forms/entity-kind.ts';
import { callApi } from '../../platform/api-client.ts';
import { parseKnown } from '../../platform/without-unknown.ts';
import { t } from '../../texts/texts.ts';

/** The own profile as a form edits it: there is one, which nobody adds or removes. */
export const profileKind: EntityKind<Profile, PersonDraft, string> = {
  key: 'profile',
  editPermission: null,
  readId: (text) => text,
  load: (_id, signal) => callApi(getProfile, {}, { signal }),
  create: () => Promise.reject(new Error('A profile comes with its user.')),
  update: (_id, draft, ifMatch) => callApi(putProfile, { body: draft }, { ifMatch }),
  remove: null,
  parse: (value) => parseKnown(profile, value).data,
  idOf: ({ id }) => id,
  nameOf: ({ fullName }) => fullName,
  versionOf: ({ rowVersion }) => rowVersion,
  empty: () => emptyDraft(profileFields),
  draftOf: (stored) => draftOf(profileFields, stored),
  check: checkPerson,
  fields: () => draftFields(profileFields),
  words: {
    create: t('settings.section.profile'),
    loadFailed: t('settings.profile.loadFailed'),
    removeQuestion: (name) => name,
  },
  affected: [],
};
