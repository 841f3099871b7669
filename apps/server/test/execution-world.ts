import { randomUUID } from 'node:crypto';
import { traderCredentialRoutes } from '../src/areas/traders/credentials/routes.ts';
import { createTraderGateways } from '../src/areas/traders/gateway/gateway-registry.ts';
import { orderBookRoutes } from '../src/areas/traders/order-book/routes.ts';
import { traderOrderRoutes } from '../src/areas/traders/orders/routes.ts';
import type { TraderServices } from '../src/areas/traders/trader-services.ts';
import { ContractWorld } from './contract-world.ts';
import type { TestDatabase } from './database.ts';
import { linkDepot } from './linked-depot.ts';
import { PracticeBank } from './practice-bank.ts';
import {
  aTenant,
  aUser,
  createSignInWorld,
  type SignInWorld,
  signIn,
  type TestUser,
} from './sign-in-world.ts';

/** Two banks that speak HTTP, one of files, one without an adapter. */
export const quader = { issuerId: 1, bankId: '90010001', password: 'Quader-2026' };
export const talgrund = { issuerId: 2, bankId: '90020002', password: 'Talgrund-2026' };
export const fileIssuer = 3;
export const fintsIssuer = 4;
export const isins = ['DE0005933931', 'IE00B4L5Y983'] as const;
const price = 100;
const bibAddress = 'https://fonds.example/bib.pdf';
export const totpSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

export interface Adviser extends TestUser {
  readonly accessToken: string;
}

export interface LinkedDepot {
  readonly depotId: string;
  readonly contractId: string;
  readonly externalKey: string;
  readonly planId: string;
  readonly portfolioId: string;
}

interface StepBody {
  readonly tokenProviderType?: string | null;
  readonly tokenProviderId?: string | null;
  readonly token?: string | null;
}

const partner = (userName: string) => `partner-${userName}`;

/** The product's trader area over HTTP, a tenant with an adviser, and the real practice bank behind it. */
export class ExecutionWorld {
  readonly db: TestDatabase;
  readonly bank: PracticeBank;
  readonly signIns: SignInWorld;
  readonly services: TraderServices;
  readonly tenantId: string;
  readonly groupId: string;
  readonly #contracts: ContractWorld;
  readonly #tariffId: string;

  private constructor(
    db: TestDatabase,
    bank: PracticeBank,
    signIns: SignInWorld,
    services: TraderServices,
    place: { tenantId: string; groupId: string; tariffId: string },
  ) {
    this.db = db;
    this.bank = bank;
    this.signIns = signIns;
    this.services = services;
    this.tenantId = place.tenantId;
    this.groupId = place.groupId;
    this.#tariffId = place.tariffId;
    this.#contracts = new ContractWorld(db.owner);
  }

  static async start(db: TestDatabase): Promise<ExecutionWorld> {
    const bank = await PracticeBank.start(bankSeed());
    let services: TraderServices | undefined;
    const signIns = await createSignInWorld(db, {
      hasCheapPasswords: true,
      routes: (signInServices) => {
        services = {
          ...signInServices,
          gateways: createTraderGateways(bank.url),
          outdatedReasons: async () => [],
        };
        return [
          ...traderCredentialRoutes(services),
          ...traderOrderRoutes(services),
          ...orderBookRoutes(services),
        ];
      },
    });
    if (!services) throw new Error('routes are made at the start');
    const tenantId = await aTenant(db);
    const groupId = randomUUID();
    const run = (sql: string, ...values: unknown[]) => db.owner.query(sql, [tenantId, ...values]);
    await run("insert into groups (tenant_id, id, group_name) values ($1, $2, 'Nord')", groupId);
    await run("insert into insurers (tenant_id, id, insurer_name) values ($1, 1, 'Nordstern')");
    await run(
      `insert into issuers (tenant_id, id, issuer_name, bank_id, bank_name, has_trader, trader_kind) values
        ($1, 1, 'Quaderbank', '90010001', 'Quaderbank Depotservice', true, 'api'),
        ($1, 2, 'Talgrund', '90020002', 'Talgrund Fondsbank', true, 'api'),
        ($1, 3, 'Leben', null, null, true, 'file'), ($1, 4, 'Fints', '90030003', 'Fintsbank', true, 'fints')`,
    );
    for (const [index, isin] of isins.entries()) {
      await run(
        'insert into funds (tenant_id, id, isin, name, kiid) values ($1, $2, $3, $4, $5)',
        index + 1,
        isin,
        `Fonds ${index + 1}`,
        bibAddress,
      );
      await run(`insert into fund_prices values ($1, $2, current_date, ${price})`, index + 1);
    }
    const tariffId = await new ContractWorld(db.owner).addTariff(tenantId, 'Depot', 1);
    return new ExecutionWorld(db, bank, signIns, services, { tenantId, groupId, tariffId });
  }

