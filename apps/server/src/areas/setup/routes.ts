import * as calls from '@depotwerk/api/setup/setup';
import { type Route, route } from '../../platform/http/route.ts';
import type { SignInServices } from '../../platform/services.ts';
import { readSetup } from './setup.view.ts';
import { putSetupSkips } from './skip-setup-steps.ts';

/** The calls of the first day. */
export function setupRoutes(services: SignInServices): Route[] {
  return [
    route(calls.getSetup, (context) => readSetup(services, context.scope)),
    route(calls.putSetupSkips, (context, input) => putSetupSkips(services, context, input)),
  ];
}
