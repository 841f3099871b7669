import type { CallInput } from '@depotwerk/api/call';
import type { ArchivedReportType, createContractReport } from '@depotwerk/api/reports/reports';
import type { ChartPeriod } from '@depotwerk/domain/chart-periods';
import { isOpenPlan } from '@depotwerk/domain/contracts/plan-states';
import { performanceOf } from '@depotwerk/engine/figures/contract-performance';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Scope } from '../../platform/scope.ts';
import {
  type KnownGroupReturns,
  type PerformanceWindow,
  readContractPerformance,
  readTaxedHoldings,
} from '../analysis/public.ts';
import {
  firstDayOf,
  listContractMovements,
  readContractHolders,
  readDatedPayments,
  readOverviewChart,
} from '../contracts/public.ts';
import { readPlanKeyInformation } from '../optimization/public.ts';
import { readComparedTariffs } from './compared-tariffs.view.ts';
import { readConsultationFacts } from './consultation-facts.view.ts';
import { buildPlanComparison, buildTariffComparison } from './report/build-comparison.ts';
import { buildCostInformation, costsOfContract } from './report/build-cost-information.ts';
import { buildDepotOverview } from './report/build-depot-overview.ts';
import { buildExPostCosts } from './report/build-ex-post-costs.ts';
import { buildLegalContract } from './report/build-legal-contract.ts';
import { buildOptimization } from './report/build-optimization.ts';
import { buildPerformance } from './report/build-performance.ts';
import { buildPeriodicReview } from './report/build-periodic-review.ts';
import { buildRiskProfile } from './report/build-risk-profile.ts';
import { buildSavingsPlanOverview } from './report/build-savings-plan-overview.ts';
import { buildSuitability } from './report/build-suitability.ts';
import { buildTransactions } from './report/build-transactions.ts';
import { buildYearEnd } from './report/build-year-end.ts';
import type { ReportDocument } from './report/report-document.ts';
import type { BuildOptions, ContractSource, Plan } from './report/report-source.ts';
import { valuationsOf } from './report/value-chart.ts';
import type { ReportServices } from './report-services.ts';
import { readSavingsPlanSource } from './savings-plan-source.view.ts';
import { readStoredPlan } from './stored-plan.view.ts';
import { readYearFigures } from './year-figures.ts';

/** Everything a body may ask for, by whichever call. */
export interface ReportWish extends Omit<CallInput<typeof createContractReport>['body'], 'period'> {
  readonly period?: ChartPeriod | undefined;
  readonly tariffIdB?: string | undefined;
  readonly date?: string | undefined;
  readonly withReasons?: boolean | undefined;
  /** Of a letter made for many contracts: a cover comes before it, with these words of the house; '' = none. */
  readonly coverText?: string | undefined;
}

/**
 * The content of a contract's report from what the caller sees of it now.
 * @throws 409 reports.*Missing when what it is about does not exist, 404 for a plan, tariff or consultation unseen
 */
export async function buildReport(
  services: ReportServices,
  context: SignedInContext,
  source: ContractSource,
  type: ArchivedReportType,
  wish: ReportWish,
): Promise<ReportDocument> {
  const { scope } = context;
  const { detail, today } = source;
  const contractId = detail.contract.id;
  const options: BuildOptions = { withCharts: wish.withCharts ?? true, salutation: wish.salutation ?? null };
  const chart = (period: ChartPeriod) => readOverviewChart(services, scope, contractId, period, today);
  const plan = () => requirePlan(services, context, source, wish);
  switch (type) {
    case 'legalContract':
      return buildLegalContract(source, options);
    case 'depotOverview':
      if (detail.currentPortfolio === null) throw new AppError('reports.portfolioMissing');
      return buildDepotOverview(
        source,
        await chart('max'),
        await services.recommendedAdvice(context, contractId),
        options,
      );
    case 'riskProfile':
      return buildRiskProfile(source, requireAssessment(source), options);
    case 'suitabilityStatement': {
      const consultation = wish.consultationId
        ? await readConsultationFacts(services, scope, wish.consultationId, contractId)
        : null;
      const assessment = requireAssessment(source);
      const advised = await plan();
      // Nobody is told that advice suits him by a profile that was over when it was given.
      if ((assessment.validUntil ?? '') < adviceDay(advised, today))
        throw new AppError('reports.riskProfileMissing');
      await requireEveryProfile(services, context, source, adviceDay(advised, today));
      // Of what lies open: what became of the documents since says nothing about advice that was carried out.
      const keyInformation = isOpenPlan(advised)
        ? (await readPlanKeyInformation(services.database, scope, [advised.id], today)).get(advised.id)
        : undefined;
      return buildSuitability(source, advised, assessment, consultation, options, keyInformation ?? null);
    }
    case 'costInformationExAnte': {
      if (detail.currentPortfolio === null) throw new AppError('reports.portfolioMissing');
      return buildCostInformation(source, await findPlan(services, context, source, wish), options);
    }
    case 'costInformationExPost':
    case 'periodicReview':
    case 'yearEndReport':
      return buildYearReport(services, context, source, type, wish, options);
    case 'performance': {
      const points = await chart(wish.period ?? 'max');
      const paid = valuationsOf(points, await readDatedPayments(services, scope, contractId));
      const figures = performanceOf(paid.valuations, paid.payments);
      if (!figures) throw new AppError('reports.historyMissing');
      const window = { from: figures.from.date, to: figures.to.date };
      const comparison = await comparedWithTarget(services, scope, source, window);
      return buildPerformance(source, points, paid, figures, comparison, options);
    }
    case 'savingsPlanOverview': {
      const { currentSavingsPlan } = detail;
      if (currentSavingsPlan === null) throw new AppError('reports.savingsPlanMissing');
      const around = await readSavingsPlanSource(services, scope, source);
      return buildSavingsPlanOverview(source, currentSavingsPlan, around, options);
    }
    case 'transactions': {
      const funds = await listContractMovements(services, scope, contractId);
      return buildTransactions(source, funds, firstDayOf(wish.period ?? 'max', today), options);
    }
    case 'comparison': {
      if (wish.tariffIdB === undefined) return buildPlanComparison(source, await plan(), options);
      if (detail.currentPortfolio === null) throw new AppError('reports.portfolioMissing');
      const tariffs = await readComparedTariffs(services, scope, source, wish.tariffIdB);
      return buildTariffComparison(source, tariffs, costsOfContract(source), wish.date ?? today, options);
    }
    case 'optimization':
      return buildOptimization(
        source,
        await plan(),
        { ...options, withReasons: wish.withReasons ?? true },
        await readTaxedHoldings(services, scope, contractId),
      );
  }
}

