import type { ComponentKind } from '@depotwerk/domain/tariff/tariff-drafts';
import { queryClient } from '../../../platform/query-client.ts';
import { mayChange, useSession } from '../../../platform/session.ts';
import { componentUsesQuery } from '../component-list/component-queries.ts';
import {
  allocationTypesQuery,
  componentChoicesQuery,
  rankingTypesQuery,
  riskTypesQuery,
  universeTypesQuery,
} from '../lookup-queries.ts';
import { storedDraftQuery, wizardObjectQuery } from '../wizard/draft-queries.ts';
import type { WizardDefinition } from '../wizard/wizard-definition.ts';
import { componentDefinitions } from './component-definitions.ts';

const lookups: Readonly<Record<ComponentKind, () => void>> = {
  risk: () => void queryClient.prefetchQuery(riskTypesQuery()),
  universe: () => void queryClient.prefetchQuery(universeTypesQuery()),
  selection: () => {
    void queryClient.prefetchQuery(rankingTypesQuery());
    void queryClient.prefetchQuery(componentChoicesQuery('universe'));
  },
  allocation: () => {
    void queryClient.prefetchQuery(allocationTypesQuery());
    void queryClient.prefetchQuery(componentChoicesQuery('risk'));
  },
};

/**
 * Asks for everything the wizard of a component needs, all at once: the object, the draft, who uses it, the lookups and
 * the code of its pages. Nothing is waited for; a second visit finds it all here.
 */
export function preloadComponentWizard(kind: ComponentKind, id: string | null, step: string): void {
  switch (kind) {
    case 'risk':
      preload(componentDefinitions.risk, id, step);
      break;
    case 'selection':
      preload(componentDefinitions.selection, id, step);
      break;
    case 'allocation':
      preload(componentDefinitions.allocation, id, step);
      break;
    case 'universe':
      preload(componentDefinitions.universe, id, step);
      break;
  }
  if (id !== null) void queryClient.prefetchQuery(componentUsesQuery(kind, id));
  lookups[kind]();
}

function preload<Draft extends object>(
  definition: WizardDefinition<Draft>,
  id: string | null,
  step: string,
): void {
  if (id !== null) void queryClient.prefetchQuery(wizardObjectQuery(definition, id));
  if (mayChange(useSession.getState().user, definition.editPermission)) {
    void queryClient.prefetchQuery(storedDraftQuery(definition.draftType, id));
  }
  const pages = definition.steps(definition.empty());
  // The page asked for first; one that cannot be fetched now is asked for again when it is opened, and says so then.
  for (const page of pages.toSorted(
    (left, right) => Number(right.path === step) - Number(left.path === step),
  )) {
    page.component.preload().catch(() => undefined);
  }
}
