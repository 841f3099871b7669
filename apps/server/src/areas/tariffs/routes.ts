import { listInsurers } from '@depotwerk/api/customers/customers';
import { compareTariffVersions } from '@depotwerk/api/tariffs/tariff-comparison';
import * as calls from '@depotwerk/api/tariffs/tariffs';
import { tariffSortKeys } from '@depotwerk/domain/lists/sort-keys';
import { type Route, route, versioned } from '../../platform/http/route.ts';
import { answerPage } from '../../platform/lists/answer-page.ts';
import { parseSort } from '../../platform/lists/sort-order.ts';
import type { Services } from '../../platform/services.ts';
import { germanToday } from './change-version.ts';
import { readTariffComparison, readTariffVersionContent } from './compare-versions.view.ts';
import { approveTariff, rejectTariff } from './decide-tariff.ts';
import { deleteTariff } from './delete-tariff.ts';
import { exportTariffs } from './export-tariffs.ts';
import { readTariff } from './get-tariff.view.ts';
import { readInsurers } from './list-insurers.view.ts';
import { defaultTariffSort, listTariffPage } from './list-tariffs.view.ts';
import { publishTariff } from './publish-tariff.ts';
import { renewTariff, rollbackTariff } from './reopen-tariff.ts';
import { copyTariff, createTariff, putTariff } from './save-tariff.ts';
import { discardTariff, submitTariff, withdrawTariff } from './submit-tariff.ts';
import { readTariffApprovals, readTariffVersions } from './tariff-version.view.ts';

/** The calls of the tariff area. */
export function tariffRoutes(services: Services): Route[] {
  return [
    route(listInsurers, (context) => readInsurers(services, context.scope)),
    route(calls.listTariffs, async (context, input) => {
      const { query } = input;
      const sort = parseSort(query.sort, tariffSortKeys, defaultTariffSort);
      if (query.format !== undefined) return exportTariffs(services, context, query, sort);
      return answerPage(calls.listTariffs, input, (page) =>
        listTariffPage(services, context.scope, query, sort, page),
      );
    }),
    route(calls.listTariffApprovals, ({ scope }) => readTariffApprovals(services, scope)),
    route(calls.getTariff, async ({ scope }, { params }) =>
      versioned(await readTariff(services, scope, params.id)),
    ),
    route(calls.createTariff, async (context, input) =>
      versioned(await createTariff(services, context, input)),
    ),
    route(calls.putTariff, async (context, input) => versioned(await putTariff(services, context, input))),
    route(calls.deleteTariff, (context, input) => deleteTariff(services, context, input)),
    route(calls.copyTariff, async (context, input) => versioned(await copyTariff(services, context, input))),
    route(calls.listTariffVersions, ({ scope }, { params }) =>
      readTariffVersions(services, scope, params.id),
    ),
    route(calls.getTariffVersion, ({ scope }, { params }) =>
      readTariffVersionContent(services, scope, params, germanToday(services)),
    ),
    route(compareTariffVersions, ({ scope }, input) => readTariffComparison(services, scope, input)),
    route(calls.submitTariff, (context, input) => submitTariff(services, context, input)),
    route(calls.withdrawTariff, (context, input) => withdrawTariff(services, context, input)),
    route(calls.approveTariff, (context, input) => approveTariff(services, context, input)),
    route(calls.rejectTariff, (context, input) => rejectTariff(services, context, input)),
    route(calls.publishTariff, (context, input) => publishTariff(services, context, input)),
    route(calls.rollbackTariff, (context, input) => rollbackTariff(services, context, input)),
    route(calls.renewTariff, (context, input) => renewTariff(services, context, input)),
    route(calls.discardTariff, (context, input) => discardTariff(services, context, input)),
  ];
}
