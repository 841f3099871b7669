import type { CallInput } from '@depotwerk/api/call';
import type { CombinationMessageAnswer } from '@depotwerk/api/tariffs/tariff-fields';
import type * as calls from '@depotwerk/api/tariffs/tariff-lookups';
import { locale } from '@depotwerk/domain/locale';
import { weighed } from '@depotwerk/domain/tariff/plausibility-rules';
import { riskMeasureOf } from '@depotwerk/domain/tariff/risk-measure';
import { checkCombination } from '@depotwerk/engine/plausibility/check-combination';
import { AppError } from '../../platform/http/app-error.ts';
import { todayIn } from '../../platform/http/client-zone.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { columnUnits, groupsOf, toAllocationGroup } from './automatic-matrix.ts';
import { readCombinationMessages, toMessage } from './combination.view.ts';
import { columnsOf, riskClassesOf } from './combination-input.ts';
import { componentQuery, readComponentContents } from './component-content.view.ts';
import { readPlausibilitySettings } from './plausibility-rules.view.ts';
import { covarianceOf, readRiskMarket } from './risk-market.view.ts';

/** Today by the German calendar, which tariffs follow. */
export const germanToday = (services: Services) =>
  todayIn({ name: locale.timeZone, offsetMinutes: 0 }, new Date(services.clock()));

/** Plausibility of four components as they stand. @throws 400 for a component, issuer or tariff that is not there */
export async function checkTariffCombination(
  services: Services,
  scope: Scope,
  body: CallInput<typeof calls.checkTariffCombination>['body'],
): Promise<CombinationMessageAnswer[]> {
  const [components, known] = await Promise.all([
    readComponentContents(
      services.database,
      scope,
      {
        risk: body.componentRiskId,
        selection: body.componentSelectionId,
        allocation: body.componentAllocationId,
        universe: body.componentUniverseId,
      },
      { materialise: true },
    ),
    services.database.read<{ hasIssuer: boolean }>(scope, {
      sql: 'select exists (select from issuers where id = $1) as "hasIssuer"',
      parameters: [body.issuerId],
    }),
  ]);
  if (!components || known[0]?.hasIssuer !== true) throw new AppError('tariffComponents.unknown');
  const checked = {
    components,
    fundMatrix: null,
    tariffTypeId: body.tariffTypeId ?? null,
    costCap: body.costCap ?? null,
    maximumRiskIndicator: body.maximumRiskIndicator ?? null,
    guarantee: null,
    minimumSavingsValue: null,
    tariffId: body.tariffId ?? null,
  };
  return readCombinationMessages(services.database, scope, checked, germanToday(services));
}

/**
 * Whether allocation and risk component fit one another for a hybrid tariff (types 7, 8): classes, sums, bands, spread.
 * Such tariffs may do without both; what is not named is not checked.
 */
export async function checkAllocationComponents(
  services: Services,
  scope: Scope,
  body: CallInput<typeof calls.checkAllocationComponentsCombination>['body'],
): Promise<CombinationMessageAnswer[]> {
  const { componentAllocationId, componentRiskId } = body;
  const { database } = services;
  const [allocations, risks] = await Promise.all([
    componentAllocationId === null
      ? null
      : database.read(scope, componentQuery('allocation', componentAllocationId)),
    componentRiskId === null ? null : database.read(scope, componentQuery('risk', componentRiskId)),
  ]);
  if (allocations?.length === 0 || risks?.length === 0) throw new AppError('tariffComponents.unknown');
  const [allocation, risk] = [allocations?.[0]?.component, risks?.[0]?.component];
  if (!allocation || !risk) return [];
  const [market, settings] = await Promise.all([
    readRiskMarket(database, scope),
    readPlausibilitySettings(database, scope),
  ]);
  const groups = groupsOf(market, allocation.peergroupIds);
  const ids = groups.map(({ id }) => id);
  const findings = checkCombination({
    measure: riskMeasureOf(risk.tariffRiskType, risk.useQuota),
    allocationType: 'MANUAL',
    classes: riskClassesOf({ ...risk, id: '' }),
    // The choice of funds is no part of this check.
    groups: groups.map((group) => ({
      ...toAllocationGroup(group),
      eligibleFunds: 1,
      totalFunds: 0,
      fundsAboveMinimumRank: 0,
      weeks: group.weeks,
      sri: null,
    })),
    covariance: covarianceOf(market, ids),
    matrix: columnsOf(allocation.allocationItems, ids),
    units: columnUnits,
    shortlistSize: 1,
    minPosition: 0,
    hasExpectedReturns: true,
    hasViews: true,
    hasEquityQuotas: groups.some(({ equityQuota }) => equityQuota > 0),
    editedClasses: [],
    dataAgeDays: 0,
    hasNewerData: false,
    savingsMinimum: 0,
    smallestRate: null,
    contractCount: 0,
  });
  return weighed(findings, settings).map((finding) => toMessage(finding, market));
}
