import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import type * as calls from '@depotwerk/api/tariffs/tariff-lookups';
import { checkViews, viewsOf } from '@depotwerk/domain/tariff/allocation-views';
import { type RiskMeasure, riskMeasureOf } from '@depotwerk/domain/tariff/risk-measure';
import { fromTenths } from '@depotwerk/domain/tenths';
import type { AllocationInput, RiskClass } from '@depotwerk/engine/allocation/allocation-input';
import type { AllocationResult } from '@depotwerk/engine/allocation/automatic-allocation';
import { type RatedRow, rateColumn } from '@depotwerk/engine/allocation/rate-column';
import { EngineError } from '@depotwerk/engine/engine-error';
import { AppError } from '../../platform/http/app-error.ts';
import { solveAllocation } from './allocation-solver.ts';
import {
  allocationInput,
  allocationTypeOf,
  groupsOf,
  toAllocationGroup,
  toRiskClasses,
} from './automatic-matrix.ts';
import { toMessage } from './combination.view.ts';
import { columnsOf, fundCovariance } from './combination-input.ts';
import { covarianceOf, type RiskFund, type RiskGroup, type RiskMarket } from './risk-market.view.ts';

type Rating = CallAnswer<typeof calls.rateAllocation>[number];
type Automatic = CallAnswer<typeof calls.computeAutomaticAllocation>;

/** Value at risk of a volatility: 97.5 % quantile of the normal distribution. */
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

/** Ratings of columns of tenths of a percent, one a class; classes without column rate an empty one. */
function rateColumns(
  rows: readonly RatedRow[],
  covariance: readonly (readonly number[])[] | null,
  columns: readonly (readonly number[])[],
  classes: readonly RiskClass[],
  measure: RiskMeasure,
): Rating[] {
  return classes.map((riskClass) => {
    const weights = (columns[Number(riskClass.id) - 1] ?? []).map(fromTenths);
    const { equityQuota, status, ...rating } = rateColumn(rows, covariance, weights, measure, riskClass);
    return {
      riskClassId: Number(riskClass.id),
      shareQuota: equityQuota,
      isInBand: status === 'in',
      ...rating,
    };
  });
}

/** Rows to rate by the covariance of those that have risk data; the others spoil only the columns that use them. */
function withPlaces<Item>(
  items: readonly Item[],
  hasRisk: (item: Item) => boolean,
  toRow: (item: Item) => Omit<RatedRow, 'place'>,
): { readonly rows: RatedRow[]; readonly known: Item[] } {
  const known = items.filter(hasRisk);
  const places = new Map(known.map((item, place) => [item, place]));
  return { rows: items.map((item) => ({ ...toRow(item), place: places.get(item) ?? null })), known };
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
  const used = [...new Set(items.flatMap(({ peergroupId, fraction }) => (fraction > 0 ? peergroupId : [])))];
  const groups = requireGroups(market, used);
  const { rows, known } = withPlaces(
    groups,
    ({ place }) => place !== null,
    ({ equityQuota, expectedReturn }) => ({ equityQuota, expectedReturn }),
  );
  const covariance = covarianceOf(
    market,
    known.map(({ id }) => id),
  );
  return rateColumns(rows, covariance, columnsOf(items, used), risk.classes, risk.measure);
}

/** The same for a fund risk matrix: volatility of the funds' groups and each fund's own risk. */
export function fundMatrixRating(
  market: RiskMarket,
  body: CallInput<typeof calls.rateFundMatrix>['body'],
): CallAnswer<typeof calls.rateFundMatrix> {
  const items = body.allocationItems.map(({ securityId, ...item }) => ({ ...item, peergroupId: securityId }));
  const used = [...new Set(items.flatMap(({ peergroupId, fraction }) => (fraction > 0 ? peergroupId : [])))];
  const funds = used.map((id) => {
    const fund = market.funds.get(id);
    if (!fund) throw new AppError('funds.unknown');
    return fund;
  });
  const groupOf = ({ peergroupId }: RiskFund) => market.groups.get(peergroupId ?? 0);
  const { rows, known } = withPlaces(
    funds,
    (fund) => fund.trackingError !== null && (groupOf(fund)?.place ?? null) !== null,
    (fund) => ({
      equityQuota: fund.equityQuota ?? groupOf(fund)?.equityQuota ?? 0,
      expectedReturn: groupOf(fund)?.expectedReturn ?? null,
    }),
  );
  const columns = columnsOf(items, used);
  return rateColumns(
    rows,
    fundCovariance(market, known),
    columns,
    toRiskClasses(body.riskItems),
    riskMeasureOf(body.riskTypeId, body.useQuota),
  ).map((rating) => ({ ...rating, ongoingCost: costOf(funds, columns[rating.riskClassId - 1] ?? []) }));
}

/** Ongoing costs of a column of tenths; null where those of a fund in it are not known. */
const costOf = (funds: readonly RiskFund[], column: readonly number[]): number | null =>
  funds.reduce<number | null>((sum, { ongoingFee }, place) => {
    const share = fromTenths(column[place] ?? 0);
    if (share === 0 || sum === null) return sum;
    return ongoingFee === null ? null : sum + share * ongoingFee;
  }, 0);

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
  const measure = riskMeasureOf(body.riskTypeId, body.useQuota);
  const classes = toRiskClasses(body.riskItems.toSorted((a, b) => a.riskClassId - b.riskClassId));
  const withoutData = groups.filter(({ place }) => place === null);
  if (withoutData.length > 0)
    return withoutColumns(market, {
      missing: 'riskData',
      groups: withoutData.map(({ name }) => name).join(', '),
    });
  const views = viewsOf({ isManual: false, allocationType: body.allocationTypeId, views: body.views });
  if (type === 'BLACK_LITTERMAN' && views.length === 0) return withoutColumns(market, { missing: 'views' });
  if (views.length > 0) requireViews({ ...body, isManual: false, allocationType: body.allocationTypeId });
  const input = allocationInput(market, { peergroupIds: body.peergroupIds, type, measure, classes, views });
  if (!input) return withoutColumns(market, { missing: 'riskData' });
  const viewEffects = views.length === 0 ? [] : effectsOf(groups, input);
  return { ...toAnswer(market, groups, await allocate(input)), viewEffects };
}

/** @throws 400 for views of groups that are not rows of the matrix, or out of bounds */
function requireViews(draft: Parameters<typeof checkViews>[0]): void {
  const validation = checkViews(draft);
  if (validation.length > 0) throw new AppError('common.validationFailed', { validation });
}

/** Returns a year before and after the views, of every group: they speak of some and move the ones that go with them. */
const effectsOf = (groups: readonly RiskGroup[], { groups: moved }: AllocationInput) =>
  groups.map((group, place) => {
    const before = toAllocationGroup(group).expectedReturn;
    return { peergroupId: group.id, before, after: moved[place]?.expectedReturn ?? before };
  });

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
    viewEffects: [],
  };
}

function toAnswer(
  market: RiskMarket,
  groups: readonly RiskGroup[],
  { columns, failures, messages, frontier }: AllocationResult,
): Omit<Automatic, 'viewEffects'> {
  return {
    allocationItems: columns.flatMap(({ riskClass, units }) =>
      groups.map((group, k) => ({
        riskClassId: Number(riskClass),
        peergroupId: group.id,
        fraction: fromTenths(units[k] ?? 0),
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
