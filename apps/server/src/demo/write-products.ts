/** Writes insurers, issuers, components, tariffs and cost models of one tenant. */
import type pg from 'pg';
import { addMonths } from './bank-days.ts';
import type { DemoMarket } from './contract-check.ts';
import { CopyTable } from './copy-table.ts';
import { type DemoTariff, isInUniverse, shortlistSize } from './demo-tariffs.ts';
import type { DemoTenant } from './organisation.ts';
import {
  insurerParameters,
  issuerParameters,
  riskParameters,
  universeParameters,
} from './product-parameters.ts';
import { Random } from './random.ts';
import { peergroups } from './market-parameters.ts';
import type { WorldTariff } from './tenant-world.ts';

const hintCount = 21;
const automaticHints: ReadonlySet<number> = new Set([1, 2, 4, 6, 7, 8, 9, 10, 15]);

function productTables() {
  return {
    insurers: new CopyTable('insurers', ['tenant_id', 'id', 'insurer_name', 'short_name', 'bafin_number']),
    issuers: new CopyTable('issuers', [
      'tenant_id',
      'id',
      'issuer_name',
      'bank_id',
      'bank_name',
      'insurer_id',
      'has_trader',
      'trader_kind',
    ]),
    components: new CopyTable('components', ['tenant_id', 'id', 'kind', 'name', 'key']),
    riskComponents: new CopyTable('risk_components', [
      'tenant_id',
      'component_id',
      'risk_type_id',
      'risk_items_number',
      'use_quota',
    ]),
    riskItems: new CopyTable('risk_items', ['tenant_id', 'component_id', 'risk_class_id', 'target', 'range']),
    universeComponents: new CopyTable('universe_components', [
      'tenant_id',
      'component_id',
      'is_manual',
      'universe_type_id',
      'maximum_risk_indicator',
    ]),
    universeItems: new CopyTable('universe_items', ['tenant_id', 'component_id', 'fund_id', 'sort_order']),
    selectionComponents: new CopyTable('selection_components', [
      'tenant_id',
      'component_id',
      'universe_component_id',
      'is_manual',
      'ranking_type_id',
      'fund_shortlist_size',
      'minimum_rank',
    ]),
    selectedFunds: new CopyTable('selected_funds', ['tenant_id', 'component_id', 'fund_id', 'sort_order']),
    allocationComponents: new CopyTable('allocation_components', [
      'tenant_id',
      'component_id',
      'risk_component_id',
      'is_manual',
      'allocation_type_id',
    ]),
    allocationPeergroups: new CopyTable('allocation_peergroups', [
      'tenant_id',
      'component_id',
      'peergroup_id',
      'sort_order',
    ]),
    relationships: new CopyTable('allocation_relationships', [
      'tenant_id',
      'component_id',
      'peergroup_id',
      'related_peergroup_id',
      'sort_order',
    ]),
    allocationItems: new CopyTable('allocation_items', [
      'tenant_id',
      'component_id',
      'risk_class_id',
      'peergroup_id',
      'fraction',
      'is_used',
    ]),
    tariffs: new CopyTable('tariffs', [
      'tenant_id',
      'id',
      'name',
      'description',
      'key',
      'is_default',
      'issuer_id',
      'insurer_id',
      'tariff_type_id',
      'guaranteed_level',
      'guaranteed_interest',
      'is_guaranteed_level_customizable',
      'guarantee_type_id',
      'guarantee_security_id',
      'continuous_optimization',
      'optimization_interval',
      'optimization_start',
      'max_securities_portfolio',
      'min_security_value_portfolio',
      'max_securities_savings_plan',
      'min_security_value_savings_plan',
      'component_risk_id',
      'component_selection_id',
      'component_allocation_id',
      'component_universe_id',
      'published_version_number',
    ]),
    versions: new CopyTable('tariff_versions', [
      'tenant_id',
      'id',
      'tariff_id',
      'version_number',
      'state',
      'valid_from',
      'comment',
      'last_edited_by',
      'submitted_by',
      'submitted_at',
      'approved_by',
      'approved_at',
      'published_at',
    ]),
    hintAnswers: new CopyTable('tariff_hint_answers', [
      'tenant_id',
      'tariff_id',
      'optimization_hint_id',
      'answer_id',
    ]),
    matrices: new CopyTable('fund_matrices', [
      'tenant_id',
      'tariff_id',
      'risk_type_id',
      'risk_items_number',
      'use_quota',
    ]),
    matrixClasses: new CopyTable('fund_matrix_classes', [
      'tenant_id',
      'tariff_id',
      'risk_class_id',
      'upper_border',
      'target',
      'range',
    ]),
    matrixItems: new CopyTable('fund_matrix_items', [
      'tenant_id',
      'tariff_id',
      'risk_class_id',
      'fund_id',
      'fraction',
      'sort_order',
    ]),
    costModels: new CopyTable('cost_models', [
      'tenant_id',
      'id',
      'cost_model_name',
      'insurer_id',
      'tariff_id',
      'entry_fee',
      'contract_fee_monthly',
      'contract_fee_percent',
      'fund_switch_fee',
      'free_switches_per_year',
      'rebate',
      'valid_from',
    ]),
  };
}
type ProductTables = ReturnType<typeof productTables>;

