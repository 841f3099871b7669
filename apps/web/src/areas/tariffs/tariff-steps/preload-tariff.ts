import { chosenComponentKinds } from '@depotwerk/domain/tariff/tariff-drafts';
import { queryClient } from '../../../platform/query-client.ts';
import { mayChange, useSession } from '../../../platform/session.ts';
import {
  componentChoicesQuery,
  guaranteeTypesQuery,
  insurersQuery,
  issuersQuery,
  optimizationHintsQuery,
  riskTypesQuery,
  tariffTypesQuery,
} from '../lookup-queries.ts';
import { storedDraftQuery, wizardObjectQuery } from '../wizard/draft-queries.ts';
import { tariffDefinition } from './tariff-definition.ts';
import { tariffSteps } from './tariff-step-list.ts';

/**
 * Asks for everything the tariff wizard needs, all at once: the object, the draft, the lookups, and the code of its
 * pages. Nothing is waited for; a second visit finds it all here.
 */
export function preloadTariffWizard(tariffId: string | null, step: string): void {
  if (tariffId !== null) void queryClient.prefetchQuery(wizardObjectQuery(tariffDefinition, tariffId));
  if (mayChange(useSession.getState().user, tariffDefinition.editPermission)) {
    void queryClient.prefetchQuery(storedDraftQuery('tariff', tariffId));
  }
  void queryClient.prefetchQuery(tariffTypesQuery());
  void queryClient.prefetchQuery(guaranteeTypesQuery());
  void queryClient.prefetchQuery(issuersQuery());
  void queryClient.prefetchQuery(insurersQuery());
  void queryClient.prefetchQuery(optimizationHintsQuery());
  void queryClient.prefetchQuery(riskTypesQuery());
  for (const kind of chosenComponentKinds) {
    void queryClient.prefetchQuery(componentChoicesQuery(kind));
  }
  const preload = (path: string) => {
    const known = Object.values(tariffSteps).find((candidate) => candidate.path === path);
    // A page that cannot be fetched now is asked for again when it is opened, and says so then.
    known?.component.preload().catch(() => undefined);
  };
  preload(step);
  const preloadRest = () => Object.keys(tariffSteps).forEach(preload);
  if ('requestIdleCallback' in globalThis) requestIdleCallback(preloadRest, { timeout: 2000 });
  else setTimeout(preloadRest, 500);
}
