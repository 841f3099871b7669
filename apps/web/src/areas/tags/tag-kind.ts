import type { ManagedTag } from '@depotwerk/api/tags/tags';
import { createTag, deleteTag, getTag, managedTag, putTag } from '@depotwerk/api/tags/tags';
import { draftOf, emptyDraft } from '@depotwerk/domain/master-data/field-table';
import { checkTag, type TagDraft, tagFields } from '@depotwerk/domain/tags/tag-fields';
import { draftFields } from '../../forms/draft-fields.ts';
import type { EntityKind } from '../../forms/entity-kind.ts';
import { callApi } from '../../platform/api-client.ts';
import { parseKnown } from '../../platform/without-unknown.ts';
import { t } from '../../texts/texts.ts';

/** Tags in the side panel. */
export const tagKind = (): EntityKind<ManagedTag, TagDraft> => ({
  key: 'tags',
  editPermission: 'tags.edit',
  readId: Number,
  load: (id, signal) => callApi(getTag, { params: { id } }, { signal }),
  create: (draft, idempotencyKey) => callApi(createTag, { body: draft }, { idempotencyKey }),
  update: (id, draft, ifMatch) => callApi(putTag, { params: { id }, body: draft }, { ifMatch }),
  keptAs: 'tag',
  remove: (id, ifMatch) => callApi(deleteTag, { params: { id } }, { ifMatch }),
  parse: (value) => parseKnown(managedTag, value).data,
  idOf: ({ id }) => id,
  nameOf: ({ tagName }) => tagName,
  versionOf: ({ rowVersion }) => rowVersion,
  empty: () => emptyDraft(tagFields),
  draftOf: (stored) => draftOf(tagFields, stored),
  check: checkTag,
  fields: () => draftFields(tagFields),
  words: {
    create: t('masterData.tags.create'),
    loadFailed: t('masterData.tags.oneLoadFailed'),
    removeQuestion: (name) => t('masterData.tags.removeQuestion', { name }),
  },
  affected: [['tags'], ['customer'], ['customers'], ['contract'], ['contracts']],
});
