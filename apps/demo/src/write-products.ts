/** Writes insurers, issuers, components, tariffs and cost models of one tenant. */

import { addMonths } from '@depotwerk/domain/add-months';
import { riskIndicatorLimit } from '@depotwerk/domain/tariff/check-product-type';
import type pg from 'pg';
import { assembleDemoTariff } from './advice-rows.ts';
import type { DemoMarket } from './demo-market.ts';
import type { DemoTariff } from './demo-tariffs.ts';
import type { DemoTenant } from './organisation.ts';
import { insurerParameters, issuerParameters } from './product-parameters.ts';
import { productTables } from './product-tables.ts';
import { Random } from './random.ts';
import { tariffLimits } from './tariff-limits.ts';
import type { WorldTariff } from './tenant-world.ts';
import {
  writeAllocation,
  writeMatrix,
  writeRisks,
  writeSelection,
  writeUniverses,
} from './write-components.ts';
import { type FirstVersion, writeFirstVersions, writeOpenVersions } from './write-versions.ts';

const hintCount = 21;
const automaticHints: ReadonlySet<number> = new Set([1, 2, 4, 6, 7, 8, 9, 10, 15]);

/** Answers of a tariff to the 21 hints; the usual one is 2 "Ja". */
function hintAnswer(tariff: DemoTariff, hintId: number): 1 | 2 | 3 {
  if (hintId === 12 && tariff.parameters.universe === 'sustainable') return 1;
  if (hintId === 17 && tariff.parameters.typeId !== 1) return 1;
  return tariff.parameters.isOptimizedContinuously === true && automaticHints.has(hintId) ? 3 : 2;
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
  const versions: FirstVersion[] = [];
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
      tariffLimits.portfolio.count.max,
      tariffLimits.portfolio.value.min,
      tariffLimits.savingsPlan.count.max,
      tariffLimits.savingsPlan.value.min,
      parameters.gainNoteLimit ?? null,
      riskIndicatorLimit({ tariffTypeId: parameters.typeId, maximumRiskIndicator: null }),
      tariff.isHybrid ? null : riskId,
      tariff.isHybrid ? null : selectionId,
      tariff.isHybrid ? null : allocationId,
      tariff.isHybrid ? null : universeId,
      1,
    );
    versions.push({ id: versionId, tariffId: id });
    const silencedHints: number[] = [];
    for (let hintId = 1; hintId <= hintCount; hintId += 1) {
      const answer = hintAnswer(tariff, hintId);
      if (answer === 1) silencedHints.push(hintId);
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
    const ids = { tariffId: id, tariffVersionId: versionId };
    const assembled = assembleDemoTariff(tariff, market, ids, silencedHints);
    return { tariff, id, versionId, costModelId: index + 1, assembled };
  });
  for (const table of Object.values(tables)) await table.flush(client);
  await writeFirstVersions(client, tenant, versions, validFrom);
  await writeOpenVersions(client, tenant, anchor);
  return worldTariffs;
}
