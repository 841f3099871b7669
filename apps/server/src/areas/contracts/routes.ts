import * as bulkCalls from '@depotwerk/api/contracts/contract-bulk';
import * as detailCalls from '@depotwerk/api/contracts/contract-detail';
import * as formCalls from '@depotwerk/api/contracts/contract-form';
import * as holderCalls from '@depotwerk/api/contracts/contract-holders';
import * as paymentCalls from '@depotwerk/api/contracts/contract-payments';
import * as calls from '@depotwerk/api/contracts/contracts';
import * as movementCalls from '@depotwerk/api/contracts/fund-movements';
import { listFilterChoices } from '@depotwerk/api/customers/customers';
import { changeContractTags } from '@depotwerk/api/tags/tags';
import type { ReadPart } from '@depotwerk/domain/audit-detail-texts';
import { contractSortKeys } from '@depotwerk/domain/lists/sort-keys';
import { withCurrent } from '../../platform/editing.ts';
import { todayIn } from '../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { Reply, type Route, route, versioned } from '../../platform/http/route.ts';
import { wokenBy } from '../../platform/jobs/woken-by.ts';
import { answerPage } from '../../platform/lists/answer-page.ts';
import { CountCache, countKey } from '../../platform/lists/count-cache.ts';
import { pageHeaders, pageOf } from '../../platform/lists/paging.ts';
import { parseSort } from '../../platform/lists/sort-order.ts';
import { totalOf } from '../../platform/lists/total-count.ts';
import { visibilityOf } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { changeContracts, previewChange } from './bulk/change-contracts.ts';
import { readChangeRows } from './bulk/change-rows.view.ts';
import { startChange, takeBackChange } from './bulk/start-change.ts';
import { changeContractHolders } from './change-holders.ts';
import { readContractChoices, readContractForm } from './contract-form.view.ts';
import { readContractHints } from './contract-hints.view.ts';
import { readContractHistory } from './contract-history.view.ts';
import { readContractHolders } from './contract-holders.view.ts';
import { readContractInfo } from './contract-info.view.ts';
import {
  listPortfoliosOf,
  listSavingsPlansOf,
  readCurrentPortfolio,
  readCurrentSavingsPlan,
} from './contract-plans.view.ts';
import { defaultSort } from './contract-sort.ts';
import { readContractStats } from './contract-stats.view.ts';
import { countContracts } from './count-contracts.view.ts';
import { deleteContract } from './delete-contract.ts';
import { exportChosen, exportContracts } from './export-contracts.ts';
import { readFilterChoices } from './filter-choices.view.ts';
import { readContract } from './get-contract.view.ts';
import { listContractPage, listContractsWithIds } from './list-contracts.view.ts';
import { markContractChecked } from './mark-contract-checked.ts';
import { listContractMovements, readMovementsForm } from './movements/fund-movements.view.ts';
import { putFundMovements } from './movements/put-fund-movements.ts';
import { readOverviewChart } from './overview-chart.view.ts';
import { readPaymentsForm } from './payments/payments.view.ts';
import { putContractPayments } from './payments/put-payments.ts';
import { recordingContractRead } from './recorded-read.view.ts';
import { restoreContract } from './restore-contract.ts';
import { createContract, patchContract, putContract } from './save-contract.ts';
import { changeContractTags as tagContract } from './tag-contract.ts';

