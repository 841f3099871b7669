import * as bulkCalls from '@depotwerk/api/customers/customer-bulk';
import * as calls from '@depotwerk/api/customers/customers';
import { changeCustomerTags } from '@depotwerk/api/tags/tags';
import { customerSortKeys } from '@depotwerk/domain/lists/sort-keys';
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
import { blockCustomer } from './block-customer.ts';
import { changeCustomers, previewChange } from './bulk/change-customers.ts';
import { readChangeRows } from './bulk/change-rows.view.ts';
import { startChange, takeBackChange } from './bulk/start-change.ts';
import { sendCustomerCard } from './customer-card.ts';
import { readCustomerChoices } from './customer-choices.view.ts';
import { readCustomerSearch } from './customer-filter.ts';
import { readCustomerHistory } from './customer-history.view.ts';
import { deactivateCustomer } from './deactivate-customer.ts';
import { exportChosen, exportCustomers } from './export-customers.ts';
import { readCustomer } from './get-customer.view.ts';
import { listBirthdayPage } from './list-birthdays.view.ts';
import {
  countCustomers,
  defaultSort,
  listCustomerPage,
  listCustomersWithIds,
  searchCustomerPage,
} from './list-customers.view.ts';
import { mergeRoutes } from './merge/routes.ts';
import { privacyRoutes } from './privacy/routes.ts';
import { recordingCustomerRead } from './recorded-read.view.ts';
import { createCustomer, patchCustomer, putCustomer } from './save-customer.ts';
import { changeCustomerTags as tagCustomer } from './tag-customer.ts';
import { readTaxIdentificationNumber } from './tax-identification-number.view.ts';

/** A ranked search counts so far exactly; one more means "more than". */
const exactSearchHits = 1000;
const firstRow = pageOf({ page: 1, pageSize: 1 });

/** The calls of the customer area. `counts`: where the jobs that move customers forget them. */
export function customerRoutes(
  services: Services,
  counts = new CountCache(services.clock),
  wakeJobs: () => void = () => {},
): Route[] {
  const today = (context: SignedInContext) => todayIn(context.zone, new Date(services.clock()));
  const answerWith = async (context: SignedInContext, customerId: string) => {
    const customer = await readCustomer(
      recordingCustomerRead(services, context, customerId),
      context.scope,
      customerId,
      today(context),
    );
    return versioned(customer);
  };
  const answerChanged = async (context: SignedInContext, id: string, change: () => Promise<void>) => {
    await withCurrent(change, () => readCustomer(services, context.scope, id, today(context)));
    return answerWith(context, id);
  };
  const woken = wokenBy(wakeJobs);
  return [
    route(calls.listCustomers, async (context, { query }) => {
      const { scope } = context;
      const search = readCustomerSearch(query.search, today(context));
      const sort = parseSort(query.sort, customerSortKeys, defaultSort);
      if (query.format !== undefined) return exportCustomers(services, context, query, search, sort);
      const page = pageOf(query);
      const headers = (total: number) => pageHeaders(calls.listCustomers.path, query, page, total);

      // Without an order asked for, a search answers like a search box: best hits first.
      const isRanked =
        query.sort === undefined &&
        query.tagId === undefined &&
        search !== null &&
        search.words !== null &&
        search.birthDays.length === 0 &&
        !search.mayBeContractNumber;
      if (isRanked && search.words !== null) {
        const { items, total } = await searchCustomerPage(services, scope, query, search.words, page);
        // Beyond the last page no row tells the number of hits; the first one does.
        const hits =
          total ??
          (page.number === 1
            ? 0
            : ((await searchCustomerPage(services, scope, query, search.words, firstRow)).total ?? 0));
        return hits > exactSearchHits
          ? Reply.json(items, { ...headers(exactSearchHits), 'x-total-count-relation': 'atLeast' })
          : Reply.json(items, headers(hits));
      }
      const { items } = await listCustomerPage(services, scope, query, search, sort, page);
      const total = await totalOf(page, items.length, () => {
        const { search: text, excludedIssuerId, forGroup, noGroupOnly, groupId, tagId } = query;
        const filter = { text, excludedIssuerId, forGroup, noGroupOnly, groupId, tagId };
        const key = countKey('customers', visibilityOf(scope, 'groupCustomers.view'), filter);
        return counts.get(scope.tenantId, key, () => countCustomers(services, scope, query, search));
      });
      return Reply.json(items, headers(total));
    }),
    route(changeCustomerTags, (context, input) => tagCustomer(services, context, input)),
    ...privacyRoutes(services),
    ...mergeRoutes(services),
    route(bulkCalls.previewCustomerChange, (context, input) => previewChange(services, context, input)),
    route(bulkCalls.changeCustomers, async (context, input) => {
      const outcome = await changeCustomers(services, context, input);
      counts.forget(context.scope.tenantId);
      return outcome;
    }),
    route(bulkCalls.startCustomerChange, (context, input) => woken(startChange(services, context, input))),
    route(bulkCalls.listCustomerChangeRows, ({ scope }, input) =>
      answerPage(bulkCalls.listCustomerChangeRows, input, (page) =>
        readChangeRows(services, scope, input, page),
      ),
    ),
    route(bulkCalls.takeBackCustomerChange, (context, input) =>
      woken(takeBackChange(services, context, input)),
    ),
    route(bulkCalls.exportChosenCustomers, (context, input) => exportChosen(services, context, input)),
    route(calls.listCustomersByIds, (context, { body }) =>
      listCustomersWithIds(services, context.scope, body),
    ),
    route(calls.listBirthdays, (context, { query }) =>
      listBirthdayPage(
        services,
        context.scope,
        today(context),
        query.days ?? calls.usualBirthdayDays,
        pageOf(query),
      ),
    ),
    route(calls.getCustomerChoices, ({ scope }) => readCustomerChoices(services, scope)),
    route(calls.getCustomer, (context, { params }) => answerWith(context, params.id)),
    route(calls.getTaxIdentificationNumber, (context, { params }) =>
      readTaxIdentificationNumber(
        recordingCustomerRead(
          services,
          context,
          params.id,
          'taxIdentificationNumber',
          'customers.readTaxIdentificationNumber',
        ),
        context.scope,
        params.id,
      ),
    ),
    route(calls.listCustomerHistory, ({ scope }, { params, query }) =>
      readCustomerHistory(services, scope, params.id, pageOf(query)),
    ),
    route(calls.getCustomerCard, (context, { params }) => sendCustomerCard(services, context, params.id)),
    route(calls.createCustomer, async (context, input) =>
      versioned(await createCustomer(services, context, input, today(context))),
    ),
    route(calls.putCustomer, (context, input) =>
      answerChanged(context, input.params.id, () => putCustomer(services, context, input, today(context))),
    ),
    route(calls.patchCustomer, (context, input) =>
      answerChanged(context, input.params.id, () => patchCustomer(services, context, input, today(context))),
    ),
    route(calls.blockCustomer, async (context, input) =>
      versioned(await blockCustomer(services, context, input, today(context))),
    ),
    route(calls.deactivateCustomer, async (context, input) =>
      versioned(await deactivateCustomer(services, context, input, today(context))),
    ),
  ];
}
