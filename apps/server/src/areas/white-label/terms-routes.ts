import * as calls from '@depotwerk/api/white-label/terms';
import { Reply, type Route, route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { agreeToTerms, publishTerms, withdrawTerms } from './publish-terms.ts';
import { listTerms } from './terms.view.ts';

/** The calls with which a house publishes its terms, and people agree to them anew. */
export function termsRoutes(services: Services): Route[] {
  return [
    route(calls.listTerms, async (context, { params }) =>
      Reply.json(await listTerms(services, context.scope, params.id)),
    ),
    route(calls.publishTerms, (context, input) => publishTerms(services, context, input)),
    route(calls.withdrawTerms, (context, input) => withdrawTerms(services, context, input)),
    route(calls.agreeToTerms, (context, input) => agreeToTerms(services, context, input)),
  ];
}
