import type { BankLink } from '@depotwerk/api/prospects/analysis-bank';
import { analysisConsentVersion, bankConsentVersion } from '@depotwerk/domain/depot-analysis/consent';
import type { ProspectServices } from '../src/areas/prospects/analysis-services.ts';
import { prospectRoutes } from '../src/areas/prospects/routes.ts';
import { AdviceWorld } from './advice-world.ts';
import type { OwnTestDatabase } from './database.ts';
import { PracticeBank } from './practice-bank.ts';
import { prospectServices } from './prospect-world.ts';

export const totpSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
/** Institutions of the demo house by the banks they are. */
export const quaderBank = '90010001';
export const talgrundBank = '90020002';
export const steinuferBank = '90050005';
export const customer = { loginName: 'jana.quader', password: 'Kunde-2026' };

/** The calls of visitors over the demo world, with the real practice bank and its demo customers behind them. */
export class CustomerBankWorld {
  readonly advice: AdviceWorld;
  readonly bank: PracticeBank;
  readonly services: ProspectServices;
  readonly funds: readonly { isin: string; name: string; price: number }[];
  readonly #issuers: ReadonlyMap<string, number>;

  private constructor(
    advice: AdviceWorld,
    bank: PracticeBank,
    services: ProspectServices,
    funds: CustomerBankWorld['funds'],
    issuers: ReadonlyMap<string, number>,
  ) {
    this.advice = advice;
    this.bank = bank;
    this.services = services;
    this.funds = funds;
    this.#issuers = issuers;
  }

  static async start(db: OwnTestDatabase): Promise<CustomerBankWorld> {
    const bank = await PracticeBank.start([{ kind: 'partner', partnerKey: 'demo.example', users: [] }]);
    let services: ProspectServices | undefined;
    const advice = await AdviceWorld.start(db, 'small', (own) => {
      services = prospectServices(own, undefined, true, bank.url);
      return prospectRoutes(services);
    });
    if (services === undefined) throw new Error('no services');
    const { rows: funds } = await advice.owner.query<CustomerBankWorld['funds'][number]>(
      `select isin, left(name, 200) as name, price::float8 as price from funds
        where tenant_id = $1 and price > 0 order by isin limit 12`,
      [advice.tenantId],
    );
    const { rows: issuers } = await advice.owner.query<{ id: number; bankId: string }>(
      'select id, bank_id as "bankId" from issuers where tenant_id = $1 and bank_id is not null',
      [advice.tenantId],
    );
    const line = JSON.stringify({ kind: 'customers', funds });
    await bank.control('POST', '/control/seed', line, 'application/x-ndjson');
    await bank.clearFaults();
    return new CustomerBankWorld(
      advice,
      bank,
      services,
      funds,
      new Map(issuers.map(({ id, bankId }) => [bankId, id])),
    );
  }

  async stop(): Promise<void> {
    await this.services.background.settled();
    await this.advice.stop();
    await this.bank.remove();
  }

  issuerOf(bankId: string): number {
    const issuerId = this.#issuers.get(bankId);
    if (issuerId === undefined) throw new Error(`no institution is bank ${bankId}`);
    return issuerId;
  }

  /** Begins an analysis; its guid. */
  async begin(): Promise<string> {
    const consentVersion = analysisConsentVersion;
    const { body } = await this.advice.call<{ guid: string }>(null, 'POST', '/depotanalysis', {
      consentVersion,
    });
    return body.guid;
  }

  call<Body = Record<string, unknown>>(
    guid: string,
    method: 'DELETE' | 'GET' | 'POST' | 'PUT',
    path: string,
    body?: object,
  ) {
    return this.advice.call<Body>(null, method, `/depotanalysis/${guid}${path}`, body);
  }

  link(guid: string) {
    return this.call<{ link: BankLink | null }>(guid, 'GET', '/bank-link');
  }

  /** What is stored of all links. */
  async storedLinks() {
    const { rows } = await this.advice.owner.query<{ envelope: object | null; consent_version: string }>(
      'select token_envelope as envelope, consent_version from depot_analysis_bank_links',
    );
    return rows;
  }

  signIn(guid: string, given: object = {}) {
    return this.call<BankLink & { code?: string; params?: object }>(guid, 'POST', '/bank-link', {
      ...customer,
      issuerId: this.issuerOf(quaderBank),
      consentVersion: bankConsentVersion,
      ...given,
    });
  }

  /** An analysis whose link the customer confirmed by SMS. */
  async confirmed(given: object = {}): Promise<string> {
    const guid = await this.begin();
    await this.signIn(guid, given);
    await this.call(guid, 'POST', '/bank-link/method', { tokenProviderId: 'sms' });
    const { status } = await this.call(guid, 'POST', '/bank-link/confirm', {
      token: await this.bank.newestCode(),
    });
    if (status !== 200) throw new Error(`not confirmed: ${status}`);
    return guid;
  }
}