/** Whose eyes a report of a year is made with: somebody's at the screen, or those of who started a run. */
export interface ReportReader extends Pick<SignedInContext, 'scope' | 'zone'> {
  /** Of reports made before this one, where many are made at once. */
  readonly groupReturns?: KnownGroupReturns;
}

/**
 * Reports that look back at a calendar year; by default the last one that is over, or the first of a young contract.
 * @throws 409 for a year in which the contract did not exist yet, and for a year to come
 */
export async function buildYearReport(
  services: ReportServices,
  reader: ReportReader,
  source: ContractSource,
  type: 'costInformationExPost' | 'periodicReview' | 'yearEndReport',
  wish: Pick<ReportWish, 'year' | 'coverText'>,
  options: BuildOptions,
): Promise<ReportDocument> {
  const { detail, today } = source;
  const first = Number(detail.contract.startDate.slice(0, 4));
  const current = Number(today.slice(0, 4));
  const year = wish.year ?? Math.max(current - 1, first);
  if (year < first || year > current) throw new AppError('reports.yearOutside');
  const { exPost, performance, arePaymentsKnown } = await readYearFigures(
    services,
    reader.scope,
    source,
    year,
  );
  const costs = type === 'periodicReview' ? null : exPost;
  if (type !== 'periodicReview' && costs === null) throw new AppError('reports.historyMissing');
  if (type !== 'costInformationExPost' && detail.currentPortfolio === null)
    throw new AppError('reports.portfolioMissing');
  const review =
    type === 'costInformationExPost'
      ? null
      : {
          year,
          advice: await services.recommendedAdvice(reader, detail.contract.id),
          performance,
          arePaymentsKnown,
          comparison: performance
            ? await comparedWithTarget(
                services,
                reader.scope,
                source,
                { from: performance.from.date, to: performance.to.date },
                reader.groupReturns,
              )
            : null,
        };
  if (wish.coverText !== undefined || (costs && review))
    return buildYearEnd(source, { year, costs, review, coverText: wish.coverText ?? '' }, options);
  if (review) return buildPeriodicReview(source, review, options);
  if (costs) return buildExPostCosts(source, costs, options);
  throw new AppError('reports.historyMissing');
}

/** What became of the contract beside what its tariff aims at, in the time a report looks back at. */
async function comparedWithTarget(
  services: ReportServices,
  scope: Scope,
  { detail, today }: ContractSource,
  window: PerformanceWindow,
  known?: KnownGroupReturns,
) {
  const { database, targetMix } = services;
  const { id } = detail.contract;
  const { comparison } = await readContractPerformance(
    services,
    database,
    targetMix,
    scope,
    id,
    window,
    today,
    known,
  );
  return comparison;
}

/** Advice that lies open is given today; what was carried out or given up, on its own day. */
export const adviceDay = (plan: Plan, today: string): string =>
  isOpenPlan(plan) ? today : plan.createdAt.slice(0, 10);

function requireAssessment({ detail }: ContractSource) {
  if (detail.latestRiskAssessment === null) throw new AppError('reports.riskProfileMissing');
  return detail.latestRiskAssessment;
}

/** The plan named, which must exist, or the open one, which may not. */
async function findPlan(
  services: ReportServices,
  context: SignedInContext,
  source: ContractSource,
  wish: ReportWish,
): Promise<Plan | null> {
  const planId = wish.plannedOptimizationId ?? null;
  const plan = await readStoredPlan(services, context, source.detail.contract.id, planId);
  if (plan === null && planId !== null) throw notFound();
  return plan;
}

async function requirePlan(
  services: ReportServices,
  context: SignedInContext,
  source: ContractSource,
  wish: ReportWish,
): Promise<Plan> {
  const plan = await findPlan(services, context, source, wish);
  if (plan === null) throw new AppError('reports.planMissing');
  return plan;
}

/** @throws 409 unless everybody who holds the contract has a profile that held on the day of the advice */
async function requireEveryProfile(
  services: ReportServices,
  { scope }: SignedInContext,
  { detail, today }: ContractSource,
  adviceDay: string,
): Promise<void> {
  const holders = await readContractHolders(services, scope, detail.contract.id, today);
  if (holders.some(({ profile }) => profile === null || profile.validUntil < adviceDay))
    throw new AppError('reports.holderProfileMissing');
}
