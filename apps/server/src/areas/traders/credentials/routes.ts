import * as calls from '@depotwerk/api/traders/trader-credentials';
import { type Route, route } from '../../../platform/http/route.ts';
import type { TraderServices } from '../trader-services.ts';
import { confirmCredentials } from './confirm-credentials.ts';
import {
  BankDirectory,
  listCredentialTypes,
  listPendingIssuers,
  readCredentialStatus,
} from './credentials.view.ts';
import { forgetTraderPassword } from './forget-password.ts';
import { setTraderPassword } from './set-password.ts';
import { updateTraderPassword } from './update-password.ts';

/** The user's access to banks. */
export function traderCredentialRoutes(services: TraderServices): Route[] {
  const banks = new BankDirectory(services);
  return [
    route(calls.listCredentialTypes, ({ scope }) => listCredentialTypes(services, scope)),
    route(calls.getCredentialStatus, ({ scope }, { query }) =>
      readCredentialStatus(services, scope, query.issuerId),
    ),
    route(calls.listPendingIssuerCredentials, ({ scope }) => listPendingIssuers(services, scope)),
    route(calls.getTraderBank, ({ scope }, { params }) => banks.read(scope, params.bankId)),
    route(calls.setTraderPassword, (context, input) => setTraderPassword(services, context, input)),
    route(calls.updateTraderPassword, (context, input) => updateTraderPassword(services, context, input)),
    route(calls.deleteTraderCredentials, async (context, { query }) => {
      await forgetTraderPassword(services, context, query.issuerId);
      return {};
    }),
    route(calls.confirmTraderCredentials, async (context) => {
      await confirmCredentials(services, context);
      return {};
    }),
  ];
}
