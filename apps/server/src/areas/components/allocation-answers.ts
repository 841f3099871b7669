import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import type * as calls from '@depotwerk/api/tariff-lookups';
import type { AllocationInput, RiskClass, RiskMeasure } from '@depotwerk/engine/allocation/allocation-input';
import type { AllocationResult } from '@depotwerk/engine/allocation/automatic-allocation';
import { measureOf } from '@depotwerk/engine/allocation/column-problem';
import { EngineError } from '@depotwerk/engine/engine-error';
import { flatten, volatilityOf } from '@depotwerk/engine/linear-algebra/matrix';
import { riskBand, riskBandStatus } from '@depotwerk/engine/risk-band';
import { AppError } from '../../platform/http/app-error.ts';
import { solveAllocation } from './allocation-solver.ts';
import {
  allocationInput,
  allocationTypeOf,
  columnUnits,
  groupsOf,
  measureOfRisk,
  toRiskClasses,
} from './automatic-matrix.ts';
import { toMessage } from './combination.view.ts';
import { columnsOf, fundCovariance } from './combination-input.ts';
import { covarianceOf, type RiskGroup, type RiskMarket } from './risk-market.view.ts';

type Rating = CallAnswer<typeof calls.rateAllocation>[number];
type Automatic = CallAnswer<typeof calls.computeAutomaticAllocation>;

/** Value at risk of a volatility: 97.5 % quantile of the normal distribution (G-49). */
const valueAtRiskFactor = 1.96;

function requireGroups(market: RiskMarket, ids: readonly number[]): RiskGroup[] {
  const groups = groupsOf(market, ids);
  if (groups.length !== ids.length || new Set(ids).size !== ids.length) throw new AppError('funds.unknown');
  return groups;
}

/** Figures of peer groups with their covariance. @throws 400 funds.unknown for a group nobody has, or one named twice */
export function peergroupRisks(
  market: RiskMarket,
  { peergroupIds, riskTypeId }: CallInput<typeof calls.readPeergroupRisks>['body'],
): CallAnswer<typeof calls.readPeergroupRisks> {
  const groups = requireGroups(market, peergroupIds);
  const covariance = covarianceOf(market, peergroupIds);
  return {
    peergroups: groups.map((group) => ({
      peergroupId: group.id,
      name: group.name,
      categoryName: group.categoryName,
      colour: group.colour,
      riskValue: riskValueOf(group, riskTypeId),
      shareQuota: group.equityQuota,
      volatility: group.volatility,
      expectedReturn: group.expectedReturn,
      dataFrom: group.dataFrom,
      dataTo: group.dataTo,
      isMoneyMarket: group.isMoneyMarket,
    })),
    covariance,
  };
}

function riskValueOf({ volatility, valueAtRisk }: RiskGroup, riskTypeId: number): number | null {
  if (volatility === null) return null;
  return 100 * (riskTypeId === 2 ? (valueAtRisk ?? valueAtRiskFactor * volatility) : volatility);
}

/** A row of a matrix with what rating it needs. */
interface Row {
  readonly equityQuota: number;
  readonly expectedReturn: number | null;
}

/** Ratings of columns of tenths of a percent, one a class; classes without column rate an empty one. */
function rateColumns(
  rows: readonly Row[],
  covariance: readonly (readonly number[])[] | null,
  columns: readonly (readonly number[])[],
  classes: readonly RiskClass[],
  measure: RiskMeasure,
): Rating[] {
  const flat = covariance && flatten(covariance);
  const groups = rows.map(({ equityQuota }, k) => ({
    id: String(k),
    expectedReturn: 0,
    equityQuota,
    lower: 0,
    upper: 1,
    isMoneyMarket: false,
  }));
  return classes.map((riskClass) => {
    const column = columns[Number(riskClass.id) - 1] ?? [];
    const weights = rows.map((_, k) => (column[k] ?? 0) / columnUnits);
    const volatility = flat && volatilityOf(flat, weights, rows.length);
    const value =
      measure === 'EQUITY_QUOTA'
        ? measureOf(groups, new Float64Array(0), measure, weights)
        : flat && measureOf(groups, flat, measure, weights);
    const riskRating = value === null ? null : Math.round(value * 100) / 100;
    const returns = rows.map(({ expectedReturn }, k) =>
      (weights[k] ?? 0) === 0 ? 0 : expectedReturn === null ? Number.NaN : expectedReturn * (weights[k] ?? 0),
    );
    const expectedReturn = returns.reduce((sum, part) => sum + part, 0);
    return {
      riskClassId: Number(riskClass.id),
      riskRating,
      shareQuota: rows.reduce((sum, row, k) => sum + row.equityQuota * (weights[k] ?? 0), 0),
      isInBand: riskBandStatus(riskRating, riskBand(riskClass.target, riskClass.range)).status === 'in',
      volatility,
      expectedReturn: Number.isFinite(expectedReturn) ? expectedReturn : null,
    };
  });
}

/**
 * Measure, quota and band of every column of an allocation matrix; a column is rated as it stands, whatever its sum.
 *
 * @throws 400 funds.unknown for a peer group nobody has
 */
export function allocationRating(
  market: RiskMarket,
  risk: { readonly measure: RiskMeasure; readonly classes: readonly RiskClass[] },
  items: CallInput<typeof calls.rateAllocation>['body']['allocationItems'],
): Rating[] {
  // Only groups with a share count: one without risk data spoils nothing as long as it is not used.
  const used = [...new Set(items.flatMap(({ peergroupId, fraction }) => (fraction > 0 ? peergroupId : [])))];
  const groups = requireGroups(market, used);
  return rateColumns(groups, covarianceOf(market, used), columnsOf(items, used), risk.classes, risk.measure);
}

