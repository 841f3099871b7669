import type { CostModel } from '@depotwerk/api/insurers/master-data';
import {
  costModel,
  createCostModel,
  deleteCostModel,
  getCostModel,
  putCostModel,
} from '@depotwerk/api/insurers/master-data';
import { formatDate } from '@depotwerk/domain/date-text';
import { checkCostModel } from '@depotwerk/domain/master-data/check-cost-model';
import { type CostModelDraft, costModelFields } from '@depotwerk/domain/master-data/cost-model-fields';
import { draftOf, emptyDraft } from '@depotwerk/domain/master-data/field-table';
import { draftFields } from '../../forms/draft-fields.ts';
import type { EntityKind } from '../../forms/entity-kind.ts';
import { callApi } from '../../platform/api-client.ts';
import { parseKnown } from '../../platform/without-unknown.ts';
import { t } from '../../texts/texts.ts';

/** Names of what a cost model refers to, by id. */
export interface CostModelNames {
  readonly insurer: (id: number) => string;
  readonly tariff: (id: string) => string;
}

/** Cost models in the side panel. */
export const costModelKind = (names: CostModelNames): EntityKind<CostModel, CostModelDraft> => ({
  key: 'costModels',
  editPermission: 'costModels.edit',
  readId: Number,
  load: (id, signal) => callApi(getCostModel, { params: { id } }, { signal }),
  create: (draft, idempotencyKey) => callApi(createCostModel, { body: draft }, { idempotencyKey }),
  update: (id, draft, ifMatch) => callApi(putCostModel, { params: { id }, body: draft }, { ifMatch }),
  keptAs: 'costModel',
  remove: (id, ifMatch) => callApi(deleteCostModel, { params: { id } }, { ifMatch }),
  parse: (value) => parseKnown(costModel, value).data,
  idOf: ({ id }) => id,
  nameOf: (entity) => entity.costModelName,
  versionOf: ({ rowVersion }) => rowVersion,
  empty: () => emptyDraft(costModelFields),
  draftOf: (stored) => draftOf(costModelFields, stored),
  check: checkCostModel,
  fields: () =>
    draftFields<(typeof costModelFields)[number], CostModelDraft>(costModelFields, {
      insurerId: ({ insurerId: id }) => (id === null ? t('common.none') : names.insurer(id)),
      tariffId: ({ tariffId: id }) =>
        id === null ? t('masterData.costModels.allTariffs') : names.tariff(id),
      validTo: ({ validTo }) =>
        validTo === null ? t('masterData.costModels.unlimited') : formatDate(validTo),
    }),
  words: {
    create: t('masterData.costModels.create'),
    loadFailed: t('masterData.costModels.oneLoadFailed'),
    removeQuestion: (name) => t('masterData.costModels.removeQuestion', { name }),
  },
  // Contracts show their cost model.
  affected: [['contract']],
});
