import { getContractAnalysis } from '@depotwerk/api/contract-analysis';
import { getContractPerformance } from '@depotwerk/api/contract-performance';
import { getTariffPerformance } from '@depotwerk/api/tariff-performance';
import { addMonths } from '@depotwerk/domain/add-months';
import { todayIn } from '../../platform/http/client-zone.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { hideFromOwnSide } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { firstDayOf, recordingContractRead } from '../contracts/public.ts';
import type { TargetMix } from '../optimization/public.ts';
import { readContractAnalysis } from './contract-analysis.view.ts';
import { readContractPerformance } from './contract-performance.view.ts';
import { readTariffPerformance } from './tariff-performance.view.ts';

/** What a contract is analysed from. */
export function analysisRoutes(services: Services, targetMix: TargetMix): Route[] {
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
    route(getTariffPerformance, (context, { params, query }) => {
      const today = todayIn(context.zone, new Date(services.clock()));
      const first = firstDayOf(query.period, today) ?? today;
      // Whole months that cover the period: the end of the month before it begins them.
      const from = addMonths(`${first.slice(0, 7)}-01`, -1);
      return readTariffPerformance(services, targetMix, context.scope, params.id, { from, to: today });
    }),
  ];
}