/** The calls of the contract area; `counts` is shared with areas whose work changes what is counted. */
export function contractRoutes(
  services: Services,
  counts = new CountCache(services.clock),
  wakeJobs: () => void = () => {},
): Route[] {
  const today = (context: SignedInContext) => todayIn(context.zone, new Date(services.clock()));
  const recording = (context: SignedInContext, contractId: string, part: ReadPart) =>
    recordingContractRead(services, context, contractId, part);
  const keyOf = (list: string, context: SignedInContext, filter: object) =>
    countKey(list, visibilityOf(context.scope, 'groupContracts.view'), { ...filter });
  const answerForm = async (context: SignedInContext, contractId: string) => {
    const reading = recording(context, contractId, 'form');
    const form = await readContractForm(reading, context.scope, contractId, today(context));
    return versioned(form);
  };
  const answerChanged = async (context: SignedInContext, contractId: string, change: () => Promise<void>) => {
    await withCurrent(change, () => readContractForm(services, context.scope, contractId, today(context)));
    counts.forget(context.scope.tenantId);
    return answerForm(context, contractId);
  };
  const answerMovements = async (
    context: SignedInContext,
    { id, fundId }: { id: string; fundId: number },
  ) => {
    // A fund that is not there is no read of the contract.
    await readMovementsForm(services, context.scope, id, fundId);
    return versioned(await readMovementsForm(recording(context, id, 'movements'), context.scope, id, fundId));
  };
  const answerPayments = async (context: SignedInContext, id: string) =>
    versioned(await readPaymentsForm(recording(context, id, 'payments'), context.scope, id));
  const woken = wokenBy(wakeJobs);
  return [
    route(calls.listContracts, async (context, { query }) => {
      const { page: _page, pageSize: _size, sort: sortText, format, columns: _columns, ...filter } = query;
      const sort = parseSort(sortText, contractSortKeys, defaultSort);
      if (format !== undefined) return exportContracts(services, context, query, filter, sort);
      const page = pageOf(query);
      const { scope } = context;
      const items = await listContractPage(services, scope, filter, sort, page);
      const total = await totalOf(page, items.length, () =>
        counts.get(scope.tenantId, keyOf('count', context, filter), () =>
          countContracts(services, scope, filter),
        ),
      );
      return Reply.json(items, pageHeaders(calls.listContracts.path, query, page, total));
    }),
    route(calls.listContractsByIds, (context, { body }) =>
      listContractsWithIds(services, context.scope, body),
    ),
    route(calls.getContractStats, (context, { query }) =>
      counts.get(context.scope.tenantId, keyOf('stats', context, { ...query, today: today(context) }), () =>
        readContractStats(services, context.scope, query, today(context)),
      ),
    ),
    route(listFilterChoices, (context) => readFilterChoices(services, context.scope)),
    route(detailCalls.getContract, async (context, { params }) => {
      const detail = await readContract(
        recording(context, params.id, 'contract'),
        context.scope,
        params.id,
        today(context),
      );
      return Reply.json(detail, { etag: `"${detail.contract.rowVersion}"` });
    }),
    route(detailCalls.getContractInfo, (context, { params }) =>
      readContractInfo(recording(context, params.id, 'info'), context.scope, params.id, today(context)),
    ),
    route(detailCalls.listOptimizationHints, (context, { params }) =>
      readContractHints(services, context.scope, params.id),
    ),
    route(detailCalls.listSavingsPlans, (context, input) => {
      const { id } = input.params;
      const recorded = recording(context, id, 'savingsPlans');
      return answerPage(detailCalls.listSavingsPlans, input, (page) =>
        listSavingsPlansOf(recorded, context.scope, id, input.query, page),
      );
    }),
    route(detailCalls.getCurrentSavingsPlan, (context, { params }) =>
      readCurrentSavingsPlan(
        recording(context, params.id, 'savingsPlan'),
        context.scope,
        params.id,
        today(context),
      ),
    ),
    route(detailCalls.listPortfolios, (context, input) => {
      const { id } = input.params;
      const recorded = recording(context, id, 'portfolios');
      return answerPage(detailCalls.listPortfolios, input, (page) =>
        listPortfoliosOf(recorded, context.scope, id, input.query, page),
      );
    }),
    route(detailCalls.getCurrentPortfolio, (context, { params }) =>
      readCurrentPortfolio(recording(context, params.id, 'portfolio'), context.scope, params.id),
    ),
    route(detailCalls.getOverviewChart, (context, { params, query }) =>
      readOverviewChart(
        recording(context, params.id, 'chart'),
        context.scope,
        params.id,
        query.period ?? 'max',
        today(context),
      ),
    ),
    route(detailCalls.listContractHistory, (context, { params }) =>
      readContractHistory(recording(context, params.id, 'history'), context.scope, params.id),
    ),
    route(holderCalls.listContractHolders, (context, { params }) =>
      readContractHolders(recording(context, params.id, 'holders'), context.scope, params.id, today(context)),
    ),
    route(holderCalls.changeContractHolders, async (context, input) => {
      const holders = await changeContractHolders(services, context, input);
      counts.forget(context.scope.tenantId);
      return holders;
    }),
    route(movementCalls.listFundMovements, (context, { params }) =>
      listContractMovements(recording(context, params.id, 'movements'), context.scope, params.id),
    ),
    route(movementCalls.getFundMovements, (context, { params }) => answerMovements(context, params)),
    route(movementCalls.putFundMovements, async (context, input) => {
      const { id, fundId } = input.params;
      await withCurrent(
        () => putFundMovements(services, context, input, today(context)),
        () => readMovementsForm(services, context.scope, id, fundId),
      );
      return answerMovements(context, input.params);
    }),
    route(paymentCalls.getContractPayments, (context, { params }) => answerPayments(context, params.id)),
    route(paymentCalls.putContractPayments, async (context, input) => {
      const { id } = input.params;
      await withCurrent(
        () => putContractPayments(services, context, input, today(context)),
        () => readPaymentsForm(services, context.scope, id),
      );
      counts.forget(context.scope.tenantId);
      return answerPayments(context, id);
    }),
    route(formCalls.getContractChoices, ({ scope }) => readContractChoices(services, scope)),
    route(formCalls.getContractForm, (context, { params }) => answerForm(context, params.id)),
    route(formCalls.createContract, async (context, input) => {
      const form = await createContract(services, context, input, today(context));
      counts.forget(context.scope.tenantId);
      return versioned(form);
    }),
    route(formCalls.putContract, (context, input) =>
      answerChanged(context, input.params.id, () => putContract(services, context, input, today(context))),
    ),
    route(formCalls.patchContract, (context, input) =>
      answerChanged(context, input.params.id, () => patchContract(services, context, input, today(context))),
    ),
    route(bulkCalls.previewContractChange, (context, input) => previewChange(services, context, input)),
    route(bulkCalls.changeContracts, async (context, input) => {
      const outcome = await changeContracts(services, context, input);
      counts.forget(context.scope.tenantId);
      return outcome;
    }),
    route(bulkCalls.exportChosenContracts, (context, input) => exportChosen(services, context, input)),
    route(bulkCalls.startContractChange, (context, input) => woken(startChange(services, context, input))),
    route(bulkCalls.listChangeJobRows, ({ scope }, input) =>
      answerPage(bulkCalls.listChangeJobRows, input, (page) => readChangeRows(services, scope, input, page)),
    ),
    route(bulkCalls.takeBackContractChange, (context, input) =>
      woken(takeBackChange(services, context, input)),
    ),
    route(calls.deleteContract, async (context, input) => {
      await deleteContract(services, context, input);
      counts.forget(context.scope.tenantId);
      return {};
    }),
    route(calls.restoreContract, async (context, input) => {
      await restoreContract(services, context, input);
      counts.forget(context.scope.tenantId);
      return {};
    }),
    route(changeContractTags, async (context, input) => {
      const tags = await tagContract(services, context, input);
      counts.forget(context.scope.tenantId);
      return tags;
    }),
    route(calls.markContractChecked, async (context, input) => {
      const answer = await markContractChecked(services, context, input);
      counts.forget(context.scope.tenantId);
      return answer;
    }),
  ];
}
