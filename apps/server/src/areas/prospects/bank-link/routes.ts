import * as calls from '@depotwerk/api/prospects/analysis-bank';
import { anonymousRoute, type Route } from '../../../platform/http/route.ts';
import type { ProspectServices } from '../analysis-services.ts';
import { openAnalysis } from '../open-analysis.ts';
import {
  confirmLink,
  endLink,
  listDepots,
  readHoldings,
  readLinkState,
  selectMethod,
} from './bank-link-steps.ts';
import { offeredBanks, startBankLink } from './start-bank-link.ts';

/** Holdings of an analysis from a visitor's own bank. */
export function bankLinkRoutes(services: ProspectServices): Route[] {
  return [
    anonymousRoute(calls.listAnalysisBanks, async (context, { params }) => {
      const { house } = await openAnalysis(services, context, params.guid);
      return offeredBanks(services, house);
    }),
    anonymousRoute(calls.getBankLink, (context, { params }) => readLinkState(services, context, params.guid)),
    anonymousRoute(calls.startBankLink, (context, input) => startBankLink(services, context, input)),
    anonymousRoute(calls.selectBankLinkMethod, (context, { params, body }) =>
      selectMethod(services, context, params.guid, body.tokenProviderId),
    ),
    anonymousRoute(calls.confirmBankLink, (context, { params, body }) =>
      confirmLink(services, context, params.guid, body.token),
    ),
    anonymousRoute(calls.listBankDepots, (context, { params }) => listDepots(services, context, params.guid)),
    anonymousRoute(calls.readBankHoldings, (context, { params, body }) =>
      readHoldings(services, context, params.guid, body.externalKeys),
    ),
    anonymousRoute(calls.endBankLink, (context, { params }) => endLink(services, context, params.guid)),
  ];
}
