import * as calls from '@depotwerk/api/traders/trader-execution';
import { type Route, route } from '../../../platform/http/route.ts';
import { recordingContractRead } from '../../contracts/public.ts';
import type { TraderServices } from '../trader-services.ts';
import { readContractTraderDepot } from './contract-trader-depot.view.ts';
import { executePlannedOptimization } from './execute-planned-optimization.ts';
import { readSecondFactorState } from './second-factor-state.view.ts';

/** Executing plans at the bank. */
export function traderOrderRoutes(services: TraderServices): Route[] {
  return [
    route(calls.executePlannedOptimization, (context, input) =>
      executePlannedOptimization(services, context, input),
    ),
    route(calls.getSecondFactorState, (context, { params }) =>
      readSecondFactorState(services, context, params.challengeId),
    ),
    route(calls.getContractTraderDepot, (context, { params }) =>
      readContractTraderDepot(
        recordingContractRead(services, context, params.id, 'traderDepot'),
        context.scope,
        params.id,
      ),
    ),
  ];
}
