import { randomUUID } from 'node:crypto';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll } from 'vitest';
import { jobRoutes } from '../src/areas/jobs/routes.ts';
import { messageRoutes } from '../src/areas/messages/routes.ts';
import { ownSideRoutes } from '../src/areas/own-side/routes.ts';
import { createCreationLimit } from '../src/areas/reports/creation-limit.ts';
import { createPdfPool, type PdfEngine } from '../src/areas/reports/pdf/pdf-pool.ts';
import type { ReportServices } from '../src/areas/reports/report-services.ts';
import { createReportTurns } from '../src/areas/reports/report-turns.ts';
import { yearEndRoutes } from '../src/areas/reports/year-end/routes.ts';
import { signatureRoutes } from '../src/areas/signatures/routes.ts';
import { createHouseReader } from '../src/areas/white-label/white-label.view.ts';
import { paperRoutes } from '../src/paper-routes.ts';
import { createDocumentStore, type DocumentStore } from '../src/platform/document-store/document-store.ts';
import type { ObjectStore } from '../src/platform/document-store/object-store.ts';
import { defaultQuotas } from '../src/platform/quotas.ts';
import { createSignInServices } from '../src/platform/services.ts';
import { outboxSmsProvider } from '../src/platform/sms/sms-provider.ts';
import { createSignatureServices } from '../src/signature-services.ts';
import { type Answer, ContractWorld, south, TestServer, tenantA } from './contract-world.ts';
import { type TestDatabase, useTestDatabase } from './database.ts';
import { testKeys } from './sign-in-world.ts';

/** Two contracts, one with holdings, and a server that makes real PDFs; its clock can be moved. */
export class DocumentWorld {
  readonly database: TestDatabase = useTestDatabase();
  now = Date.now();
  /** Limits the server asks at every call. */
  readonly quotas = { ...defaultQuotas };
  contractId = '';
  customerId = '';
  otherContractId = '';
  /** Access token of a user who may do everything. */
  adviser = '';
  #server: TestServer | undefined;

  get server(): TestServer {
    if (!this.#server) throw new Error('The server starts in beforeAll.');
    return this.#server;
  }

  /** What jobs about documents are given. */
  services: ReportServices | undefined;

  get owner() {
    return this.database.owner;
  }

  /** Where contents of documents go, and what it logged as mistakes. */
  documentStore: DocumentStore | null = null;
  readonly storeFailures: object[] = [];

  async start(pdf: PdfEngine, objects?: () => Promise<ObjectStore>): Promise<void> {
    const fill = new ContractWorld(this.owner);
    await fill.fill();
    const tariffId = await fill.addTariff(tenantA, 'Tarif <b>', 1);
    const customer = await fill.addCustomer(tenantA, { lastName: 'Öztürk #1' });
    this.customerId = customer.id;
    const columns = { external_key: 'V-1', risk_class_id: 3 };
    this.contractId = await fill.addContract(tenantA, customer.id, tariffId, columns);
    const other = await fill.addCustomer(tenantA, { groupId: south });
    this.otherContractId = await fill.addContract(tenantA, other.id, tariffId);
    await this.#addFund(1, 'DE000A0F5UF5', 'Globalis Aktien Welt');
    await this.#addFund(2, 'DE0005933931', 'Stetig Renten');
    await this.#addPortfolios();
    const clock = () => this.now;
    const logger = { info: () => {}, error: () => {} };
    const { database } = this.database;
    if (objects) {
      this.documentStore = createDocumentStore({
        objects: await objects(),
        moves: true,
        database,
        logger: { error: (values) => void this.storeFailures.push(values) },
      });
    }
    const { documentStore } = this;
    const documents: ReportServices = {
      database,
      clock,
      quotas: this.quotas,
      documentStore,
      pdf,
      logger,
      houseOf: createHouseReader({ database, logger }),
      originOf: () => Promise.resolve('https://depotwerk.example'),
      limitCreation: createCreationLimit(clock, 1000),
      reportTurns: createReportTurns(),
      outdatedReasons: () => Promise.resolve([]),
      recommendedAdvice: () => Promise.resolve(null),
      checkedNow: () => Promise.resolve(null),
      targetMix: () => Promise.resolve(null),
    };
    this.services = documents;
    const signIn = createSignInServices({
      database,
      documentStore,
      clock,
      keys: testKeys(),
      settings: { isDemo: false, publicOrigin: 'https://depotwerk.example', bankUrl: null },
      logger,
      sms: outboxSmsProvider,
    });
    const routes = [
      ...paperRoutes(documents),
      ...yearEndRoutes(documents, () => {}),
      ...jobRoutes(signIn),
      ...ownSideRoutes({ database, clock }),
      ...messageRoutes({ database, clock }),
      ...signatureRoutes(createSignatureServices(signIn, documents)),
    ];
    this.#server = await TestServer.start(database, this.owner, routes, undefined, documentStore);
    this.adviser = await this.#server.caller();
  }

  async #addFund(id: number, isin: string, name: string): Promise<void> {
    await this.owner.query(
      `insert into funds (tenant_id, id, isin, name, ongoing_fee, price, price_date)
       values ($1, $2, $3, $4, 0.01, 50, '2026-11-20')`,
      [tenantA, id, isin, name],
    );
  }

