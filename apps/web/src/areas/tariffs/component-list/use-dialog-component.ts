import {
  getAllocationComponent,
  getRiskComponent,
  getSelectionComponent,
  getUniverseComponent,
} from '@depotwerk/api/components/tariff-components';
import type { ComponentKind } from '@depotwerk/domain/tariff/tariff-drafts';
import { useQuery } from '@tanstack/react-query';
import { callWithHeaders } from '../../../platform/api-client.ts';
import { componentListKey } from './component-queries.ts';
import { componentKindOf } from './components-search.ts';

const calls = {
  risk: getRiskComponent,
  selection: getSelectionComponent,
  allocation: getAllocationComponent,
  universe: getUniverseComponent,
} as const;

export interface ComponentPlace {
  kind: ComponentKind;
  id: string;
}

/** The component a dialog's address names; an address nobody links to leads to one that does not exist. */
export function componentOfParams(params: Readonly<Record<string, string>>): ComponentPlace {
  return {
    kind: componentKindOf(params['componentKind']) ?? 'risk',
    id: params['componentId'] ?? '00000000-0000-0000-0000-000000000000',
  };
}

/** Name, key and version of the component a dialog is about. */
export function useDialogComponent({ kind, id }: ComponentPlace) {
  return useQuery({
    queryKey: [componentListKey, 'dialog', kind, id],
    queryFn: async ({ signal }) => {
      const { answer, etag } = await callWithHeaders(calls[kind], { params: { id } }, { signal });
      const { name, key, isInactive } = answer.component;
      return { name, key, isInactive, usedByCount: answer.usedByCount, etag };
    },
  });
}
