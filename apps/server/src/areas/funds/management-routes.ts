import * as qualityCalls from '@depotwerk/api/funds/data-quality';
import * as importCalls from '@depotwerk/api/funds/fund-imports';
import * as calls from '@depotwerk/api/funds/fund-management';
import { managedFundSortKeys } from '@depotwerk/domain/lists/sort-keys';
import type { ExportColumn } from '../../platform/export/export-column.ts';
import { inPercent } from '../../platform/export/field-columns.ts';
import { type Route, route, versioned } from '../../platform/http/route.ts';
import { wokenBy } from '../../platform/jobs/woken-by.ts';
import { answerList } from '../../platform/lists/answer-list.ts';
import { answerPage } from '../../platform/lists/answer-page.ts';
import type { Services } from '../../platform/services.ts';
import { listFundsWithIssue, readDataQuality } from './data-quality.view.ts';
import { startComputation } from './figures/start-computation.ts';
import { readFundDetail, readFundLookups, readFundUsage } from './fund-detail.view.ts';
import { importUpload, listFundImports } from './import/import-upload.ts';
import { listManagedFundPage } from './managed-funds.view.ts';
import { createFund, putFund } from './save-fund.ts';

const columns: readonly ExportColumn<calls.ManagedFund>[] = [
  { key: 'name', header: 'Fonds', kind: 'text' },
  { key: 'isin', header: 'ISIN', kind: 'text' },
  { key: 'wkn', header: 'WKN', kind: 'text' },
  { key: 'companyName', header: 'Fondsgesellschaft', kind: 'text' },
  { key: 'categoryName', header: 'Fondskategorie', kind: 'text' },
  { key: 'peergroupName', header: 'Peergroup', kind: 'text' },
  { key: 'riskIndicator', header: 'Risikoindikator', kind: 'integer' },
  {
    key: 'ongoingFee',
    header: 'Laufende Kosten in\u00a0%',
    kind: 'number',
    value: ({ ongoingFee }) => (ongoingFee === null ? null : inPercent(ongoingFee)),
  },
  { key: 'rating', header: 'Rating', kind: 'integer' },
  { key: 'sfdrArticle', header: 'Offenlegung (Artikel)', kind: 'integer' },
  { key: 'isETF', header: 'ETF', kind: 'boolean' },
  { key: 'isSavingsPlanCapable', header: 'Sparplanfähig', kind: 'boolean' },
  { key: 'price', header: 'Kurs', kind: 'number' },
  { key: 'priceDate', header: 'Kursdatum', kind: 'day' },
  { key: 'isInactive', header: 'Inaktiv', kind: 'boolean' },
];

/** The calls with which administrators keep funds. */
export function fundManagementRoutes(services: Services, wakeJobs: () => void): Route[] {
  const woken = wokenBy(wakeJobs);
  return [
    route(qualityCalls.getDataQuality, (context) => readDataQuality(services, context.scope)),
    route(qualityCalls.listFundsWithIssue, ({ scope }, input) =>
      answerPage(qualityCalls.listFundsWithIssue, input, (page) =>
        listFundsWithIssue(services, scope, input.query, page),
      ),
    ),
    route(qualityCalls.startFigureComputation, async (context) => {
      await startComputation(services, context);
      wakeJobs();
      return {};
    }),
    route(importCalls.importFundFile, (context, input) => woken(importUpload(services, context, input))),
    route(importCalls.listFundImports, (context) => listFundImports(services, context.scope)),
    route(calls.getFundLookups, (context) => readFundLookups(services, context.scope)),
    route(calls.listManagedFunds, (context, { query }) =>
      answerList(services, context, {
        path: calls.listManagedFunds.path,
        query,
        sortKeys: managedFundSortKeys,
        firstSort: ['name'],
        columns,
        name: 'Fonds',
        action: 'funds.export',
        read: (sort, page) => listManagedFundPage(services, context.scope, query, sort, page),
      }),
    ),
    route(calls.getManagedFund, async (context, { params }) =>
      versioned(await readFundDetail(services, context.scope, params.id)),
    ),
    route(calls.getFundUsage, (context, { params }) => readFundUsage(services, context.scope, params.id)),
    route(calls.createFund, async (context, input) => versioned(await createFund(services, context, input))),
    route(calls.putFund, async (context, input) => versioned(await putFund(services, context, input))),
  ];
}
