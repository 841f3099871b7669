/** Writes components and fund matrices: what a tariff is made of. */
import type { DemoMarket } from './demo-market.ts';
import { type DemoTariff, isInUniverse, shortlistSize } from './demo-tariffs.ts';
import { peergroups } from './market-parameters.ts';
import type { DemoTenant } from './organisation.ts';
import { riskParameters, universeParameters } from './product-parameters.ts';
import type { ProductTables } from './product-tables.ts';
import type { Random } from './random.ts';

/** Writes the universes the tariffs use; returns their ids by key. */
export function writeUniverses(
  tables: ProductTables,
  tenant: DemoTenant,
  tariffs: readonly DemoTariff[],
  market: DemoMarket,
  random: Random,
): Map<string, string> {
  const ids = new Map<string, string>();
  for (const key of new Set(tariffs.map((tariff) => tariff.parameters.universe))) {
    const universe = universeParameters[key];
    const id = random.uuid();
    ids.set(key, id);
    tables.components.add(tenant.id, id, 'universe', universe.name, universe.key);
    const isManual = universe.universeTypeId === null;
    tables.universeComponents.add(
      tenant.id,
      id,
      isManual,
      universe.universeTypeId,
      'maximumRiskIndicator' in universe ? universe.maximumRiskIndicator : null,
    );
    if (!isManual) continue;
    const items = market.available.filter((fund) =>
      isInUniverse(fund, market.figures.funds[fund.id - 1]?.sri ?? 7, universe),
    );
    for (const [place, fund] of items.entries()) tables.universeItems.add(tenant.id, id, fund.id, place);
  }
  return ids;
}

/** Writes the risk components the tariffs use; returns their ids by key. */
export function writeRisks(
  tables: ProductTables,
  tenant: DemoTenant,
  tariffs: readonly DemoTariff[],
  random: Random,
): Map<string, string> {
  const ids = new Map<string, string>();
  for (const key of new Set(tariffs.map((tariff) => tariff.parameters.risk))) {
    const risk = riskParameters[key];
    const id = random.uuid();
    ids.set(key, id);
    tables.components.add(tenant.id, id, 'risk', risk.name, risk.key);
    tables.riskComponents.add(
      tenant.id,
      id,
      risk.measure === 'valueAtRisk' ? 2 : 1,
      risk.classes.length,
      risk.measure === 'equityQuota',
    );
    const limits = tariffs.find(({ parameters }) => parameters.risk === key)?.sriLimits ?? [];
    for (const [index, { target, range }] of risk.classes.entries())
      tables.riskItems.add(tenant.id, id, index + 1, target, range, limits[index] ?? null);
  }
  return ids;
}

/** Groups of the same category count as related, nearest in the list first. */
function relatedGroups(group: number, all: readonly number[]): number[] {
  const category = peergroups[group - 1]?.category;
  return peergroups
    .flatMap((other, index) =>
      other.category === category && index + 1 !== group && !all.includes(index + 1) ? [index + 1] : [],
    )
    .slice(0, 3);
}

/** Writes the allocation component of a tariff under this id. */
export function writeAllocation(
  tables: ProductTables,
  tenant: DemoTenant,
  tariff: DemoTariff,
  riskId: string,
  id: string,
): void {
  const { name, key } = tariff.parameters;
  tables.components.add(tenant.id, id, 'allocation', `Allokation ${name}`, `ALLO-${key}`);
  tables.allocationComponents.add(tenant.id, id, riskId, true, 1);
  for (const [place, group] of tariff.peergroupIds.entries()) {
    tables.allocationPeergroups.add(tenant.id, id, group, place);
    for (const [order, related] of relatedGroups(group, tariff.peergroupIds).entries())
      tables.relationships.add(tenant.id, id, group, related, order);
    for (const [index, column] of tariff.columns.entries()) {
      const fraction = column.groups.get(group) ?? 0;
      tables.allocationItems.add(tenant.id, id, index + 1, group, fraction.toFixed(3), fraction > 0);
    }
  }
}

/** Writes the selection component of a tariff under this id. */
export function writeSelection(
  tables: ProductTables,
  tenant: DemoTenant,
  tariff: DemoTariff,
  universeId: string,
  id: string,
): void {
  const { name, key, rankingTypeId, minimumRank, refusesUnrated } = tariff.parameters;
  tables.components.add(tenant.id, id, 'selection', `Fondsauswahl ${name}`, `AUSW-${key}`);
  tables.selectionComponents.add(
    tenant.id,
    id,
    universeId,
    false,
    rankingTypeId,
    shortlistSize,
    minimumRank,
    refusesUnrated !== true,
  );
  for (const [place, fundId] of [...tariff.shortlists.values()].flat().entries())
    tables.selectedFunds.add(tenant.id, id, fundId, place);
}

/** Writes the fund risk matrix of a hybrid tariff. */
export function writeMatrix(
  tables: ProductTables,
  tenant: DemoTenant,
  tariff: DemoTariff,
  tariffId: string,
): void {
  const { classes } = tariff;
  tables.matrices.add(
    tenant.id,
    tariffId,
    tariff.measure === 'valueAtRisk' ? 2 : 1,
    classes.length,
    tariff.measure === 'equityQuota',
  );
  for (const [index, { target, range }] of classes.entries()) {
    const border = index === classes.length - 1 ? 100 : target + range;
    tables.matrixClasses.add(
      tenant.id,
      tariffId,
      index + 1,
      border.toFixed(1),
      target,
      range,
      tariff.sriLimits[index] ?? null,
    );
    const column = tariff.columns[index]?.proposal ?? new Map<number, number>();
    for (const [place, [fundId, tenths]] of [...column].entries())
      tables.matrixItems.add(tenant.id, tariffId, index + 1, fundId, (tenths / 1000).toFixed(3), place);
  }
}
