import type { TariffContent, TariffDraft } from './tariff-drafts.ts';

/** What stands for each id of a content elsewhere; types, hints and ranks mean the same in every house and stay. */
export interface IdMap {
  readonly fund: (id: number) => number;
  readonly peergroup: (id: number) => number;
  readonly issuer: (id: number) => number;
  readonly insurer: (id: number) => number;
  readonly component: (id: string) => string;
}

const mapped = <Id extends number | string>(id: Id | null, map: (id: Id) => Id): Id | null =>
  id === null ? null : map(id);

function tariffWithIds(tariff: TariffDraft, map: IdMap): TariffDraft {
  const { fundMatrix } = tariff;
  return {
    ...tariff,
    issuerId: mapped(tariff.issuerId, map.issuer),
    insurerId: mapped(tariff.insurerId, map.insurer),
    guaranteeSecurityId: mapped(tariff.guaranteeSecurityId, map.fund),
    componentRiskId: mapped(tariff.componentRiskId, map.component),
    componentSelectionId: mapped(tariff.componentSelectionId, map.component),
    componentAllocationId: mapped(tariff.componentAllocationId, map.component),
    componentUniverseId: mapped(tariff.componentUniverseId, map.component),
    fundMatrix: fundMatrix && {
      ...fundMatrix,
      securityIds: fundMatrix.securityIds.map(map.fund),
      allocationItems: fundMatrix.allocationItems.map((item) => ({
        ...item,
        securityId: map.fund(item.securityId),
      })),
    },
  };
}

/** The same content with the ids another house has for the same things. */
export function withIds({ tariff, components }: TariffContent, map: IdMap): TariffContent {
  if (components === null) return { tariff: tariffWithIds(tariff, map), components };
  const { risk, selection, allocation, universe } = components;
  const { views } = allocation;
  return {
    tariff: tariffWithIds(tariff, map),
    components: {
      risk: { ...risk, id: map.component(risk.id) },
      universe: {
        ...universe,
        id: map.component(universe.id),
        tariffUniverseItems: universe.tariffUniverseItems.map(map.fund),
      },
      selection: {
        ...selection,
        id: map.component(selection.id),
        tariffUniverseComponent: mapped(selection.tariffUniverseComponent, map.component),
        tariffSelectedFunds: selection.tariffSelectedFunds.map(map.fund),
      },
      allocation: {
        ...allocation,
        id: map.component(allocation.id),
        riskComponent: mapped(allocation.riskComponent, map.component),
        peergroupIds: allocation.peergroupIds.map(map.peergroup),
        relationships: allocation.relationships.map(({ peergroupId, relatedPeergroupIds }) => ({
          peergroupId: map.peergroup(peergroupId),
          relatedPeergroupIds: relatedPeergroupIds.map(map.peergroup),
        })),
        allocationItems: allocation.allocationItems.map((item) => ({
          ...item,
          peergroupId: map.peergroup(item.peergroupId),
        })),
        ...(views !== undefined && {
          views: views.map((view) => ({
            ...view,
            peergroupId: mapped(view.peergroupId, map.peergroup),
            comparedWithId: mapped(view.comparedWithId, map.peergroup),
          })),
        }),
      },
    },
  };
}

/** Ids a content names, each once, in the order they come. */
export interface NamedIds {
  readonly funds: readonly number[];
  readonly peergroups: readonly number[];
  readonly issuers: readonly number[];
  readonly insurers: readonly number[];
  readonly components: readonly string[];
}

/** Everything of a house a content names. */
export function idsIn(content: TariffContent): NamedIds {
  const collector = <Id>() => {
    const ids = new Set<Id>();
    const note = (id: Id): Id => {
      ids.add(id);
      return id;
    };
    return { ids, note };
  };
  const fund = collector<number>();
  const peergroup = collector<number>();
  const issuer = collector<number>();
  const insurer = collector<number>();
  const component = collector<string>();
  withIds(content, {
    fund: fund.note,
    peergroup: peergroup.note,
    issuer: issuer.note,
    insurer: insurer.note,
    component: component.note,
  });
  return {
    funds: [...fund.ids],
    peergroups: [...peergroup.ids],
    issuers: [...issuer.ids],
    insurers: [...insurer.ids],
    components: [...component.ids],
  };
}

/** The content without the funds an automatic selection held on some day: every house finds its own by the same rule. */
export function withoutComputedFunds(content: TariffContent): TariffContent {
  const { components } = content;
  return components === null || components.selection.tariffFundSelectionManualMode
    ? content
    : {
        ...content,
        components: { ...components, selection: { ...components.selection, tariffSelectedFunds: [] } },
      };
}
