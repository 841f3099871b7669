import type { CallAnswer } from '@depotwerk/api/call';
import type * as calls from '@depotwerk/api/components/tariff-components';
import type { ComponentKind } from '@depotwerk/domain/tariff/tariff-drafts';
import type { DbContext, Reader } from '../../platform/database/database.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { inUniverse } from '../funds/public.ts';
import { componentQuery, type StoredComponent } from './component-content.view.ts';
import { readListedFunds } from './listed-funds.view.ts';

interface Answers {
  readonly risk: CallAnswer<typeof calls.getRiskComponent>;
  readonly selection: CallAnswer<typeof calls.getSelectionComponent>;
  readonly allocation: CallAnswer<typeof calls.getAllocationComponent>;
  readonly universe: CallAnswer<typeof calls.getUniverseComponent>;
}

/** Answer of a component's calls: the component, and its funds where the kind has some. */
export type ComponentAnswer<Kind extends ComponentKind> = Answers[Kind];

/** A component with everything its wizard shows. @throws 404 when the tenant has none of this kind and id */
export async function readComponent<Kind extends ComponentKind>(
  reader: Reader,
  context: DbContext,
  kind: Kind,
  id: string,
): Promise<ComponentAnswer<Kind>> {
  const [stored] = await reader.read(context, componentQuery(kind, id));
  if (!stored) throw notFound();
  const answer: object = await withFunds(reader, context, kind, stored);
  // The kind decides which of the members are added; the answer's schema checks them again.
  return answer as ComponentAnswer<Kind>;
}

async function withFunds(
  reader: Reader,
  context: DbContext,
  kind: ComponentKind,
  stored: StoredComponent<ComponentKind>,
): Promise<object> {
  const { component } = stored;
  if (kind === 'selection' && 'tariffSelectedFunds' in component) {
    const rankingTypeId = component.tariffRankingType ?? undefined;
    return {
      ...stored,
      funds: await readListedFunds(reader, context, component.tariffSelectedFunds, rankingTypeId),
    };
  }
  if (kind !== 'universe' || !('tariffUniverseItems' in component)) return stored;
  const parameters = new Parameters();
  const condition = inUniverse(component, parameters);
  const [funds, counts] = await Promise.all([
    readListedFunds(reader, context, component.tariffUniverseItems),
    reader.read<{ count: number }>(context, {
      sql: `select count(*)::int as count from funds f where ${condition}`,
      parameters: parameters.values,
    }),
  ]);
  return { ...stored, funds, fundCount: counts[0]?.count ?? 0 };
}
