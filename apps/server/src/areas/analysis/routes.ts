import { getContractAnalysis } from '@depotwerk/api/contract-analysis';
import { todayIn } from '../../platform/http/client-zone.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { recordingContractRead } from '../contracts/public.ts';
import { readContractAnalysis } from './contract-analysis.view.ts';

/** What a contract is analysed from. */
export function analysisRoutes(services: Services): Route[] {
  return [
    route(getContractAnalysis, (context, { params }) =>
      readContractAnalysis(
        recordingContractRead(services, context, params.id, 'analysis'),
        services.database,
        context.scope,
        params.id,
        todayIn(context.zone, new Date(services.clock())),
      ),
    ),
  ];
}
