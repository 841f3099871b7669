import { fundMatrixBody, tariffBody } from '@depotwerk/api/tariffs/tariff-fields';
import { promisedRateText } from '@depotwerk/domain/contracts/guarantee';
import { intervalText } from '@depotwerk/domain/interval';
import { formatMoney } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { formatPercent, withPercentSign } from '@depotwerk/domain/percent';
import { tariffInfoFields } from '@depotwerk/domain/tariff/check-tariff-info';
import {
  type SwitchThresholds,
  settingsPairs,
  switchThresholds,
} from '@depotwerk/domain/tariff/check-tariff-settings';
import { settingsNames } from '@depotwerk/domain/tariff/field-names';
import { hintAnswerNames } from '@depotwerk/domain/tariff/hint-choices';
import { lifeCycleText } from '@depotwerk/domain/tariff/life-cycle';
import {
  chosenComponentKinds,
  classBorders,
  type FundMatrixClassDraft,
  type TariffSettingsDraft,
} from '@depotwerk/domain/tariff/tariff-drafts';
import type { TariffStep } from '@depotwerk/domain/tariff/tariff-steps';
import { queryClient } from '../../../platform/query-client.ts';
import { parseKnown } from '../../../platform/without-unknown.ts';
import { said, saidOrNull, type TextKey, t, textOfFirst } from '../../../texts/texts.ts';
import { differingEntries } from '../allocation/differing-entries.ts';
import { differingFundShares } from '../allocation/differing-shares.ts';
import { classOfPath, columnLabel } from '../allocation/versions-by-class.ts';
import {
  componentChoicesQuery,
  guaranteeTypesQuery,
  insurersQuery,
  issuersQuery,
  knownFundNames,
  optimizationHintsQuery,
  saidName,
  tariffTypesQuery,
} from '../lookup-queries.ts';
import { switchThresholdText } from './switch-threshold-text.ts';

const settingsFields = new Set(settingsPairs.flatMap(({ min, max }) => [min, max]));
const isSettingsField = (name: string): name is keyof TariffSettingsDraft =>
  settingsFields.has(name as keyof TariffSettingsDraft);

const isThreshold = (name: string): name is keyof SwitchThresholds =>
  switchThresholds.some(({ field }) => field === name);

const infoFields: ReadonlySet<string> = new Set(tariffInfoFields);
const matrixFields: Readonly<Record<string, TextKey>> = {
  riskTypeId: 'tariffWizard.matrix.riskTypeId',
  riskItemsNumber: 'tariffWizard.matrix.riskItemsNumber',
  useQuota: 'tariffWizard.matrix.useQuota',
  riskItems: 'tariffWizard.matrix.riskItems',
  securityIds: 'tariffWizard.matrix.securityIds',
  allocationItems: 'tariffWizard.matrix.allocationItems',
};

const partsOf = (path: string): string[] => path.split(/[.[\]]+/).filter(Boolean);

/** Page of the wizard a field stands on. */
export function tariffFieldStep(path: string): TariffStep | undefined {
  const [name = ''] = partsOf(path);
  if (isSettingsField(name)) return 'settings';
  if (infoFields.has(name)) return 'info';
  if (name.startsWith('component')) return 'components';
  if (name === 'fundMatrix') return 'fund-matrix';
  if (name === 'optimizationHints') return 'optimization-hints';
  if (name === 'optimizationHintsExpert' || name === 'gainNoteLimit' || isThreshold(name))
    return 'optimization-hints-expert';
  return name === '' ? undefined : 'product-type';
}

/** A field in words; '' where the finding says it all. */
export function tariffFieldLabel(path: string): string {
  const [name = '', member = ''] = partsOf(path);
  if (isSettingsField(name)) {
    const place = name.endsWith('Portfolio') ? 'Portfolio' : 'SavingsPlan';
    return `${t(`tariffWizard.places.${place}`)}: ${said(settingsNames[name])}`;
  }
  if (name === 'optimizationHints' || name === 'optimizationHintsExpert') {
    const hints = queryClient.getQueryData(optimizationHintsQuery().queryKey);
    const hint = hints?.find(({ id }) => String(id) === member);
    return hint ? said(hint.optimizationHintName) : t('tariffWizard.hint');
  }
  if (name === 'fundMatrix') {
    const text = matrixFields[member];
    const column = classOfPath(path);
    if (column !== null) return columnLabel(t('tariffWizard.matrix.allocationItems'), column);
    const [, , place, border] = partsOf(path);
    const known = classBorders.find((one) => one === border);
    if (member === 'riskItems' && known !== undefined)
      return `${t('allocation.classLongName', { riskClass: Number(place) + 1 })}, ${t(`tariffWizard.matrix.${known}`)}`;
    // Findings about a cell name it themselves.
    return partsOf(path).length > 2 ? '' : t(text ?? 'tariffWizard.steps.fund-matrix');
  }
  // The highest risk indicator is called as in a universe.
  return textOfFirst([`tariffWizard.fields.${name}`, `componentSteps.universe.${name}`]) ?? name;
}

