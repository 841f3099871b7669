import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jobRoutes } from '../src/areas/jobs/routes.ts';
import { traderCredentialRoutes } from '../src/areas/traders/credentials/routes.ts';
import { type DepotServices, traderDepotRoutes } from '../src/areas/traders/depots/routes.ts';
import { createPositionFolders } from '../src/areas/traders/gateway/file/position-folders.ts';
import { createTraderGateways } from '../src/areas/traders/gateway/gateway-registry.ts';
import { remoteRefreshJob } from '../src/areas/traders/refresh/remote-refresh-job.ts';
import { createJobWorker, type JobWorker } from '../src/platform/jobs/job-worker.ts';
import { ContractWorld } from './contract-world.ts';
import type { TestDatabase } from './database.ts';
import { PracticeBank } from './practice-bank.ts';
import {
  addOfficeRole,
  type BankDepotSeed,
  bankSeed,
  holder,
  isins,
  quader,
  talgrund,
} from './refresh-bank.ts';
import {
  aTenant,
  aUser,
  createSignInWorld,
  type SignInWorld,
  signIn,
  type TestUser,
} from './sign-in-world.ts';

export { fileIssuer, holder, isins, quader, talgrund, today, unknownIsin } from './refresh-bank.ts';

export interface Adviser extends TestUser {
  readonly accessToken: string;
}

/** Depots, refresh and jobs over HTTP with a running worker, and the real practice bank behind them. */
export class RefreshWorld {
  readonly db: TestDatabase;
  readonly bank: PracticeBank;
  readonly signIns: SignInWorld;
  readonly services: DepotServices;
  readonly worker: JobWorker;
  readonly positions: string;
  readonly tenantId: string;
  readonly groupId = randomUUID();
  readonly otherGroupId = randomUUID();
  tariffId = '';
  readonly #office = randomUUID();
  readonly #contracts: ContractWorld;

  private constructor(
    db: TestDatabase,
    bank: PracticeBank,
    signIns: SignInWorld,
    services: DepotServices,
    worker: JobWorker,
    positions: string,
    tenantId: string,
  ) {
    this.db = db;
    this.bank = bank;
    this.signIns = signIns;
    this.services = services;
    this.worker = worker;
    this.positions = positions;
    this.tenantId = tenantId;
    this.#contracts = new ContractWorld(db.owner);
  }

  /** @param running a bank that runs already; default one of its own */
  static async start(db: TestDatabase, running?: PracticeBank): Promise<RefreshWorld> {
    const bank = running ?? (await PracticeBank.start([]));
    const positions = mkdtempSync(join(tmpdir(), 'positions-'));
    const made: { services?: DepotServices; worker?: JobWorker } = {};
    const signIns = await createSignInWorld(db, {
      hasCheapPasswords: true,
      routes: (signInServices) => {
        const services = {
          ...signInServices,
          gateways: createTraderGateways(bank.url),
          outdatedReasons: async () => [],
          positionFolders: createPositionFolders(db.database, positions),
          forgetCounts: () => {},
          wakeJobs: () => made.worker?.wake(),
        };
        made.services = services;
        made.worker = createJobWorker({
          database: db.database,
          handlers: [remoteRefreshJob(services)],
          logger: signInServices.logger,
          pollMs: 100,
          graceMs: 500,
        });
        return [...traderCredentialRoutes(services), ...traderDepotRoutes(services), ...jobRoutes(services)];
      },
    });
    if (!made.services || !made.worker) throw new Error('routes are made at the start');
    const tenantId = await aTenant(db);
    const world = new RefreshWorld(db, bank, signIns, made.services, made.worker, positions, tenantId);
    await world.seed(bankSeed());
    await world.#fill();
    made.worker.start();
    return world;
  }