/** The same for a fund risk matrix: volatility of the funds' groups and each fund's own risk. */
export function fundMatrixRating(
  market: RiskMarket,
  body: CallInput<typeof calls.rateFundMatrix>['body'],
): Rating[] {
  const items = body.allocationItems.map(({ securityId, ...item }) => ({ ...item, peergroupId: securityId }));
  const used = [...new Set(items.flatMap(({ peergroupId, fraction }) => (fraction > 0 ? peergroupId : [])))];
  const funds = used.map((id) => {
    const fund = market.funds.get(id);
    if (!fund) throw new AppError('funds.unknown');
    return fund;
  });
  const rows = funds.map((fund) => {
    const group = market.groups.get(fund.peergroupId ?? 0);
    return {
      equityQuota: fund.equityQuota ?? group?.equityQuota ?? 0,
      expectedReturn: group?.expectedReturn ?? null,
    };
  });
  return rateColumns(
    rows,
    fundCovariance(market, funds),
    columnsOf(items, used),
    toRiskClasses(body.riskItems),
    measureOfRisk(body.riskTypeId, body.useQuota),
  );
}

/**
 * The matrix by an allocation type (engine rules, sections 8 and 9). Classes out of reach stand in `failures` beside the
 * columns there are; types without the data they need say so in a message and bring no column.
 *
 * @throws 400 funds.unknown, 400 allocation.infeasible when no class has a column
 */
export async function automaticMatrix(
  market: RiskMarket,
  body: CallInput<typeof calls.computeAutomaticAllocation>['body'],
): Promise<Automatic> {
  const groups = requireGroups(market, body.peergroupIds);
  const type = allocationTypeOf(body.allocationTypeId);
  if (!type)
    throw new AppError('common.validationFailed', {
      validation: [{ path: 'allocationTypeId', code: 'unknownValue' }],
    });
  const measure = measureOfRisk(body.riskTypeId, body.useQuota);
  const classes = toRiskClasses(body.riskItems.toSorted((a, b) => a.riskClassId - b.riskClassId));
  const withoutData = groups.filter(({ place }) => place === null);
  if (withoutData.length > 0)
    return withoutColumns(market, {
      missing: 'riskData',
      groups: withoutData.map(({ name }) => name).join(', '),
    });
  // There is no place to enter views of the market yet, so the type has nothing to compute from.
  if (type === 'BLACK_LITTERMAN') return withoutColumns(market, { missing: 'views' });
  const input = allocationInput(market, { peergroupIds: body.peergroupIds, type, measure, classes });
  if (!input) return withoutColumns(market, { missing: 'riskData' });
  return toAnswer(market, groups, await allocate(input));
}

async function allocate(input: AllocationInput): Promise<AllocationResult> {
  try {
    return await solveAllocation(input);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const nearest = Number(error.details?.['nearest'] ?? Number.NaN);
    throw new AppError('allocation.infeasible', {
      params: {
        riskClassId: Number(error.details?.['riskClass'] ?? input.classes[0]?.id ?? 1),
        nearestRisk: Number.isFinite(nearest) ? Math.round(nearest * 100) / 100 : null,
      },
      cause: error,
    });
  }
}

function withoutColumns(market: RiskMarket, values: Record<string, string>): Automatic {
  const finding = { code: 'TA10', severity: 2 as const, subject: 'combination', values };
  return {
    allocationItems: [],
    riskRating: [],
    failures: [],
    messages: [toMessage(finding, market)],
    frontier: [],
  };
}

function toAnswer(
  market: RiskMarket,
  groups: readonly RiskGroup[],
  { columns, failures, messages, frontier }: AllocationResult,
): Automatic {
  return {
    allocationItems: columns.flatMap(({ riskClass, units }) =>
      groups.map((group, k) => ({
        riskClassId: Number(riskClass),
        peergroupId: group.id,
        fraction: (units[k] ?? 0) / columnUnits,
        isUsed: (units[k] ?? 0) > 0,
      })),
    ),
    riskRating: columns.map((column) => ({
      riskClassId: Number(column.riskClass),
      riskRating: column.measure,
      shareQuota: column.equityQuota,
      isInBand: column.isInBand,
      volatility: column.volatility,
      expectedReturn: column.expectedReturn,
      riskContributions: column.riskContributions.flatMap((share, k) => {
        const group = groups[k];
        return group && (column.units[k] ?? 0) > 0 ? [{ peergroupId: group.id, share }] : [];
      }),
    })),
    failures: failures.map(({ riskClass, low, high, nearest }) => ({
      riskClassId: Number(riskClass),
      low: finite(low),
      high: finite(high),
      nearestRisk: finite(nearest),
    })),
    messages: messages.map(({ riskClass, ...message }) => {
      const values = Object.fromEntries(
        Object.entries(message.values).filter(
          ([, value]) => typeof value === 'string' || Number.isFinite(value),
        ),
      );
      return toMessage({ ...message, values, subject: riskClass }, market);
    }),
    frontier: frontier.map(({ volatility, expectedReturn }) => ({ volatility, expectedReturn })),
  };
}

/** Two decimals, as risk values are compared; the engine knows no reachable range in rare cases. */
const finite = (value: number) => (Number.isFinite(value) ? Math.round(value * 100) / 100 : 0);
