import * as calls from '@depotwerk/api/tariffs/tariff-lookups';
import { riskMeasureOf } from '@depotwerk/domain/tariff/risk-measure';
import { AppError } from '../../platform/http/app-error.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { allocationRating, automaticMatrix, peergroupRisks } from './allocation-answers.ts';
import { checkAllocationComponents, checkTariffCombination } from './check-combination.ts';
import { riskClassesOf } from './combination-input.ts';
import { componentQuery } from './component-content.view.ts';
import { readFundMatrixRating } from './fund-matrix-rating.view.ts';
import * as lookups from './lookups.view.ts';
import { readRiskMarket } from './risk-market.view.ts';

/** Lists to choose from, the combination check and the computations behind the matrices. */
export function lookupRoutes(services: Services): Route[] {
  const { database } = services;
  return [
    route(calls.listTariffIssuers, ({ scope }) => lookups.readIssuers(database, scope)),
    route(calls.listTariffTypes, ({ scope }) => lookups.readTariffTypes(database, scope)),
    route(calls.getTariffType, ({ scope }, { params }) => lookups.readTariffType(database, scope, params.id)),
    route(calls.listGuaranteeTypes, ({ scope }) => lookups.readGuaranteeTypes(database, scope)),
    route(calls.listUniverseTypes, ({ scope }) => lookups.readUniverseTypes(database, scope)),
    route(calls.listRankingTypes, ({ scope }) => lookups.readRankingTypes(database, scope)),
    route(calls.listAllocationTypes, ({ scope }) => lookups.readAllocationTypes(database, scope)),
    route(calls.listRiskTypes, ({ scope }) => lookups.readRiskTypes(database, scope)),
    route(calls.listTariffOptimizationHints, ({ scope }) => lookups.readOptimizationHints(database, scope)),
    route(calls.listTariffComponentChoices, ({ scope }, { query }) =>
      lookups.readComponentChoices(database, scope, query),
    ),
    route(calls.checkTariffCombination, ({ scope }, { body }) =>
      checkTariffCombination(services, scope, body),
    ),
    route(calls.checkAllocationComponentsCombination, ({ scope }, { body }) =>
      checkAllocationComponents(services, scope, body),
    ),
    route(calls.readPeergroupRisks, async ({ scope }, { body }) =>
      peergroupRisks(await readRiskMarket(database, scope), body),
    ),
    route(calls.rateAllocation, async ({ scope }, { body }) => {
      const [market, [risk]] = await Promise.all([
        readRiskMarket(database, scope),
        database.read(scope, componentQuery('risk', body.riskComponent)),
      ]);
      if (!risk) throw new AppError('tariffComponents.unknown');
      const { component } = risk;
      const measure = riskMeasureOf(component.tariffRiskType, component.useQuota);
      const classes = riskClassesOf({ ...component, id: risk.id });
      return allocationRating(market, { measure, classes }, body.allocationItems);
    }),
    route(calls.computeAutomaticAllocation, async ({ scope }, { body }) =>
      automaticMatrix(await readRiskMarket(database, scope), body),
    ),
    route(calls.rateFundMatrix, ({ scope }, { body }) => readFundMatrixRating(database, scope, body)),
  ];
}
