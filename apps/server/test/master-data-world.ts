import { randomUUID } from 'node:crypto';
import type { PermissionCode } from '@depotwerk/domain/permissions';
import { costModelRoutes } from '../src/areas/cost-models/routes.ts';
import { fundRoutes } from '../src/areas/funds/routes.ts';
import { insurerRoutes } from '../src/areas/insurers/routes.ts';
import { issuerRoutes } from '../src/areas/issuers/routes.ts';
import { fundCategoryRoutes } from '../src/areas/peergroups/fund-category-routes.ts';
import { peergroupRoutes } from '../src/areas/peergroups/routes.ts';
import { type Answer, ContractWorld, TestServer, tenantA, tenantB } from './contract-world.ts';
import type { TestDatabase } from './database.ts';

/** Two tenants with insurers, issuers, categories, peer groups and funds, behind the calls that keep them. */
export class MasterDataWorld {
  readonly contracts: ContractWorld;
  readonly server: TestServer;
  /** Every right in the first and in the second tenant. */
  readonly admin: string;
  readonly foreignAdmin: string;

  private constructor(contracts: ContractWorld, server: TestServer, admin: string, foreignAdmin: string) {
    this.contracts = contracts;
    this.server = server;
    this.admin = admin;
    this.foreignAdmin = foreignAdmin;
  }

  static async start(db: TestDatabase): Promise<MasterDataWorld> {
    const contracts = new ContractWorld(db.owner);
    await contracts.fill();
    for (const tenantId of [tenantA, tenantB]) {
      await db.owner.query(
        `insert into fund_categories (tenant_id, id, category_name, category_color)
         values ($1, 1, 'Aktien', '#1f6f8b'), ($1, 2, 'Renten', '#5b8c5a')`,
        [tenantId],
      );
      await db.owner.query(
        `insert into peergroups (tenant_id, id, peergroup_key, peergroup_name, category_id, colour)
         values ($1, 1, 'AKT_WELT', 'Aktien Welt', 1, '#1f6f8b'), ($1, 2, 'RENT_EUR', 'Renten Euro', 2, '#5b8c5a')`,
        [tenantId],
      );
      await db.owner.query(
        `insert into funds (tenant_id, id, isin, name, peergroup_id, ongoing_fee, risk_indicator, risk_indicator_type, is_etf)
         values ($1, 1, 'IE00BYZK4669', 'Welt Aktien ETF', 1, 0.002, 4, 'SRI', true),
           ($1, 2, 'LU1834983394', 'Weltportfolio Müller', 1, 0.015, 5, 'SRI', false),
           ($1, 3, 'SE0016075006', 'Green Bond', null, null, null, null, false)`,
        [tenantId],
      );
    }
    // The rows above name their ids; what callers add must not meet them.
    for (const table of ['insurers', 'issuers', 'fund_categories', 'peergroups', 'funds', 'cost_models']) {
      await db.owner.query(`select setval(pg_get_serial_sequence('${table}', 'id'), 100)`);
    }
    const services = { database: db.database, clock: Date.now };
    const server = await TestServer.start(
      db.database,
      db.owner,
      [insurerRoutes, issuerRoutes, costModelRoutes, peergroupRoutes, fundCategoryRoutes, fundRoutes].flatMap(
        (routes) => routes(services),
      ),
    );
    const admin = await server.caller();
    return new MasterDataWorld(contracts, server, admin, await server.caller({ tenantId: tenantB }));
  }

  stop(): Promise<void> {
    return this.server.app.close();
  }

  callerWith(...permissions: PermissionCode[]): Promise<string> {
    return this.server.caller({ permissions });
  }

  post(
    path: string,
    body: unknown,
    token: string | null = this.admin,
    key: string = randomUUID(),
  ): Promise<Answer> {
    return this.server.call(token, 'POST', path, { body, headers: { 'idempotency-key': key } });
  }

  put(path: string, body: unknown, version: number, token: string | null = this.admin): Promise<Answer> {
    return this.server.call(token, 'PUT', path, { body, headers: { 'if-match': `"${version}"` } });
  }

  remove(path: string, version: number, token: string | null = this.admin): Promise<Answer> {
    return this.server.call(token, 'DELETE', path, { headers: { 'if-match': `"${version}"` } });
  }

  get(path: string, token: string | null = this.admin): Promise<Answer> {
    return this.server.get(token, path);
  }
}