/** A value of a field in words; undefined = the wizard's own wording will do. */
export function tariffFieldValue(
  path: string,
  value: unknown,
  _draft?: unknown,
  other?: unknown,
): string | undefined {
  if (path === 'fundMatrix.allocationItems') return differingFundShares(value, other);
  if (classOfPath(path) !== null) return differingFundShares(value ?? [], other ?? [], 'column');
  // Nobody can choose between two numbers of entries.
  if (path === 'fundMatrix.riskItems') return differingClasses(value, other);
  if (path === 'fundMatrix.securityIds') return differingEntries(value, other, knownFundNames());
  if (path === 'guaranteeSecurityId') return knownFundNames().get(Number(value));
  if (path === 'lifeCycle') return saidOrNull(lifeCycleText(stepsOf(value))) ?? undefined;
  const [name = ''] = partsOf(path);
  if (typeof value === 'boolean' && name === 'isInactive')
    return t(value ? 'common.inactive' : 'common.active');
  if (typeof value === 'number') return numberText(name, value);
  if (typeof value === 'string' && name.startsWith('component')) return componentName(value);
  return undefined;
}

const stepsOf = (value: unknown) => parseKnown(tariffBody.shape.lifeCycle, value).data;
const classesOf = (value: unknown) => parseKnown(fundMatrixBody.shape.riskItems, value).data ?? [];

/** The figures of the classes another version has not, class by class: "Risikoklasse 2: Obergrenze 10 %, Zielwert 8 %". */
function differingClasses(value: unknown, other: unknown): string | undefined {
  const others = new Set(classesOf(other).map(classText));
  const texts = classesOf(value).map(classText);
  return texts.filter((text) => !others.has(text)).join(' · ') || undefined;
}

function classText({ riskClassId, ...figures }: FundMatrixClassDraft): string {
  const texts = classBorders.map((border) => {
    const figure = figures[border];
    const text = figure === null ? '–' : withPercentSign(formatNumber(figure, 0, 1));
    return `${t(`tariffWizard.matrix.${border}`)} ${text}`;
  });
  return `${t('allocation.classLongName', { riskClass: riskClassId })}: ${texts.join(', ')}`;
}

const isPromised = (name: string): boolean => name === 'guaranteedLevel' || name === 'guaranteedInterest';

function numberText(name: string, value: number): string | undefined {
  if (isThreshold(name)) return switchThresholdText(name, value);
  const unit = settingsPairs.find(({ min, max }) => min === name || max === name)?.limits.unit;
  if (isPromised(name)) return promisedRateText(value);
  if (name === 'costCap') return formatPercent(value, 2, 2);
  if (unit === 'fraction') return formatPercent(value, 0, 2);
  if (unit === 'euro' || name === 'gainNoteLimit') return formatMoney(value);
  switch (name) {
    case 'optimizationHints':
    case 'optimizationHintsExpert':
      return said(hintAnswerNames[value] ?? '');
    case 'optimizationInterval':
      return said(intervalText(value));
    case 'tariffTypeId':
      return saidName(
        queryClient.getQueryData(tariffTypesQuery().queryKey)?.find(({ id }) => id === value)?.name,
      );
    case 'guaranteeTypeId':
      return saidName(
        queryClient.getQueryData(guaranteeTypesQuery().queryKey)?.find(({ id }) => id === value)
          ?.guaranteeTypeName,
      );
    case 'issuerId':
      return queryClient.getQueryData(issuersQuery().queryKey)?.find(({ id }) => id === value)?.issuerName;
    case 'insurerId':
      return queryClient.getQueryData(insurersQuery().queryKey)?.find(({ id }) => id === value)?.insurerName;
    default:
      return undefined;
  }
}

function componentName(id: string): string | undefined {
  for (const kind of chosenComponentKinds) {
    const known = queryClient.getQueryData(componentChoicesQuery(kind).queryKey);
    const found = known?.find((choice) => choice.id === id);
    if (found !== undefined) return found.name;
  }
  return undefined;
}
