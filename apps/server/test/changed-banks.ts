import { randomUUID } from 'node:crypto';
import type { AuthorisationWorld, Caller } from './authorisation-world.ts';
import type { Requests } from './changed-calls.ts';
import { linkDepot } from './linked-depot.ts';
import { type Json, ObjectMaker, type Values } from './object-maker.ts';
import type { PracticeBank } from './practice-bank.ts';

const password = 'Bank-2026';
const sms = { tokenProviderType: 'sms', tokenProviderId: 'sms' };

/** What takes a bank that answers: passwords, a depot to be opened and a plan to be executed, each one step before its end. */
export class ChangedBanks extends ObjectMaker {
  readonly #bank: PracticeBank;

  constructor(world: AuthorisationWorld, caller: Caller, bank: PracticeBank) {
    super(world, caller);
    this.#bank = bank;
  }

  async requests(): Promise<Requests> {
    const { tariffId, issuerId, bankId } = await this.one(
      `select t.id as "tariffId", t.issuer_id as "issuerId", i.bank_id as "bankId" from tariffs t
         join issuers i on i.tenant_id = t.tenant_id and i.id = t.issuer_id and i.trader_kind = 'api'
        where t.tenant_id = $1 and t.published_version_number is not null order by i.id desc, t.id limit 1`,
    );
    const fund = await this.one(
      `select f.id, f.isin, p.price::float8 as price from funds f
         join fund_prices p on p.tenant_id = f.tenant_id and p.fund_id = f.id
        where f.tenant_id = $1 and not f.is_inactive order by p.price_date desc, f.id limit 1`,
    );
    await this.#logins(String(bankId), fund);
    const [given, changed] = await this.#otherBanks(Number(issuerId));
    for (const each of [issuerId, changed]) {
      await this.ask('setTraderPassword', `/trader-credentials/set-password?issuerId=${each}`, {
        body: { password },
      });
    }
    return {
      setTraderPassword: {
        path: `/trader-credentials/set-password?issuerId=${given}`,
        body: { password },
      },
      updateTraderPassword: {
        path: `/trader-credentials/update-password?issuerId=${changed}`,
        body: { oldPassword: password, newPassword: 'Andere-Bank-2026' },
      },
      ...(await this.#opening({ issuerId, tariffId })),
      ...(await this.#execution(Number(issuerId), String(tariffId), fund)),
    };
  }

  /** The caller signs in at every bank under his own name, with the bank's SMS. */
  async #logins(depotBankId: string, { isin, price }: Json): Promise<void> {
    const { rows } = await this.world.owner.query<{ bankId: string; userName: string }>(
      `select distinct i.bank_id as "bankId", u.user_name as "userName" from issuers i
         join users u on u.tenant_id = i.tenant_id and u.id = $2 where i.tenant_id = $1 and i.trader_kind = 'api'
          and i.bank_id is not null`,
      [this.world.tenantId, this.caller.userId],
    );
    const today = new Date().toISOString().slice(0, 10);
    await this.#seed([
      ...rows.flatMap(({ bankId, userName }) => [
        { kind: 'bank', bankId, bankName: bankId, bic: null, executionDelayMs: 0, depotPrefix: 'PB' },
        {
          kind: 'login',
          bankId,
          loginName: userName,
          partnerKey: 'probe',
          displayName: 'Probe',
          phoneNumber: '+491701234711',
          totpSecret: null,
          password,
          methods: ['sms'],
        },
      ]),
      { kind: 'price', isin, price, priceDate: today },
      {
        kind: 'depot',
        bankId: depotBankId,
        partnerKey: 'probe',
        externalKey: 'D-Auftrag',
        externalConsumerKey: null,
        holderName: 'Anna Auftrag',
        productKey: 'P',
        positions: [{ isin, quantity: 50, costValue: 4000 }],
        cashValue: 0,
      },
    ]);
  }

  #seed(lines: readonly object[]): Promise<unknown> {
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    return this.#bank.control('POST', '/control/seed', text, 'application/x-ndjson');
  }

  async #otherBanks(issuerId: number): Promise<number[]> {
    const { rows } = await this.world.owner.query<{ id: number }>(
      `select id from issuers where tenant_id = $1 and trader_kind = 'api' and has_trader and not is_inactive
          and bank_id is not null and id <> $2 order by id desc limit 2`,
      [this.world.tenantId, issuerId],
    );
    return rows.map(({ id }) => id);
  }

  /** A depot whose code lies in the bank's outbox. */
  async #opening(which: Json): Promise<Requests> {
    const order = {
      ...which,
      customerId: await this.customer('Eröffnung'),
      externalConsumerKey: null,
      iban: 'DE89 3704 0044 0532 0130 00',
      bic: null,
      productKey: 'PB-DEPOT',
      consents: ['terms'],
    };
    const step = (secondFactorData: Json | null) =>
      this.ask('createDepot', '/trader-depots', { body: { ...order, secondFactorData } });
    const { challengeId } = await step(null);
    const factor = { ...sms, challengeId };
    await step({ ...factor, token: null });
    return {
      createDepot: {
        body: { ...order, secondFactorData: { ...factor, token: await this.#bank.newestCode() } },
      },
    };
  }

  /** A checked plan of a contract with a depot at the bank, whose code has come. */
  async #execution(issuerId: number, tariffId: string, fund: Values): Promise<Requests> {
    const run = (sql: string, ...values: unknown[]) =>
      this.world.owner.query(sql, [this.world.tenantId, ...values]);
    const [contractId, depotId, portfolioId, planId] = [
      randomUUID(),
      randomUUID(),
      randomUUID(),
      randomUUID(),
    ];
    await run(
      `insert into contracts (tenant_id, id, customer_id, tariff_id, issuer_id, external_key, start_date, is_linked)
       values ($1, $2, $3, $4, $5, 'D-Auftrag', '2020-01-01', true)`,
      contractId,
      await this.customer('Auftrag'),
      tariffId,
      issuerId,
    );
    await linkDepot(run, { depotId, issuerId, externalKey: 'D-Auftrag', contractId, portfolioId });
    await run(
      `insert into planned_optimizations (tenant_id, id, contract_id, mode, state, portfolio_id, expires_at)
       values ($1, $2, $3, 'full', 'checked', $4, now() + interval '1 day')`,
      planId,
      contractId,
      portfolioId,
    );
    await run(
      `insert into planned_transactions (tenant_id, planned_optimization_id, action, fund_id, isin, quantity, amount, price,
         fraction_before, fraction_after, reason, sort_order)
       values ($1, $2, 'sell', $3, $4, 10, 10 * $5::numeric, $5, 0.5, 0.4, 'Prüfung', 0)`,
      planId,
      fund['id'],
      fund['isin'],
      fund['price'],
    );
    const path = `/trader-depots/${depotId}/execute-plannedoptimization`;
    const step = (body: Json) => this.ask('executePlannedOptimization', path, { body });
    await step({ tokenProviderType: null, tokenProviderId: null, token: null });
    await step({ ...sms, token: null });
    return {
      executePlannedOptimization: { path, body: { ...sms, token: await this.#bank.newestCode() } },
    };
  }
}