  async stop(): Promise<void> {
    await this.signIns.app.close();
    await this.bank.remove();
  }

  /** An adviser of the group with logins at both banks; signed in here, not yet there. */
  async adviser(
    rights = ['groupContracts.view', 'groupContracts.execute'],
    role: 'adviser' | 'assistant' = 'adviser',
  ): Promise<Adviser> {
    const user = await aUser(this.db, { tenantId: this.tenantId, role });
    await this.db.owner.query('insert into group_users values ($1, $2, $3, $4)', [
      this.tenantId,
      this.groupId,
      user.userId,
      rights,
    ]);
    const login = {
      kind: 'login',
      loginName: user.userName,
      partnerKey: partner('all'),
      displayName: 'Prüfer',
      phoneNumber: '+491701234711',
      totpSecret,
    };
    await this.seed([
      { ...login, bankId: quader.bankId, password: quader.password, methods: ['sms', 'totp', 'decoupled'] },
      { ...login, bankId: talgrund.bankId, password: talgrund.password, methods: ['decoupled'] },
    ]);
    return { ...user, accessToken: (await signIn(this.signIns, user.userName)).accessToken };
  }

  /** An adviser who has given his bank passwords. */
  async adviserAtBanks(): Promise<Adviser> {
    const adviser = await this.adviser();
    for (const { issuerId, password } of [quader, talgrund]) {
      const answer = await this.call(
        adviser,
        'POST',
        `/trader-credentials/set-password?issuerId=${issuerId}`,
        { password },
      );
      if (answer.statusCode !== 204) throw new Error(`no sign-in at the bank: ${answer.body}`);
    }
    return adviser;
  }

  async seed(lines: readonly object[]): Promise<void> {
    await this.bank.control(
      'POST',
      '/control/seed',
      lines.map((line) => JSON.stringify(line)).join('\n'),
      'application/x-ndjson',
    );
  }

  /** The customer of a contract has the key information of what its plan buys. */
  async handOver(contractId: string): Promise<void> {
    await this.db.owner.query(
      `insert into key_information_handovers (tenant_id, contract_id, customer_id, fund_id, document_version, document_title,
          form, handed_over_at, recorded_by, recorded_at)
        select c.tenant_id, c.id, c.customer_id, 2, $2, 'Basisinformationsblatt', 'mail', now(), u.id, now()
          from contracts c, users u where c.id = $1 and u.tenant_id = c.tenant_id order by u.id limit 1`,
      [contractId, `link - ${bibAddress}`],
    );
  }