  async #fill(): Promise<void> {
    await this.run("insert into groups (tenant_id, id, group_name) values ($1, $2, 'Nord')", this.groupId);
    await this.run(
      "insert into groups (tenant_id, id, group_name) values ($1, $2, 'Süd')",
      this.otherGroupId,
    );
    await this.run("insert into insurers (tenant_id, id, insurer_name) values ($1, 1, 'Nordstern')");
    await this.run(
      `insert into issuers (tenant_id, id, issuer_name, bank_id, bank_name, has_trader, trader_kind) values
        ($1, 1, 'Quaderbank', '90010001', 'Quaderbank Depotservice', true, 'api'),
        ($1, 2, 'Talgrund', '90020002', 'Talgrund Fondsbank', true, 'api'),
        ($1, 3, 'Leben', null, null, true, 'file')`,
    );
    for (const [index, isin] of isins.entries()) {
      await this.run(
        'insert into funds (tenant_id, id, isin, name) values ($1, $2, $3, $4)',
        index + 1,
        isin,
        `Fonds ${index + 1}`,
      );
    }
    await addOfficeRole(this.db, this.tenantId, this.#office);
    this.tariffId = await this.#contracts.addTariff(this.tenantId, 'Depot', 1);
    await this.run('update tariffs set issuer_id = 1 where tenant_id = $1');
  }

  async stop(): Promise<void> {
    await this.worker.stop();
    await this.signIns.app.close();
    await this.bank.remove();
    rmSync(this.positions, { recursive: true, force: true });
  }

  run(sql: string, ...values: unknown[]) {
    return this.db.owner.query(sql, [this.tenantId, ...values]);
  }

  /**
   * An adviser of the first group with logins at both banks, which see all depots; passwords given unless told. He may
   * see customers without a group, and so depots of nobody known, unless told.
   */
  async adviser(
    options: { passwords?: boolean; groupId?: string; partnerKey?: string; seesWithoutGroup?: boolean } = {},
  ): Promise<Adviser> {
    const user = await aUser(this.db, { tenantId: this.tenantId, role: 'adviser' });
    await this.run(
      'insert into group_users values ($1, $2, $3, $4)',
      options.groupId ?? this.groupId,
      user.userId,
      ['groupContracts.view', 'groupContracts.edit', 'groupCustomers.view', 'groupCustomers.edit'],
    );
    if (options.seesWithoutGroup !== false) {
      await this.run(
        'update users set role_id = $3 where tenant_id = $1 and id = $2',
        user.userId,
        this.#office,
      );
    }
    const login = {
      kind: 'login',
      loginName: user.userName,
      partnerKey: options.partnerKey ?? 'partner',
      displayName: 'Prüfer',
      phoneNumber: '+491701234711',
      totpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      methods: ['sms', 'totp', 'decoupled'],
    };
    await this.seed([
      { ...login, bankId: quader.bankId, password: quader.password },
      { ...login, bankId: talgrund.bankId, password: talgrund.password },
    ]);
    const adviser = { ...user, accessToken: (await signIn(this.signIns, user.userName)).accessToken };
    if (options.passwords !== false)
      for (const bank of [quader, talgrund]) await this.setPassword(adviser, bank);
    return adviser;
  }

  async setPassword(adviser: Adviser, bank: typeof quader): Promise<void> {
    const path = `/trader-credentials/set-password?issuerId=${bank.issuerId}`;
    const answer = await this.call(adviser, 'POST', path, { password: bank.password });
    if (answer.status !== 204) throw new Error(`no sign-in at the bank: ${answer.text}`);
  }

  async seed(lines: readonly object[]): Promise<void> {
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    await this.bank.control('POST', '/control/seed', text, 'application/x-ndjson');
  }

  /** Adds or replaces a depot at a bank. */
  async bankDepot(
    externalKey: string,
    values: BankDepotSeed = {},
    bank = quader,
    partnerKey = 'partner',
  ): Promise<void> {
    const { positions = [{ isin: isins[0], quantity: 50, costValue: 4000 }], ...rest } = values;
    await this.seed([
      {
        kind: 'depot',
        bankId: bank.bankId,
        partnerKey,
        externalKey,
        externalConsumerKey: `K-${externalKey}`,
        holderName: `${holder.firstName} ${holder.lastName}`,
        productKey: 'P',
        cashValue: 0,
        ...rest,
        positions,
      },
    ]);
  }

