import { allocationComponentBody, allocationViews } from '@depotwerk/api/tariffs/tariff-fields';
import { viewsAllocationType, viewsOf, viewText } from '@depotwerk/domain/tariff/allocation-views';
import type { ComponentKind } from '@depotwerk/domain/tariff/tariff-drafts';
import type { ComponentStep } from '@depotwerk/domain/tariff/tariff-steps';
import { queryClient } from '../../../platform/query-client.ts';
import { parseKnown } from '../../../platform/without-unknown.ts';
import type { TextKey } from '../../../texts/texts.ts';
import { said, t } from '../../../texts/texts.ts';
import { differingEntries, firstTexts } from '../allocation/differing-entries.ts';
import { differingShares, knownGroupNames } from '../allocation/differing-shares.ts';
import { classOfPath, columnLabel } from '../allocation/versions-by-class.ts';
import {
  allocationTypesQuery,
  componentChoicesQuery,
  knownFundNames,
  rankingTypesQuery,
  riskTypesQuery,
  saidName,
  universeTypesQuery,
} from '../lookup-queries.ts';

const infoFields: readonly string[] = ['name', 'key', 'isInactive'];
const mainSteps: Readonly<Record<ComponentKind, ComponentStep>> = {
  risk: 'risk',
  universe: 'fund-universe',
  selection: 'fund-selection',
  allocation: 'allocation-matrix',
};

/** Page of a wizard a field stands on. */
export function stepOfComponentPath(kind: ComponentKind, path: string): ComponentStep {
  const [field = ''] = path.split('.');
  if (infoFields.includes(field)) return 'component-info';
  if (kind === 'allocation' && field === 'peergroupIds') return 'allocation-peergroups';
  if (kind === 'allocation' && field === 'relationships') return 'allocation-peergroup-relationships';
  return mainSteps[kind];
}

const labels: Readonly<Record<string, TextKey>> = {
  name: 'tariffComponents.columns.name',
  key: 'tariffComponents.columns.key',
  isInactive: 'common.inactive',
  tariffRiskItemsNumber: 'componentSteps.risk.count',
  tariffRiskType: 'componentSteps.risk.type',
  useQuota: 'componentSteps.risk.quota',
  tariffRiskItemsTargets: 'componentSteps.risk.target',
  tariffRiskItemsRanges: 'componentSteps.risk.range',
  tariffUniverseSelectionManualMode: 'componentSteps.manual',
  tariffUniverseType: 'componentSteps.universe.type',
  maximumRiskIndicator: 'componentSteps.universe.maximumRiskIndicator',
  tariffUniverseItems: 'componentSteps.universe.items',
  tariffUniverseComponent: 'tariffComponents.kind.universe',
  tariffFundSelectionManualMode: 'componentSteps.manual',
  tariffSelectedFunds: 'componentSteps.selection.funds',
  tariffRankingType: 'componentSteps.selection.rankingType',
  tariffFundShortlistSize: 'componentSteps.selection.shortlistSize',
  minimumRank: 'componentSteps.selection.minimumRank',
  allowsUnrated: 'componentSteps.selection.allowsUnrated',
  peergroupIds: 'componentWizard.fields.peergroupIds',
  relationships: 'componentWizard.fields.relationships',
  riskComponent: 'tariffComponents.kind.risk',
  isManual: 'componentSteps.manual',
  allocationType: 'componentWizard.fields.allocationType',
  allocationItems: 'componentWizard.fields.allocationItems',
  views: 'allocation.views.title',
};

const viewLabels: Readonly<Record<string, TextKey>> = {
  peergroupId: 'allocation.views.peergroup',
  comparedWithId: 'allocation.views.comparedWith',
  expectedReturn: 'allocation.views.expectedReturn',
  confidence: 'allocation.views.confidence',
};