  /**
   * A contract linked to a depot at the bank, with a plan that sells one fund and buys the other, whose key information its
   * customer has unless said otherwise.
   */
  async depot(issuer = quader, isHandedOver = true): Promise<LinkedDepot> {
    const externalKey = `D-${randomUUID().slice(0, 8)}`;
    await this.seed([
      {
        kind: 'depot',
        bankId: issuer.bankId,
        partnerKey: partner('all'),
        externalKey,
        externalConsumerKey: null,
        holderName: 'Elif Krüger',
        productKey: 'P',
        positions: [{ isin: isins[0], quantity: 50, costValue: 4000 }],
        cashValue: 0,
      },
    ]);
    const customer = await this.#contracts.addCustomer(this.tenantId, { groupId: this.groupId });
    const contractId = await this.#contracts.addContract(this.tenantId, customer.id, this.#tariffId, {
      group_id: this.groupId,
      issuer_id: issuer.issuerId,
      external_key: externalKey,
      is_linked: true,
    });
    const [depotId, portfolioId] = [randomUUID(), randomUUID()];
    const run = (sql: string, ...values: unknown[]) => this.db.owner.query(sql, [this.tenantId, ...values]);
    await linkDepot(run, { depotId, issuerId: issuer.issuerId, externalKey, contractId, portfolioId });
    const planId = await this.plan(contractId, portfolioId);
    if (isHandedOver) await this.handOver(contractId);
    return { depotId, contractId, externalKey, planId, portfolioId };
  }

  /** A checked plan made now. */
  async plan(contractId: string, portfolioId: string): Promise<string> {
    const planId = randomUUID();
    const run = (sql: string, ...values: unknown[]) => this.db.owner.query(sql, [this.tenantId, ...values]);
    await run(
      `insert into planned_optimizations (tenant_id, id, contract_id, mode, state, portfolio_id, expires_at)
        values ($1, $2, $3, 'full', 'checked', $4, now() + interval '1 day')`,
      planId,
      contractId,
      portfolioId,
    );
    for (const [index, action] of ['sell', 'buy'].entries()) {
      await run(
        `insert into planned_transactions (tenant_id, planned_optimization_id, action, fund_id, isin, quantity, amount, price,
          fraction_before, fraction_after, reason, sort_order) values ($1, $2, $3, $4, $5, 10, 1000, ${price}, 0.5, 0.4, 'Prüfung', $6)`,
        planId,
        action,
        index + 1,
        isins[index],
        index,
      );
    }
    return planId;
  }

  call(
    adviser: Adviser,
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    payload?: object,
    headers: Record<string, string> = {},
  ) {
    return this.signIns.app.inject({
      method,
      url: `/api${path}`,
      headers: { authorization: `Bearer ${adviser.accessToken}`, ...headers },
      ...(payload && { payload }),
    });
  }

  /** One step of an execution under a key of its own. */
  step(adviser: Adviser, depotId: string, body: StepBody = {}, key: string = randomUUID()) {
    return this.call(
      adviser,
      'POST',
      `/trader-depots/${depotId}/execute-plannedoptimization`,
      { tokenProviderType: null, tokenProviderId: null, token: null, ...body },
      { 'idempotency-key': key },
    );
  }

  /** Challenge and SMS code of a depot: ready for the last step. */
  async signed(
    adviser: Adviser,
    depotId: string,
  ): Promise<{ tokenProviderType: string; tokenProviderId: string; token: string }> {
    const provider = { tokenProviderType: 'sms', tokenProviderId: 'sms' };
    for (const body of [{}, provider]) {
      const answer = await this.step(adviser, depotId, body);
      if (answer.statusCode !== 200) throw new Error(`no challenge: ${answer.body}`);
    }
    return { ...provider, token: await this.bank.newestCode() };
  }

  async orders(
    contractId: string,
  ): Promise<{ id: string; state: string; clientOrderId: string; differs: boolean }[]> {
    const { rows } = await this.db.owner.query(
      'select id, state, client_order_id as "clientOrderId", differs from trader_orders where contract_id = $1 order by created_at',
      [contractId],
    );
    return rows;
  }

  async planState(planId: string): Promise<string> {
    const { rows } = await this.db.owner.query('select state from planned_optimizations where id = $1', [
      planId,
    ]);
    return rows[0].state;
  }
}

function bankSeed(): object[] {
  const today = new Date().toISOString().slice(0, 10);
  return [
    {
      kind: 'bank',
      bankId: quader.bankId,
      bankName: 'Quaderbank Depotservice',
      bic: null,
      executionDelayMs: 0,
      depotPrefix: 'QB',
    },
    {
      kind: 'bank',
      bankId: talgrund.bankId,
      bankName: 'Talgrund Fondsbank',
      bic: null,
      executionDelayMs: 300,
      depotPrefix: 'TG',
    },
    ...isins.map((isin) => ({ kind: 'price', isin, price, priceDate: today })),
  ];
}
