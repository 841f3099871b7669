import * as keyInformationCalls from '@depotwerk/api/optimization/key-information';
import * as calls from '@depotwerk/api/optimization/optimization';
import { notFound } from '../../platform/http/app-error.ts';
import { todayIn } from '../../platform/http/client-zone.ts';
import { Reply, type Route, route, versioned } from '../../platform/http/route.ts';
import { wokenBy } from '../../platform/jobs/woken-by.ts';
import { answerPage } from '../../platform/lists/answer-page.ts';
import type { Services } from '../../platform/services.ts';
import { recordingContractRead } from '../contracts/public.ts';
import { acceptSuggestedRiskprofile } from './accept-suggested-riskprofile.ts';
import { readAdviceInput } from './advice-input.view.ts';
import { checkContract } from './check-contract.ts';
import { checkContracts } from './check-contracts.ts';
import { readCheckRows } from './check-rows.view.ts';
import { deletePlannedOptimization, putPlannedOptimization } from './edit-planned-optimization.ts';
import { handOverKeyInformation } from './key-information/hand-over-key-information.ts';
import { readOpenPlanKeyInformation } from './key-information/plan-key-information.view.ts';
import { planOptimization, simulateOptimization } from './plan-optimization.ts';
import { readPlannedOptimization } from './planned-optimization.view.ts';
import { setHintState } from './set-hint-state.ts';
import { findStoredPlan, listStoredPlans } from './stored-plan.view.ts';
import type { TariffData } from './tariff-data.ts';

/** Checking contracts, deciding on hints and planning. */
export function optimizationRoutes(services: Services, wakeJobs: () => void, tariffs: TariffData): Route[] {
  const { clock } = services;
  const woken = wokenBy(wakeJobs);
  return [
    route(calls.checkContract, (context, input) => checkContract(services, tariffs, context, input)),
    route(calls.checkContracts, (context, input) => woken(checkContracts(services, context, input))),
    route(calls.listCheckJobRows, (context, input) =>
      answerPage(calls.listCheckJobRows, input, (page) =>
        readCheckRows(services, context.scope, input, page),
      ),
    ),
    route(calls.setHintState, (context, input) => setHintState(services, context, input)),
    route(calls.acceptSuggestedRiskprofile, (context, input) =>
      acceptSuggestedRiskprofile(services, tariffs, context, input),
    ),
    route(calls.getAdviceInput, async (context, { params }) => {
      const today = todayIn(context.zone, new Date(clock()));
      const recorded = recordingContractRead(services, context, params.id, 'adviceInput');
      const input = await readAdviceInput(recorded, tariffs, context.scope, params.id, today);
      return Reply.json(input, { etag: `"${input.inputHash}-${input.contract.day}"` });
    }),
    route(calls.simulateOptimization, (context, input) => {
      const recorded = recordingContractRead(services, context, input.params.id, 'simulation');
      return simulateOptimization({ ...recorded, clock }, tariffs, context, input);
    }),
    route(calls.planOptimization, async (context, input) => {
      const plan = await planOptimization(services, tariffs, context, input);
      return versioned(plan);
    }),
    route(calls.getPlannedOptimization, async (context, { params }) => {
      const recorded = recordingContractRead(services, context, params.id, 'plannedOptimization');
      const plan = await readPlannedOptimization(services, tariffs, context, params.id, recorded);
      return versioned(plan);
    }),
    route(calls.listStoredPlans, ({ scope }, { params }) => listStoredPlans(services, scope, params.id)),
    route(calls.getStoredPlan, async (context, { params, query }) => {
      const recorded = recordingContractRead(services, context, params.id, 'plannedOptimization');
      const { plannedOptimizationId: planId } = query;
      const plan = await findStoredPlan(recorded, context.scope, params.id, planId);
      if (plan === null) throw notFound();
      return plan;
    }),
    route(keyInformationCalls.getPlanKeyInformation, (context, { params }) =>
      readOpenPlanKeyInformation(
        recordingContractRead(services, context, params.id, 'keyInformation'),
        context.scope,
        params.id,
        todayIn(context.zone, new Date(clock())),
      ),
    ),
    route(keyInformationCalls.handOverKeyInformation, (context, input) =>
      handOverKeyInformation(services, context, input),
    ),
    route(calls.putPlannedOptimization, async (context, input) => {
      const plan = await putPlannedOptimization(services, tariffs, context, input);
      return versioned(plan);
    }),
    route(calls.deletePlannedOptimization, (context, input) =>
      deletePlannedOptimization(services, context, input),
    ),
  ];
}
