import {
  getPlausibilityRules,
  putPlausibilityRules as putRulesCall,
} from '@depotwerk/api/components/plausibility-rules';
import * as calls from '@depotwerk/api/components/tariff-components';
import { previewUniverse } from '@depotwerk/api/components/universe-preview';
import type { ComponentDrafts, ComponentKind } from '@depotwerk/domain/tariff/tariff-drafts';
import { AppError } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { type Route, route, versioned } from '../../platform/http/route.ts';
import { answerPage } from '../../platform/lists/answer-page.ts';
import { parseSort } from '../../platform/lists/sort-order.ts';
import type { Services } from '../../platform/services.ts';
import { readAutomaticSelection } from './automatic-selection.view.ts';
import { readComponentUses } from './component-uses.view.ts';
import { copyComponent } from './copy-component.ts';
import { deleteComponent } from './delete-component.ts';
import { exportComponents } from './export-components.ts';
import { exportFunds } from './export-funds.ts';
import { readComponent } from './get-component.view.ts';
import { importFunds } from './import-funds.ts';
import { componentSortKeys, defaultComponentSort, listComponentPage } from './list-components.view.ts';
import { readListedFunds } from './listed-funds.view.ts';
import { lookupRoutes } from './lookup-routes.ts';
import { readPlausibilityRules } from './plausibility-rules.view.ts';
import { readUniversePreview } from './preview-universe.view.ts';
import { putPlausibilityRules } from './put-plausibility-rules.ts';
import { createComponent, putComponent } from './save-component.ts';

/** The calls of components and of the lookups the tariff wizards choose from. */
export function componentRoutes(services: Services): Route[] {
  const { database } = services;
  const read = async <Kind extends ComponentKind>(context: SignedInContext, kind: Kind, id: string) =>
    versioned(await readComponent(database, context.scope, kind, id));
  const create = async <Kind extends ComponentKind>(
    context: SignedInContext,
    kind: Kind,
    body: ComponentDrafts[Kind],
  ) => versioned(await createComponent(services, context, kind, body));
  const put = async <Kind extends ComponentKind>(
    context: SignedInContext,
    kind: Kind,
    id: string,
    body: ComponentDrafts[Kind],
  ) => versioned(await putComponent(services, context, kind, id, body));
  return [
    ...lookupRoutes(services),
    route(getPlausibilityRules, async ({ scope }) => versioned(await readPlausibilityRules(database, scope))),
    route(putRulesCall, async (context, input) =>
      versioned(await putPlausibilityRules(services, context, input)),
    ),
    route(calls.listComponents, async (context, input) => {
      const { query } = input;
      const { kind } = input.params;
      const sort = parseSort(query.sort, componentSortKeys, defaultComponentSort);
      if (query.format !== undefined) return exportComponents(services, context, kind, query, sort);
      return answerPage(calls.listComponents, input, (page) =>
        listComponentPage(database, context.scope, kind, query, sort, page),
      );
    }),
    route(calls.getRiskComponent, (context, { params }) => read(context, 'risk', params.id)),
    route(calls.createRiskComponent, (context, { body }) => create(context, 'risk', body)),
    route(calls.putRiskComponent, (context, { params, body }) => put(context, 'risk', params.id, body)),
    route(calls.getSelectionComponent, (context, { params }) => read(context, 'selection', params.id)),
    route(calls.createSelectionComponent, (context, { body }) => create(context, 'selection', body)),
    route(calls.putSelectionComponent, (context, { params, body }) =>
      put(context, 'selection', params.id, body),
    ),
    route(calls.getAllocationComponent, (context, { params }) => read(context, 'allocation', params.id)),
    route(calls.createAllocationComponent, (context, { body }) => create(context, 'allocation', body)),
    route(calls.putAllocationComponent, (context, { params, body }) =>
      put(context, 'allocation', params.id, body),
    ),
    route(calls.getUniverseComponent, (context, { params }) => read(context, 'universe', params.id)),
    route(calls.createUniverseComponent, (context, { body }) => create(context, 'universe', body)),
    route(calls.putUniverseComponent, (context, { params, body }) =>
      put(context, 'universe', params.id, body),
    ),
    route(calls.deleteComponent, async (context, { params }) => {
      await deleteComponent(services, context, params.kind, params.id);
      return {};
    }),
    route(calls.copyComponent, (context, input) => copyComponent(services, context, input)),
    route(calls.listComponentUses, (context, { params }) =>
      readComponentUses(database, context.scope, params.kind, params.id),
    ),
    route(calls.previewAutomaticSelection, async (context, { body }) => {
      const ids = await readAutomaticSelection(
        database,
        context.scope,
        body.tariffUniverseComponent,
        body.tariffRankingType,
        {
          shortlistSize: body.tariffFundShortlistSize,
          minimumRank: body.minimumRank,
          allowsUnrated: body.allowsUnrated,
        },
      );
      if (ids === null) throw new AppError('tariffComponents.unknown');
      return readListedFunds(database, context.scope, ids, body.tariffRankingType);
    }),
    route(previewUniverse, (context, { body }) => readUniversePreview(database, context.scope, body)),
    route(calls.listFundsForWizard, (context, { body }) =>
      readListedFunds(database, context.scope, body.ids, body.rankingTypeId),
    ),
    route(calls.importSelection, (context, { body }) => importFunds(services, context, body)),
    route(calls.importUniverse, (context, { body }) => importFunds(services, context, body)),
    route(calls.exportSelection, (context, { body }) => exportFunds(services, context, 'selection', body)),
    route(calls.exportUniverse, (context, { body }) => exportFunds(services, context, 'universe', body)),
  ];
}
