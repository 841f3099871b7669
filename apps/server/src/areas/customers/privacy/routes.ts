import type { CallInput } from '@depotwerk/api/call';
import * as calls from '@depotwerk/api/customers/customer-privacy';
import * as ownCalls from '@depotwerk/api/customers/own-consents';
import { todayIn } from '../../../platform/http/client-zone.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { pageOf } from '../../../platform/lists/paging.ts';
import type { Services } from '../../../platform/services.ts';
import { eraseCustomer, withdrawErasure } from './erase-customer.ts';
import { listErasures } from './erasures.view.ts';
import { exportCustomerData } from './export-customer-data.ts';
import { giveOwnConsent, readOwnAgreements, readOwnConsents, withdrawOwnConsent } from './own-consents.ts';
import { readPrivacy } from './privacy.view.ts';
import { recordConsent } from './record-consent.ts';
import { setLegalHold } from './set-legal-hold.ts';

/** The calls of a customer's data protection. */
export function privacyRoutes(services: Services): Route[] {
  return [
    route(calls.getCustomerPrivacy, ({ scope }, { params }) => readPrivacy(services, scope, params.id)),
    route(calls.exportCustomerData, (context, { params }) =>
      exportCustomerData(services, context, params.id),
    ),
    route(calls.recordConsent, (context, input) =>
      recordConsent(services, context, input, todayIn(context.zone, new Date(services.clock()))),
    ),
    route(ownCalls.listOwnConsents, ({ scope }) => readOwnConsents(services, scope)),
    route(ownCalls.listOwnAgreements, ({ scope }) => readOwnAgreements(services, scope)),
    route(ownCalls.withdrawOwnConsent, (context, { params }) =>
      withdrawOwnConsent(services, context, params.kind, todayIn(context.zone, new Date(services.clock()))),
    ),
    route(ownCalls.giveOwnConsent, (context, input) => giveOwnConsent(services, context, input)),
    route(calls.setLegalHold, (context, input: CallInput<typeof calls.setLegalHold>) =>
      setLegalHold(services, context, input),
    ),
    route(calls.eraseCustomer, (context, input) => eraseCustomer(services, context, input)),
    route(calls.withdrawErasure, (context, input) => withdrawErasure(services, context, input)),
    route(calls.listCustomerErasures, ({ scope }, { query }) => listErasures(services, scope, pageOf(query))),
  ];
}