/** Answers of a tariff to the 21 hints; the usual one is 2 "Ja". */
function hintAnswer(tariff: DemoTariff, hintId: number): 1 | 2 | 3 {
  if (hintId === 12 && tariff.parameters.universe === 'sustainable') return 1;
  if (hintId === 17 && tariff.parameters.typeId !== 1) return 1;
  return tariff.parameters.isOptimizedContinuously === true && automaticHints.has(hintId) ? 3 : 2;
}

function writeUniverses(
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

function writeRisks(
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
    for (const [index, { target, range }] of risk.classes.entries())
      tables.riskItems.add(tenant.id, id, index + 1, target, range);
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

function writeAllocation(
  tables: ProductTables,
  tenant: DemoTenant,
  tariff: DemoTariff,
  riskId: string,
  id: string,
): void {
  const { parameters } = tariff;
  tables.components.add(
    tenant.id,
    id,
    'allocation',
    `Allokation ${parameters.name}`,
    `ALLO-${parameters.key}`,
  );
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

function writeSelection(
  tables: ProductTables,
  tenant: DemoTenant,
  tariff: DemoTariff,
  universeId: string,
  id: string,
): void {
  const { parameters } = tariff;
  tables.components.add(
    tenant.id,
    id,
    'selection',
    `Fondsauswahl ${parameters.name}`,
    `AUSW-${parameters.key}`,
  );
  tables.selectionComponents.add(
    tenant.id,
    id,
    universeId,
    false,
    parameters.rankingTypeId,
    shortlistSize,
    parameters.minimumRank,
  );
  for (const [place, fundId] of [...tariff.shortlists.values()].flat().entries())
    tables.selectedFunds.add(tenant.id, id, fundId, place);
}

function writeMatrix(tables: ProductTables, tenant: DemoTenant, tariff: DemoTariff, tariffId: string): void {
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
    tables.matrixClasses.add(tenant.id, tariffId, index + 1, border.toFixed(1), target, range);
    const column = tariff.columns[index]?.proposal ?? new Map<number, number>();
    for (const [place, [fundId, tenths]] of [...column].entries())
      tables.matrixItems.add(tenant.id, tariffId, index + 1, fundId, (tenths / 1000).toFixed(3), place);
  }
}

/** Writes the products and returns the tariffs with their ids. */
export async function writeProducts(
  client: pg.ClientBase,
  tenant: DemoTenant,
  tariffs: readonly DemoTariff[],
  market: DemoMarket,
  seed: number,
  anchor: string,
): Promise<WorldTariff[]> {
  const random = new Random(seed, 'products', tenant.key);
  const tables = productTables();
  for (const [index, insurer] of insurerParameters.entries())
    tables.insurers.add(tenant.id, index + 1, insurer.name, insurer.shortName, insurer.bafin);
  for (const [index, issuer] of issuerParameters.entries())
    tables.issuers.add(
      tenant.id,
      index + 1,
      issuer.name,
      issuer.bankId,
      issuer.bankId === null ? null : issuer.name,
      issuer.insurer === null ? null : issuer.insurer + 1,
      issuer.traderKind !== 'none',
      issuer.traderKind,
    );
  const universeIds = writeUniverses(tables, tenant, tariffs, market, random);
  const riskIds = writeRisks(tables, tenant, tariffs, random);
  const editor = tenant.users.find((user) => user.role === 'tariffManager') ?? tenant.users[0];
  const approver = tenant.users.find((user) => user.role === 'tariffApproval') ?? tenant.users[1];
  const validFrom = addMonths(anchor, -14);
  const worldTariffs = tariffs.map((tariff, index): WorldTariff => {
    const { parameters } = tariff;
    const id = random.uuid();
    const versionId = random.uuid();
    const riskId = riskIds.get(parameters.risk) ?? '';
    const universeId = universeIds.get(parameters.universe) ?? '';
    const selectionId = random.uuid();
    const allocationId = random.uuid();
    if (!tariff.isHybrid) {
      writeAllocation(tables, tenant, tariff, riskId, allocationId);
      writeSelection(tables, tenant, tariff, universeId, selectionId);
    }
    const isContinuous = parameters.isOptimizedContinuously === true;
    tables.tariffs.add(
      tenant.id,
      id,
      parameters.name,
      parameters.description,
      parameters.key,
      parameters.isDefault === true,
      tariff.issuerId,
      tariff.insurerId,
      parameters.typeId,
      tariff.isHybrid ? '0.8' : null,
      tariff.isHybrid ? '0.01' : null,
      parameters.typeId === 7,
      parameters.typeId === 7 ? 1 : null,
      tariff.guaranteeFundId,
      isContinuous,
      isContinuous ? 4 : null,
      isContinuous ? validFrom : null,
      20,
      50,
      12,
      10,
      tariff.isHybrid ? null : riskId,
      tariff.isHybrid ? null : selectionId,
      tariff.isHybrid ? null : allocationId,
      tariff.isHybrid ? null : universeId,
      1,
    );
    tables.versions.add(
      tenant.id,
      versionId,
      id,
      1,
      'published',
      validFrom,
      'Erste Fassung',
      editor?.id ?? null,
      editor?.id ?? null,
      `${addMonths(validFrom, -1)}T10:00:00Z`,
      approver?.id ?? null,
      `${addMonths(validFrom, -1)}T15:00:00Z`,
      `${validFrom}T00:00:00Z`,
    );
    const silentHints = new Set<number>();
    for (let hintId = 1; hintId <= hintCount; hintId += 1) {
      const answer = hintAnswer(tariff, hintId);
      if (answer === 1) silentHints.add(hintId);
      tables.hintAnswers.add(tenant.id, id, hintId, answer);
    }
    if (tariff.isHybrid) writeMatrix(tables, tenant, tariff, id);
    const isDepot = parameters.typeId === 1;
    tables.costModels.add(
      tenant.id,
      index + 1,
      `Kosten ${parameters.name}`,
      tariff.insurerId,
      id,
      isDepot ? '0' : '0.025',
      isDepot ? '0' : '2.50',
      isDepot ? '0.0025' : '0.0040',
      isDepot ? '0' : '15.00',
      isDepot ? 0 : 4,
      isDepot ? '0' : '0.001',
      validFrom,
    );
    return { tariff, id, versionId, costModelId: index + 1, silentHints };
  });
  for (const table of Object.values(tables)) await table.flush(client);
  return worldTariffs;
}