/** Name of a field of any component; elements of the lists by class carry the class, those of views their number. */
export function componentFieldLabel(path: string): string {
  const [field = '', index] = path.split('.');
  const riskClass = Number(index) + 1;
  const column = classOfPath(path);
  if (column !== null && field === 'allocationItems')
    return columnLabel(t('componentWizard.fields.allocationItems'), column);
  if (index !== undefined && field === 'tariffRiskItemsTargets')
    return t('componentSteps.risk.targetOf', { riskClass });
  if (index !== undefined && field === 'tariffRiskItemsRanges')
    return t('componentSteps.risk.rangeOf', { riskClass });
  const [, view, member = ''] = /^views\[(\d+)\]\.(\w+)$/.exec(path) ?? [];
  const viewLabel = viewLabels[member];
  if (viewLabel !== undefined)
    return t('allocation.views.ofView', { number: Number(view) + 1, field: t(viewLabel) });
  const label = labels[field];
  return label === undefined ? path : t(label);
}

/** Views of the market that are filled in; undefined without one. */
function viewsText(value: unknown): string | undefined {
  const names = knownGroupNames();
  const { data } = parseKnown(allocationViews, value);
  const views = viewsOf({ isManual: false, allocationType: viewsAllocationType, views: data });
  return views.map((view) => said(viewText(view, (id) => names.get(id) ?? `${id}`))).join(' · ') || undefined;
}

/** Related groups another version has not, group by group: "Aktien Japan: Aktien Welt, Aktien Asien". */
function relationshipsText(value: unknown, other: unknown): string | undefined {
  const names = knownGroupNames();
  const nameOf = (id: number) => names.get(id) ?? `${id}`;
  const textsOf = (relationships: unknown) =>
    (parseKnown(allocationComponentBody.shape.relationships, relationships).data ?? []).flatMap(
      ({ peergroupId, relatedPeergroupIds }) =>
        relatedPeergroupIds.length === 0
          ? []
          : [`${nameOf(peergroupId)}: ${relatedPeergroupIds.map(nameOf).join(', ')}`],
    );
  const others = new Set(textsOf(other));
  return firstTexts(textsOf(value).filter((text) => !others.has(text))) || undefined;
}

/** Names of ids, as far as the lists they stand for are loaded; of a matrix what differs from the other one. */
export function componentFieldValue(
  path: string,
  value: unknown,
  _draft?: unknown,
  other?: unknown,
): string | undefined {
  if (classOfPath(path) !== null) return differingShares(value ?? [], other ?? [], 'column');
  const isChosen = ({ id }: { readonly id: number | string }) => id === value;
  switch (path) {
    case 'tariffRiskType':
      return saidName(queryClient.getQueryData(riskTypesQuery().queryKey)?.find(isChosen)?.riskTypeName);
    case 'tariffUniverseType':
      return saidName(
        queryClient.getQueryData(universeTypesQuery().queryKey)?.find(isChosen)?.universeTypeName,
      );
    case 'tariffRankingType':
      return saidName(
        queryClient.getQueryData(rankingTypesQuery().queryKey)?.find(isChosen)?.rankingTypeName,
      );
    case 'allocationType':
      return saidName(
        queryClient.getQueryData(allocationTypesQuery().queryKey)?.find(isChosen)?.allocationTypeName,
      );
    case 'tariffUniverseComponent':
      return queryClient.getQueryData(componentChoicesQuery('universe').queryKey)?.find(isChosen)?.name;
    case 'riskComponent':
      return queryClient.getQueryData(componentChoicesQuery('risk').queryKey)?.find(isChosen)?.name;
    case 'allocationItems':
      return differingShares(value, other);
    case 'views':
      return viewsText(value);
    case 'peergroupIds':
      return differingEntries(value, other, knownGroupNames());
    case 'relationships':
      return relationshipsText(value, other);
    case 'tariffUniverseItems':
    case 'tariffSelectedFunds':
      return differingEntries(value, other, knownFundNames());
    case 'minimumRank':
      return value === null ? t('componentSteps.selection.noMinimumRank') : undefined;
    default:
      return undefined;
  }
}
