/** Tariffs of the demo world with everything a contract check reads: targets, selections, proposed portfolios. */
import { isLowFigureGood } from '@depotwerk/domain/tariff/ranking-types';
import { isInUniverse as isInUniverseOfType } from '@depotwerk/domain/tariff/universe-rule';
import { allocationColumns, type RiskClass } from './allocation-columns.ts';
import type { DemoFund } from './demo-funds.ts';
import type { DemoMarket } from './demo-market.ts';
import { peergroups } from './market-parameters.ts';
import {
  boldMixes,
  cautiousMixes,
  issuerParameters,
  riskParameters,
  type TariffParameters,
  type UniverseParameters,
  universeParameters,
} from './product-parameters.ts';
import type { RiskMeasure } from './risk-model.ts';

/** Target of one risk class. Weights are fractions that sum to 1. */
export interface TargetColumn {
  readonly groups: ReadonlyMap<number, number>;
  /** The funds proposed for the target, by fund id, in whole tenths of a percent. */
  readonly proposal: ReadonlyMap<number, number>;
  readonly proposalFee: number;
}

export interface DemoTariff {
  readonly parameters: TariffParameters;
  readonly measure: RiskMeasure;
  readonly classes: readonly RiskClass[];
  readonly columns: readonly TargetColumn[];
  /** Peer groups with weight in some column, by id. */
  readonly peergroupIds: readonly number[];
  /** Shortlisted fund ids by peer group, best first. */
  readonly shortlists: ReadonlyMap<number, readonly number[]>;
  readonly selectedFunds: ReadonlySet<number>;
  /** Limit of the risk indicator by class; empty = none. */
  readonly sriLimits: readonly number[];
  readonly isHybrid: boolean;
  readonly guaranteeFundId: number | null;
  readonly issuerId: number;
  readonly insurerId: number | null;
}

export const shortlistSize = 5;
const groupIds = new Map(peergroups.map((group, index) => [group.key, index + 1]));

const toWeights = (mix: Readonly<Record<string, number>>): Map<number, number> =>
  new Map(Object.entries(mix).map(([key, percent]) => [groupIds.get(key) ?? 0, percent / 100]));

/** Whether the tariff's universe contains the fund; a manual one lists the funds that exist from the first day. */
export function isInUniverse(fund: DemoFund, riskIndicator: number, universe: UniverseParameters): boolean {
  const isOffered = fund.status === 'open';
  if (universe.universeTypeId === null) return isOffered && fund.firstDay === 0;
  return isInUniverseOfType(
    { ...fund, isOffered, riskIndicator },
    {
      tariffUniverseSelectionManualMode: false,
      tariffUniverseType: universe.universeTypeId,
      maximumRiskIndicator: universe.maximumRiskIndicator ?? null,
      tariffUniverseItems: [],
    },
  );
}

function shortlist(
  peergroupId: number,
  parameters: TariffParameters,
  { available, figures }: DemoMarket,
): number[] {
  const type = parameters.rankingTypeId;
  const direction = isLowFigureGood(type) ? 1 : -1;
  const rank = (fund: DemoFund): number => figures.ranks[fund.id - 1]?.[type] ?? 0;
  const value = (fund: DemoFund): number =>
    direction * (figures.funds[fund.id - 1]?.ranking[type] ?? Number.NEGATIVE_INFINITY * direction);
  return available
    .filter(
      (fund) =>
        fund.peergroupId === peergroupId &&
        isInUniverse(fund, figures.funds[fund.id - 1]?.sri ?? 7, universeParameters[parameters.universe]),
    )
    .sort((a, b) => rank(b) - rank(a) || value(a) - value(b) || a.ter - b.ter || (a.isin < b.isin ? -1 : 1))
    .slice(0, shortlistSize)
    .map((fund) => fund.id);
}

/** One fund a group, two where the group has more than 20 %; tenths of a percent. */
function proposeFunds(
  column: ReadonlyMap<number, number>,
  shortlists: ReadonlyMap<number, readonly number[]>,
): Map<number, number> {
  const proposal = new Map<number, number>();
  for (const [group, tenths] of column) {
    const [first, second] = shortlists.get(group) ?? [];
    if (first === undefined) throw new Error(`No eligible fund in ${peergroups[group - 1]?.key}.`);
    if (tenths > 200 && second !== undefined) {
      proposal.set(first, Math.ceil(tenths / 2));
      proposal.set(second, Math.floor(tenths / 2));
    } else proposal.set(first, tenths);
  }
  return proposal;
}

const highestSri = ({ proposal }: TargetColumn, { figures }: DemoMarket): number =>
  Math.max(...[...proposal.keys()].map((id) => figures.funds[id - 1]?.sri ?? 1));

function createTariff(parameters: TariffParameters, market: DemoMarket): DemoTariff {
  const { funds, available, figures } = market;
  const risk = riskParameters[parameters.risk];
  const columns = allocationColumns(
    risk.classes,
    toWeights(cautiousMixes[parameters.cautious]),
    toWeights(boldMixes[parameters.bold]),
    risk.measure,
    figures.covariance,
  );
  const peergroupIds = [...new Set(columns.flatMap((column) => [...column.keys()]))].sort((a, b) => a - b);
  const shortlists = new Map(peergroupIds.map((group) => [group, shortlist(group, parameters, market)]));
  const isHybrid = parameters.typeId === 7 || parameters.typeId === 8;
  const targets = columns.map((column): TargetColumn => {
    const proposal = proposeFunds(column, shortlists);
    let fee = 0;
    for (const [fundId, tenths] of proposal) fee += (tenths / 1000) * (funds[fundId - 1]?.ter ?? 0);
    return {
      groups: new Map([...column].map(([group, tenths]) => [group, tenths / 1000])),
      proposal,
      proposalFee: fee,
    };
  });
  // a hybrid tariff is defined by the funds of its matrix, all others by their shortlists
  const selected = isHybrid
    ? targets.flatMap((target) => [...target.proposal.keys()])
    : [...shortlists.values()].flat();
  const issuer = issuerParameters[parameters.issuer];
  return {
    parameters,
    measure: risk.measure,
    classes: risk.classes,
    columns: targets,
    peergroupIds,
    shortlists,
    selectedFunds: new Set(selected),
    sriLimits:
      parameters.limitsRiskIndicator === true ? targets.map((target) => highestSri(target, market)) : [],
    isHybrid,
    guaranteeFundId:
      parameters.typeId === 8 ? (available.find((fund) => fund.isGuaranteeFund)?.id ?? null) : null,
    issuerId: parameters.issuer + 1,
    insurerId: issuer?.insurer === null || issuer === undefined ? null : issuer.insurer + 1,
  };
}

/** All tariffs of the parameters for this market. */
export function createDemoTariffs(parameters: readonly TariffParameters[], market: DemoMarket): DemoTariff[] {
  return parameters.map((given) => createTariff(given, market));
}
