import { tariffBody } from '@depotwerk/api/tariffs/tariff-fields';
import type { Tariff } from '@depotwerk/api/tariffs/tariffs';
import { createTariff, getTariff, putTariff } from '@depotwerk/api/tariffs/tariffs';
import { applicableTariff } from '@depotwerk/domain/tariff/check-product-type';
import { checkTariff } from '@depotwerk/domain/tariff/check-tariff';
import { checkTariffSettings, settingsPairs } from '@depotwerk/domain/tariff/check-tariff-settings';
import { emptyTariff } from '@depotwerk/domain/tariff/empty-drafts';
import type { FundMatrixItemDraft, TariffDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { isHybridTariffType, stepsOfTariff } from '@depotwerk/domain/tariff/tariff-steps';
import type * as z from 'zod/mini';
import { callWithHeaders } from '../../../platform/api-client.ts';
import { versionsByClass } from '../allocation/versions-by-class.ts';
import { loadFundNames } from '../lookup-queries.ts';
import type { WizardDefinition, WizardObject } from '../wizard/wizard-definition.ts';
import { tariffFieldLabel, tariffFieldStep, tariffFieldValue } from './tariff-field-words.ts';
import { keepTariff, reloadTariffs } from './tariff-queries.ts';
import { tariffSteps } from './tariff-step-list.ts';
import { readOnlyReason, versionText } from './version-words.ts';

type Body = z.input<typeof tariffBody>;
// Lists of a draft are readonly, those of a body are not; sending changes neither.
const bodyOf = (draft: TariffDraft): Body => tariffToSave(draft) as Body;

function objectOf({ answer, etag }: { answer: Tariff; etag: string | null }): WizardObject<TariffDraft> {
  keepTariff(answer);
  return {
    id: answer.id,
    draft: answer.tariff,
    etag,
    rowVersion: answer.rowVersion,
    readOnlyReason: readOnlyReason(answer),
    subtitle: versionText(answer.version),
  };
}

/**
 * What is sent: only what belongs to the tariff's type. Hybrid tariffs have no page for the limits; where those of a
 * former type are wrong, they limit nothing instead of keeping the tariff from being saved.
 */
export function tariffToSave(draft: TariffDraft): TariffDraft {
  const tariff = applicableTariff(draft);
  if (!isHybridTariffType(tariff.tariffTypeId) || checkTariffSettings(tariff).length === 0) return tariff;
  const defaults = emptyTariff();
  const limits = settingsPairs.flatMap(({ min, max }) => [min, max]);
  return { ...tariff, ...Object.fromEntries(limits.map((name) => [name, defaults[name]])) };
}

// The wizard asks for the steps of every draft; the lists are made once, so that they stay the same objects.
const stepLists = {
  usual: stepsOfTariff(null).map((step) => tariffSteps[step]),
  hybrid: stepsOfTariff(7).map((step) => tariffSteps[step]),
};

const versions = versionsByClass<TariffDraft, FundMatrixItemDraft>({
  path: 'fundMatrix.allocationItems',
  rowOf: ({ securityId }) => securityId,
  matrixOf: ({ fundMatrix }) =>
    fundMatrix && {
      rows: fundMatrix.securityIds,
      classCount: fundMatrix.riskItemsNumber,
      cells: fundMatrix.allocationItems,
    },
  withCells: (draft, allocationItems) =>
    draft.fundMatrix === null ? draft : { ...draft, fundMatrix: { ...draft.fundMatrix, allocationItems } },
});

/** The tariff wizard. */
export const tariffDefinition: WizardDefinition<TariffDraft> = {
  draftType: 'tariff',
  body: tariffBody,
  steps: ({ tariffTypeId }) => (isHybridTariffType(tariffTypeId) ? stepLists.hybrid : stepLists.usual),
  check: (draft) => checkTariff(tariffToSave(draft)),
  empty: emptyTariff,
  load: async (id, signal) => objectOf(await callWithHeaders(getTariff, { params: { id } }, { signal })),
  create: async (draft, idempotencyKey) =>
    objectOf(await callWithHeaders(createTariff, { body: bodyOf(draft) }, { idempotencyKey })),
  put: async (id, draft, etag) =>
    objectOf(
      await callWithHeaders(
        putTariff,
        { params: { id }, body: bodyOf(draft) },
        { ifMatch: etag ?? undefined },
      ),
    ),
  afterSave: reloadTariffs,
  stepHref: (id, step) => `/admin/tariffs/${id ?? 'new'}/${step}`,
  listHref: '/admin/tariffs',
  afterCreate: ({ id }) => `/admin/tariffs/${id}/summary`,
  editPermission: 'tariffs.edit',
  nameOf: ({ name }) => name,
  texts: {
    list: 'admin.tariffs',
    newTitle: 'tariffWizard.newTitle',
    othersEditing: 'tariffWizard.othersEditing',
  },
  errorPaths: { 'tariffs.keyExists': 'key', 'tariffs.defaultExists': 'isDefault' },
  stepOfPath: tariffFieldStep,
  fieldLabel: tariffFieldLabel,
  fieldValue: tariffFieldValue,
  loadNames: (mine, theirs) =>
    loadFundNames(
      [mine, theirs].flatMap(({ fundMatrix, guaranteeSecurityId }) => [
        ...(fundMatrix?.securityIds ?? []),
        ...(guaranteeSecurityId === null ? [] : [guaranteeSecurityId]),
      ]),
    ),
  versions,
};
