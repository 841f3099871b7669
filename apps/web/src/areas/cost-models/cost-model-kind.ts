import type { CostModel } from '@depotwerk/api/master-data';
import {
  costModel,
  createCostModel,
  deleteCostModel,
  getCostModel,
  putCostModel,
} from '@depotwerk/api/master-data';
import { formatDate } from '@depotwerk/domain/date-de';
import type { CostModelDraft } from '@depotwerk/domain/master-data/check-cost-model';
import { checkCostModel } from '@depotwerk/domain/master-data/check-cost-model';
import { formatMoney } from '@depotwerk/domain/money';
import { formatNumberDe } from '@depotwerk/domain/number-de';
import { formatPercent } from '@depotwerk/domain/percent';
import { callApi } from '../../platform/api-client.ts';
import { t } from '../../texts/texts.ts';
import type { DraftField, EntityKind } from '../master-data/entity-kind.ts';

/** Names of what a cost model refers to, by id. */
export interface CostModelNames {
  readonly insurer: (id: number) => string;
  readonly tariff: (id: string) => string;
}

const none = () => t('common.none');
const percentText = (value: number | null) => (value === null ? none() : formatPercent(value, 0, 4));
const moneyText = (value: number | null) => (value === null ? none() : formatMoney(value));

function costModelFields(names: CostModelNames): DraftField<CostModelDraft>[] {
  const label = (path: Exclude<keyof CostModelDraft, 'insurerId' | 'tariffId'>) =>
    t(`masterData.costModels.${path}`);
  const percent = (path: 'entryFee' | 'contractFeePercent' | 'rebate'): DraftField<CostModelDraft> => ({
    path,
    label: label(path),
    text: (draft) => percentText(draft[path]),
  });
  const money = (path: 'contractFeeMonthly' | 'fundSwitchFee'): DraftField<CostModelDraft> => ({
    path,
    label: label(path),
    text: (draft) => moneyText(draft[path]),
  });
  return [
    { path: 'costModelName', label: label('costModelName'), text: (draft) => draft.costModelName },
    {
      path: 'insurerId',
      label: t('masterData.costModels.insurer'),
      text: ({ insurerId }) => (insurerId === null ? none() : names.insurer(insurerId)),
    },
    {
      path: 'tariffId',
      label: t('masterData.costModels.tariff'),
      text: ({ tariffId }) =>
        tariffId === null ? t('masterData.costModels.allTariffs') : names.tariff(tariffId),
    },
    percent('entryFee'),
    money('contractFeeMonthly'),
    percent('contractFeePercent'),
    money('fundSwitchFee'),
    {
      path: 'freeSwitchesPerYear',
      label: label('freeSwitchesPerYear'),
      text: ({ freeSwitchesPerYear: count }) => (count === null ? none() : formatNumberDe(count)),
    },
    percent('rebate'),
    {
      path: 'validFrom',
      label: label('validFrom'),
      text: ({ validFrom }) => (validFrom === null ? none() : formatDate(validFrom)),
    },
    {
      path: 'validTo',
      label: label('validTo'),
      text: ({ validTo }) => (validTo === null ? t('masterData.costModels.unlimited') : formatDate(validTo)),
    },
  ];
}

/** Cost models in the side panel. */
export const costModelKind = (names: CostModelNames): EntityKind<CostModel, CostModelDraft> => ({
  key: 'costModels',
  editPermission: 'costModels.edit',
  readId: Number,
  load: (id, signal) => callApi(getCostModel, { params: { id } }, { signal }),
  create: (draft, idempotencyKey) => callApi(createCostModel, { body: draft }, { idempotencyKey }),
  update: (id, draft, ifMatch) => callApi(putCostModel, { params: { id }, body: draft }, { ifMatch }),
  remove: (id, ifMatch) => callApi(deleteCostModel, { params: { id } }, { ifMatch }),
  parse: (value) => costModel.safeParse(value).data,
  idOf: ({ id }) => id,
  nameOf: (entity) => entity.costModelName,
  versionOf: ({ rowVersion }) => rowVersion,
  empty: () => ({
    costModelName: '',
    insurerId: null,
    tariffId: null,
    entryFee: 0,
    contractFeeMonthly: 0,
    contractFeePercent: 0,
    fundSwitchFee: 0,
    freeSwitchesPerYear: 0,
    rebate: 0,
    validFrom: null,
    validTo: null,
  }),
  draftOf: (entity) => ({
    costModelName: entity.costModelName,
    insurerId: entity.insurerId,
    tariffId: entity.tariffId,
    entryFee: entity.entryFee,
    contractFeeMonthly: entity.contractFeeMonthly,
    contractFeePercent: entity.contractFeePercent,
    fundSwitchFee: entity.fundSwitchFee,
    freeSwitchesPerYear: entity.freeSwitchesPerYear,
    rebate: entity.rebate,
    validFrom: entity.validFrom,
    validTo: entity.validTo,
  }),
  check: checkCostModel,
  fields: () => costModelFields(names),
  words: {
    create: t('masterData.costModels.create'),
    loadFailed: t('masterData.costModels.oneLoadFailed'),
    removeQuestion: (name) => t('masterData.costModels.removeQuestion', { name }),
  },
  // Contracts show their cost model.
  affected: [['contract']],
});
