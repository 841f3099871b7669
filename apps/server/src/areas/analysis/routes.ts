import { getContractAnalysis } from '@depotwerk/api/contracts/contract-analysis';
import {
  getContractPerformance,
  type PerformancePeriod,
} from '@depotwerk/api/contracts/contract-performance';
import * as performanceCalls from '@depotwerk/api/tariffs/tariff-performance';
import { todayIn } from '../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { wokenBy } from '../../platform/jobs/woken-by.ts';
import { hideFromOwnSide } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { firstDayOf, recordingContractRead } from '../contracts/public.ts';
import type { TargetMix } from '../optimization/public.ts';
import { readContractAnalysis } from './contract-analysis.view.ts';
import { readContractPerformance } from './contract-performance.view.ts';
import { exportTariffPerformance } from './tariff-performance/export-performance.ts';
import { startTariffPerformance } from './tariff-performance/start-performance.ts';
import { mostAtOnce, readTariffPerformance } from './tariff-performance/tariff-performance.view.ts';

/** What a contract is analysed from, and a tariff's contracts together; `wakeJobs` lets the worker look for work at once. */
export function analysisRoutes(
  services: Services,
  targetMix: TargetMix,
  wakeJobs: () => void,
  atOnce = mostAtOnce,
): Route[] {
  const woken = wokenBy(wakeJobs);
  const asked = ({ zone }: SignedInContext, tariffId: string, period: PerformancePeriod) => ({
    tariffId,
    period,
    today: todayIn(zone, new Date(services.clock())),
    atOnce,
  });
  return [
    route(getContractAnalysis, (context, { params }) =>
      readContractAnalysis(
        recordingContractRead(services, context, params.id, 'analysis'),
        services.database,
        targetMix,
        context.scope,
        params.id,
        todayIn(context.zone, new Date(services.clock())),
      ),
    ),
    route(getContractPerformance, (context, { params, query }) => {
      hideFromOwnSide(context.scope);
      const today = todayIn(context.zone, new Date(services.clock()));
      return readContractPerformance(
        recordingContractRead(services, context, params.id, 'performance'),
        services.database,
        targetMix,
        context.scope,
        params.id,
        // Every period offered here has a first day.
        { from: firstDayOf(query.period, today) ?? today, to: today },
        today,
      );
    }),
    route(performanceCalls.getTariffPerformance, (context, { params, query }) =>
      readTariffPerformance(services, targetMix, context.scope, asked(context, params.id, query.period)),
    ),
    route(performanceCalls.startTariffPerformance, (context, { params, body }) => {
      const started = asked(context, params.id, body.period);
      return woken(startTariffPerformance(services, targetMix, context, started));
    }),
    route(performanceCalls.exportTariffPerformance, (context, { params, body }) => {
      const shown = asked(context, params.id, body.period);
      return exportTariffPerformance(services, targetMix, context, shown, body.format);
    }),
  ];
}
