import * as refreshCalls from '@depotwerk/api/traders/refresh';
import * as calls from '@depotwerk/api/traders/trader-depots';
import { Reply, type Route, route } from '../../../platform/http/route.ts';
import { answerPage } from '../../../platform/lists/answer-page.ts';
import { recordingContractRead } from '../../contracts/public.ts';
import { readPendingChanges } from '../refresh/pending-changes.view.ts';
import { processPendingChanges } from '../refresh/process-pending-changes.ts';
import type { RefreshServices } from '../refresh/refresh-connection.ts';
import { remoteRefresh } from '../refresh/remote-refresh.ts';
import type { TraderServices } from '../trader-services.ts';
import { deleteDepot } from './delete-depot.ts';
import { listDepotContractPage } from './depot-contracts.view.ts';
import { readDepotTariffs } from './depot-tariffs.view.ts';
import { ignoreDepots } from './ignore-depots.ts';
import { linkDepot } from './link-depot.ts';
import { listNewDepotPage } from './new-depots.view.ts';
import { openDepot } from './open-depot.ts';

/** What the calls of this file need; `wakeJobs` lets this process look for work at once. */
export type DepotServices = TraderServices & RefreshServices & { readonly wakeJobs: () => void };

/** Depots, remote refresh and the differences it finds. */
export function traderDepotRoutes(services: DepotServices): Route[] {
  const { database } = services;
  return [
    route(calls.listNewDepots, ({ scope }, input) =>
      answerPage(calls.listNewDepots, input, (page) => listNewDepotPage(database, scope, input.query, page)),
    ),
    route(calls.listDepotContracts, ({ scope }, input) =>
      answerPage(calls.listDepotContracts, input, (page) =>
        listDepotContractPage(database, scope, input.query, page),
      ),
    ),
    route(calls.listDepotTariffs, ({ scope }, { query }) =>
      readDepotTariffs(database, scope, query.issuerId),
    ),
    route(calls.linkDepotToContract, async (context, input) => {
      const answer = await linkDepot(services, context, input);
      services.forgetCounts(context.scope.tenantId);
      return answer;
    }),
    route(calls.markDepotsAsIgnored, (context, input) => ignoreDepots(services, context, input)),
    route(calls.createDepot, async (context, input) => {
      const answer = await openDepot(services, context, input);
      return 'id' in answer ? Reply.withStatus(201, answer) : answer;
    }),
    route(calls.deleteDepot, async (context, input) => {
      await deleteDepot(services, context, input);
      services.forgetCounts(context.scope.tenantId);
      return {};
    }),
    route(refreshCalls.remoteRefresh, async (context, input) => {
      const answer = await remoteRefresh(services, context, input);
      // Another process may have done the work.
      services.forgetCounts(context.scope.tenantId);
      return 'jobId' in answer ? Reply.withStatus(202, answer) : answer.hasChanged;
    }),
    route(refreshCalls.listPendingChanges, (context, { params }) =>
      readPendingChanges(
        recordingContractRead(services, context, params.id, 'pendingChanges'),
        context.scope,
        params.id,
      ),
    ),
    route(refreshCalls.processPendingChanges, async (context, input) => {
      await processPendingChanges(services, context, input);
      services.forgetCounts(context.scope.tenantId);
      return {};
    }),
  ];
}
