import { randomUUID } from 'node:crypto';
import type { ComponentItem, ListedFund } from '@depotwerk/api/components/tariff-components';
import { emptyComponent } from '@depotwerk/domain/tariff/empty-drafts';
import type {
  AllocationComponentDraft,
  ComponentDrafts,
  ComponentKind,
} from '@depotwerk/domain/tariff/tariff-drafts';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { componentRoutes } from '../src/areas/components/routes.ts';
import type { Database } from '../src/platform/database/database.ts';
import { AdviceWorld, type HttpAnswer } from './advice-world.ts';
import { useTestDatabase } from './database.ts';

/** A component as its calls answer. */
export type StoredOf<Kind extends ComponentKind> = {
  id: string;
  versionNumber: number;
  rowVersion: number;
  usedByCount: number;
  component: ComponentDrafts[Kind];
  funds?: ListedFund[];
  fundCount?: number;
};
/** What a refusal may say. */
export interface Refusal {
  code: string;
  params?: { names: string; uses: { type: string; name: string }[] };
  validation?: { path: string; code: string }[];
  current?: { rowVersion: number; component: { name: string } };
}
type Answer<Kind extends ComponentKind> = HttpAnswer<StoredOf<Kind> & Refusal>;

/** Path of a component's calls. */
export const componentPath = (kind: ComponentKind, id = '') =>
  `/tariff-components/${kind}${id === '' ? '' : `/${id}`}`;
/** A key nobody else has. */
export const newKey = () => `K-${randomUUID().slice(0, 8)}`;

/** A risk component that keeps every rule. */
export const riskDraft = (rest: Partial<ComponentDrafts['risk']> = {}): ComponentDrafts['risk'] => ({
  name: 'Volatilität, drei Klassen',
  key: newKey(),
  isInactive: false,
  tariffRiskItemsNumber: 3,
  tariffRiskType: 1,
  useQuota: false,
  tariffRiskItemsTargets: [4, 8, 12.5],
  tariffRiskItemsRanges: [2, 2, 2.5],
  ...rest,
});

/** An allocation over three peer groups and three classes that keeps every rule. */
export const allocationDraft = (
  riskComponent: string,
  rest: Partial<AllocationComponentDraft> = {},
): AllocationComponentDraft => ({
  ...emptyComponent('allocation'),
  name: 'Drei Gruppen',
  key: newKey(),
  peergroupIds: [29, 22, 1],
  relationships: [{ peergroupId: 1, relatedPeergroupIds: [3, 2] }],
  riskComponent,
  allocationType: 1,
  allocationItems: [1, 2, 3].flatMap((riskClassId) => [
    { riskClassId, peergroupId: 29, fraction: 0.3, isUsed: true },
    { riskClassId, peergroupId: 22, fraction: 0.7, isUsed: true },
    { riskClassId, peergroupId: 1, fraction: 0, isUsed: false },
  ]),
  ...rest,
});

/** The demo world with the calls of components, and who makes them. */
export class ComponentWorld {
  readonly database: Database;
  readonly world: AdviceWorld;
  readonly editor: string;
  readonly reader: string;
  /** Has every right too, in another tenant. */
  readonly stranger: string;

  constructor(database: Database, world: AdviceWorld, editor: string, reader: string, stranger: string) {
    this.database = database;
    this.world = world;
    this.editor = editor;
    this.reader = reader;
    this.stranger = stranger;
  }

  create<Kind extends ComponentKind>(
    kind: Kind,
    body: unknown,
    token: string | null = this.editor,
    headers: Record<string, string> = {},
  ): Promise<Answer<Kind>> {
    return this.world.call(token, 'POST', componentPath(kind), body, headers);
  }

  read<Kind extends ComponentKind>(kind: Kind, id: string, token = this.editor): Promise<Answer<Kind>> {
    return this.world.call(token, 'GET', componentPath(kind, id));
  }

  put<Kind extends ComponentKind>(
    kind: Kind,
    id: string,
    body: unknown,
    version: number | null,
    token = this.editor,
  ): Promise<Answer<Kind>> {
    const headers: Record<string, string> = version === null ? {} : { 'if-match': `"${version}"` };
    return this.world.call(token, 'PUT', componentPath(kind, id), body, headers);
  }

  remove(kind: ComponentKind, id: string, version: number, token = this.editor) {
    const headers = { 'if-match': `"${version}"` };
    return this.world.call<Refusal>(token, 'DELETE', componentPath(kind, id), undefined, headers);
  }

  copy(kind: ComponentKind, id: string, body: unknown, token = this.editor) {
    return this.world.call<ComponentItem & Refusal>(token, 'POST', `${componentPath(kind, id)}/copy`, body);
  }

  list(kind: ComponentKind, query = '', token = this.editor) {
    return this.world.call<ComponentItem[]>(token, 'GET', `${componentPath(kind)}${query}`);
  }

  post<Body = Refusal>(path: string, body: unknown, token: string | null = this.reader) {
    return this.world.call<Body & Refusal>(token, 'POST', path, body);
  }

  /** Volatility in percent of weights by peer group id: the stored covariance, in SQL. */
  async volatilityOf(weights: Readonly<Record<number, number>>): Promise<number> {
    const list = Object.entries(weights).map(([id, w]) => ({ id: Number(id), w }));
    const { rows } = await this.world.owner.query<{ volatility: number }>(
      `select sqrt(sum(a.w * b.w * c.covariance))::float8 as volatility
         from jsonb_to_recordset($2::jsonb) as a (id int, w float8)
         cross join jsonb_to_recordset($2::jsonb) as b (id int, w float8)
         join peergroup_covariances c on c.tenant_id = $1 and c.peergroup_id = a.id and c.other_peergroup_id = b.id`,
      [this.world.tenantId, JSON.stringify(list)],
    );
    return 100 * (rows[0]?.volatility ?? 0);
  }

  /** Ids of the tenant's funds that meet an SQL condition, highest first. */
  async fundIds(condition: string, count: number): Promise<number[]> {
    const { rows } = await this.world.owner.query<{ id: number }>(
      `select id from funds where tenant_id = $1 and ${condition} order by id desc limit ${count}`,
      [this.world.tenantId],
    );
    return rows.map(({ id }) => id);
  }
}

/** Gives a test file its own world; after every test the server must not have failed. Read it inside the tests. */
export function ownComponentWorld(): () => ComponentWorld {
  const db = useTestDatabase();
  let current: ComponentWorld | undefined;
  const get = (): ComponentWorld => {
    if (!current) throw new Error('The world exists inside of tests only.');
    return current;
  };
  beforeAll(async () => {
    const world = await AdviceWorld.start(db, 'small', componentRoutes);
    const rights = ['tariffs.view', 'tariffComponents.view', 'tariffComponents.edit'] as const;
    current = new ComponentWorld(
      db.database,
      world,
      await world.caller({ permissions: rights }),
      await world.caller({ permissions: ['tariffs.view', 'tariffComponents.view'] }),
      await world.caller({ permissions: rights, tenant: 'nord.example' }),
    );
  }, 120_000);
  afterAll(() => current?.world.stop());
  // oxlint-disable-next-line vitest/no-standalone-expect -- it belongs to every test of the file.
  afterEach(() => expect(get().world.failures).toEqual([]));
  return get;
}