  async #addPortfolios(): Promise<void> {
    for (const [date, value, paid, isCurrent] of [
      ['2024-01-02', 9000, 9000, false],
      ['2025-01-02', 10_500, 10_000, false],
      ['2026-11-20', 12_345.5, 11_000, true],
    ]) {
      const id = randomUUID();
      await this.owner.query(
        `insert into portfolios (tenant_id, id, contract_id, valuation_date, is_current, total_value, cash_value,
           paid_in) values ($1, $2, $3, $4, $5, $6, $6, $7)`,
        [tenantA, id, this.contractId, date, isCurrent, value, paid],
      );
      if (isCurrent !== true) continue;
      await this.owner.query(
        `insert into portfolio_entries (tenant_id, portfolio_id, fund_id, quantity, price, price_date, value, fraction)
         values ($1, $2, 1, 246.91, 50, '2026-11-20', 12345.50, 1)`,
        [tenantA, id],
      );
    }
  }

  /** A paper released to the customer; the answer is what she sees of it. */
  async releasedPaper(): Promise<{ id: string; contentHash: string }> {
    const id = String((await this.report('depotOverview')).headers['x-document-id']);
    const { body } = await this.post(this.adviser, `/documents/${id}/release`);
    return { id, contentHash: (body as { contentHash: string }).contentHash };
  }

  /** Access token of the customer herself. */
  client(customerId: string = this.customerId, secondFactorAt?: string | null): Promise<string> {
    return this.server.caller({
      ...(secondFactorAt !== undefined && { secondFactorAt }),
      permissions: ['documents.view', 'contracts.view', 'riskProfile.view'],
      memberships: [],
      ownCustomerId: customerId,
    });
  }

  post(token: string | null, path: string, body: unknown = {}, key: string = randomUUID()): Promise<Answer> {
    return this.server.call(token, 'POST', path, { body, headers: { 'idempotency-key': key } });
  }

  report(type: string, body: unknown = {}, key?: string): Promise<Answer> {
    return this.post(this.adviser, `/contracts/${this.contractId}/report-data/${type}`, body, key);
  }
}

/** Gives a test file its own world for as long as it runs. @param objects where contents of documents may go */
export function useDocumentWorld(objects?: () => Promise<ObjectStore>): DocumentWorld {
  const world = new DocumentWorld();
  const pdf = createPdfPool({ size: 1, timeoutMs: 60_000 });
  beforeAll(() => world.start(pdf, objects));
  afterAll(() => pdf.stop());
  return world;
}

export const codeOf = (answer: Answer) => (answer.body as { code: string } | null)?.code;

export async function textOf(bytes: Buffer): Promise<string> {
  const pdf = await getDocumentProxy(Uint8Array.from(bytes));
  return (await extractText(pdf, { mergePages: true })).text;
}