  async contract(columns: Record<string, unknown> = {}, groupId = this.groupId): Promise<string> {
    const customer = await this.#contracts.addCustomer(this.tenantId, { ...holder, groupId });
    return this.#contracts.addContract(this.tenantId, customer.id, this.tariffId, {
      group_id: groupId,
      ...columns,
    });
  }

  async customer(groupId: string | null = this.groupId): Promise<string> {
    return (await this.#contracts.addCustomer(this.tenantId, { ...holder, groupId })).id;
  }

  /** A depot at the bank and the contract it is linked to, without any data of ours. */
  async linked(
    values: BankDepotSeed = {},
    bank = quader,
    groupId = this.groupId,
  ): Promise<{ contractId: string; externalKey: string; depotId: string }> {
    const externalKey = `D-${randomUUID().slice(0, 8)}`;
    await this.bankDepot(externalKey, values, bank);
    const contractId = await this.contract(
      { issuer_id: bank.issuerId, external_key: externalKey, is_linked: true },
      groupId,
    );
    const depotId = randomUUID();
    await this.run(
      `insert into trader_depots (tenant_id, id, issuer_id, external_key, contract_id, state) values ($1, $2, $3, $4, $5, 'linked')`,
      depotId,
      bank.issuerId,
      externalKey,
      contractId,
    );
    return { contractId, externalKey, depotId };
  }

  async call(
    adviser: Adviser | null,
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    payload?: object,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: unknown; text: string; headers: Record<string, unknown> }> {
    const answer = await this.signIns.app.inject({
      method,
      url: `/api${path}`,
      headers: {
        ...(adviser && { authorization: `Bearer ${adviser.accessToken}` }),
        ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
        ...headers,
      },
      ...(payload && { payload }),
    });
    const isJson = String(answer.headers['content-type']).includes('json');
    return {
      status: answer.statusCode,
      body: isJson ? answer.json<unknown>() : null,
      text: answer.body,
      headers: answer.headers,
    };
  }

  refresh(adviser: Adviser, body: object = {}) {
    return this.call(adviser, 'POST', '/contracts/remote-refresh', body);
  }

  pending(adviser: Adviser, contractId: string) {
    return this.call(adviser, 'GET', `/contracts/${contractId}/pending-changes`);
  }

  decide(adviser: Adviser, contractId: string, keepChanges: boolean, more: object = {}) {
    return this.call(adviser, 'POST', `/contracts/${contractId}/process-pending-changes`, {
      keepChanges,
      ...more,
    });
  }

  async later(): Promise<void> {
    await this.run("update jobs set created_at = created_at - interval '10 minutes' where tenant_id = $1");
  }

  /** The current portfolio: quantity by ISIN, and the sums. */
  async portfolio(contractId: string) {
    const { rows } = await this.run(
      `select p.valuation_date::text as date, p.total_value as total, p.non_funds_value as other,
        (select coalesce(jsonb_object_agg(f.isin, e.quantity), '{}') from portfolio_entries e
           join funds f on f.tenant_id = e.tenant_id and f.id = e.fund_id
          where e.tenant_id = p.tenant_id and e.portfolio_id = p.id) as quantities
        from portfolios p where p.tenant_id = $1 and p.contract_id = $2 and p.is_current`,
      contractId,
    );
    return rows[0] as
      | { date: string; total: number; other: number; quantities: Record<string, number> }
      | undefined;
  }

  async plan(
    contractId: string,
  ): Promise<{ contribution: number; fractions: Record<string, number> } | undefined> {
    const { rows } = await this.run(
      `select s.contribution, (select jsonb_object_agg(f.isin, e.fraction) from savings_plan_entries e
          join funds f on f.tenant_id = e.tenant_id and f.id = e.fund_id
         where e.tenant_id = s.tenant_id and e.savings_plan_id = s.id) as fractions
        from savings_plans s where s.tenant_id = $1 and s.contract_id = $2 and s.valid_to is null`,
      contractId,
    );
    return rows[0];
  }

  /** Everything a refresh may write, as numbers: equal before and after = nothing was written. */
  async footprint(): Promise<unknown> {
    const { rows } = await this.run(
      `select (select count(*) from portfolios where tenant_id = $1) as portfolios,
        (select count(*) from portfolio_entries where tenant_id = $1) as entries,
        (select count(*) from savings_plans where tenant_id = $1) as plans,
        (select count(*) from contract_pending_changes where tenant_id = $1) as pending,
        (select count(*) from contract_hints where tenant_id = $1) as hints,
        (select count(*) from trader_depots where tenant_id = $1) as depots,
        (select sum(row_version) from trader_depots where tenant_id = $1) as depot_versions,
        (select sum(row_version) from contracts where tenant_id = $1) as contract_versions,
        (select count(*) from audit_entries where tenant_id = $1 and action = 'contracts.refresh') as audits`,
    );
    return rows[0];
  }
}
