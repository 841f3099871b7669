/** What a line of a seed may say, and how it is written. */
import { toCents } from '@depotwerk/domain/money';
import * as z from 'zod/mini';
import type { Bank } from '../bank.ts';
import { customerDepot, writeCustomerDepot } from '../customers/customer-depots.ts';
import { replacePlan, replacePositions } from '../depots/write-depot.ts';
import { isin, isoDate, key, money, planEntries, text, units } from '../http/shapes.ts';
import { type LoginKind, normalizeLoginName } from '../sign-in/login.ts';
import { hashPassword } from '../sign-in/password-hash.ts';
import { toPrice } from '../units.ts';
import { type DemoBank, demoBanks, demoTotpSecret } from './demo-banks.ts';
import { addCustomerFaults, demoCustomerPassword, demoCustomers, demoDay } from './demo-customers.ts';

const passwordState = z.enum(['valid', 'expired', 'locked']);
const user = z.strictObject({
  loginName: text(100),
  displayName: text(200),
  phoneNumber: z.nullable(text(40)),
});
const bankLine = z.strictObject({
  kind: z.literal('bank'),
  bankId: key,
  bankName: text(200),
  bic: z.nullable(text(11)),
  executionDelayMs: z.prefault(z.number().check(z.gte(0)), 0),
  depotPrefix: z.prefault(text(10), 'X'),
});
const loginLine = z.strictObject({
  kind: z.literal('login'),
  bankId: key,
  loginName: text(100),
  partnerKey: key,
  displayName: text(200),
  password: text(100),
  passwordState: z.prefault(passwordState, 'valid'),
  phoneNumber: z.prefault(z.nullable(text(40)), null),
  totpSecret: z.prefault(z.nullable(text(100)), null),
  methods: z.array(z.enum(['sms', 'totp', 'decoupled'])).check(z.minLength(1)),
});
const priceLine = z.strictObject({
  kind: z.literal('price'),
  isin,
  price: money.check(z.gt(0)),
  priceDate: isoDate,
});
const depotLine = z.strictObject({
  kind: z.literal('depot'),
  bankId: key,
  partnerKey: key,
  externalKey: key,
  externalConsumerKey: z.prefault(z.nullable(key), null),
  holderName: text(200),
  iban: z.prefault(z.nullable(text(34)), null),
  bic: z.prefault(z.nullable(text(11)), null),
  productKey: z.prefault(z.nullable(key), null),
  state: z.prefault(z.enum(['open', 'rejected', 'closed']), 'open'),
  needsConfirmation: z.prefault(z.boolean(), false),
  cashValue: z.prefault(money, 0),
  positions: z
    .array(z.strictObject({ isin, quantity: units, costValue: z.optional(z.nullable(money)) }))
    .check(z.maxLength(500)),
  savingsPlan: z.prefault(
    z.nullable(
      z.strictObject({
        contribution: money,
        contributionInterval: z.enum({ monthly: 1, quarterly: 4, halfYearly: 6, yearly: 12 }),
        entries: planEntries,
      }),
    ),
    null,
  ),
});
const partnerLine = z.strictObject({
  kind: z.literal('partner'),
  partnerKey: key,
  users: z.array(user).check(z.maxLength(5000)),
});
/** A customer's own login with the depots she sees; those written before stay unless their key comes again. */
const customerLine = z.strictObject({
  kind: z.literal('customer'),
  bankId: key,
  loginName: text(100),
  displayName: text(200),
  password: text(100),
  passwordState: z.prefault(passwordState, 'valid'),
  phoneNumber: z.prefault(z.nullable(text(40)), null),
  totpSecret: z.prefault(z.nullable(text(100)), null),
  methods: z.array(z.enum(['sms', 'totp', 'decoupled'])).check(z.minLength(1)),
  depots: z.array(customerDepot).check(z.maxLength(50)),
});
const customersLine = z.strictObject({
  kind: z.literal('customers'),
  funds: z.array(z.strictObject({ isin, name: text(200), price: money })).check(z.maxLength(100)),
});
const seededLine = z.strictObject({ kind: z.literal('seeded'), world: z.prefault(z.string(), '') });
export const seedLine = z.discriminatedUnion('kind', [
  bankLine,
  loginLine,
  priceLine,
  depotLine,
  partnerLine,
  customerLine,
  customersLine,
  seededLine,
]);
export type SeedLine = z.output<typeof seedLine>;

/** Writes one line; what is there under the same key is replaced. */
export function writeSeedLine(bank: Bank, line: SeedLine): void {
  switch (line.kind) {
    case 'bank':
      return writeBank(bank, line);
    case 'login':
      return writeLogin(bank, line, hashPassword(line.password));
    case 'price':
      bank.store.run(
        `insert into prices (isin, price, price_date) values (?, ?, ?)
         on conflict (isin) do update set price = excluded.price, price_date = excluded.price_date`,
        line.isin,
        toPrice(line.price),
        line.priceDate,
      );
      return;
    case 'depot':
      return writeDepot(bank, line);
    case 'partner':
      for (const demo of demoBanks) writePartner(bank, demo, line);
      return;
    case 'customer':
      return writeCustomer(bank, line, hashPassword(line.password));
    case 'customers':
      return writeDemoCustomers(bank, line.funds);
    case 'seeded':
      bank.store.run("insert or replace into meta (name, value) values ('seeded', ?)", line.world);
  }
}

function writeBank(bank: Bank, line: Omit<z.output<typeof bankLine>, 'kind'>): void {
  bank.store.run(
    `insert into banks (bank_id, bank_name, bic, depot_prefix, execution_delay_ms) values (?, ?, ?, ?, ?)
     on conflict (bank_id) do update set bank_name = excluded.bank_name, bic = excluded.bic,
       depot_prefix = excluded.depot_prefix, execution_delay_ms = excluded.execution_delay_ms`,
    line.bankId,
    line.bankName,
    line.bic,
    line.depotPrefix,
    line.executionDelayMs,
  );
}

function writeLogin(
  bank: Bank,
  line: Omit<z.output<typeof loginLine>, 'kind' | 'password'>,
  passwordHash: string,
  kind: LoginKind = 'partner',
): void {
  bank.store.run(
    `insert into logins (bank_id, login_name, partner_key, display_name, password_hash, password_state, phone_number,
       totp_secret, methods, kind) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (bank_id, login_name) do update set partner_key = excluded.partner_key,
       display_name = excluded.display_name, password_hash = excluded.password_hash,
       password_state = excluded.password_state, failed_attempts = 0, phone_number = excluded.phone_number,
       totp_secret = excluded.totp_secret, methods = excluded.methods, kind = excluded.kind`,
    line.bankId,
    normalizeLoginName(line.loginName),
    line.partnerKey,
    line.displayName,
    passwordHash,
    line.passwordState,
    line.phoneNumber,
    line.totpSecret,
    line.methods.join(','),
    kind,
  );
}

/** Gives every user of the partner a login at the demo bank; all share one hash, it is one documented password. */
function writePartner(bank: Bank, demo: DemoBank, line: z.output<typeof partnerLine>): void {
  writeBank(bank, demo);
  const passwordHash = hashPassword(demo.password);
  for (const { loginName, displayName, phoneNumber } of line.users)
    writeLogin(
      bank,
      {
        bankId: demo.bankId,
        loginName,
        partnerKey: line.partnerKey,
        displayName,
        passwordState: demo.passwordState,
        phoneNumber: phoneNumber ?? '+490000000000',
        totpSecret: demoTotpSecret,
        methods: [...demo.methods],
      },
      passwordHash,
    );
}

function writeCustomer(
  bank: Bank,
  { depots, ...line }: Omit<z.output<typeof customerLine>, 'kind' | 'password'>,
  passwordHash: string,
): void {
  // No intermediary's depots belong to a customer's login.
  writeLogin(bank, { ...line, partnerKey: '' }, passwordHash, 'customer');
  const login = { bank_id: line.bankId, login_name: normalizeLoginName(line.loginName) };
  for (const each of depots) writeCustomerDepot(bank, login, each);
}

/** The demo customers with holdings in these funds; the demo banks must be there. */
function writeDemoCustomers(bank: Bank, funds: z.output<typeof customersLine>['funds']): void {
  const passwordHash = hashPassword(demoCustomerPassword);
  for (const { shows: _shows, depots, methods, ...customer } of demoCustomers)
    writeCustomer(
      bank,
      {
        ...customer,
        methods: [...methods],
        phoneNumber: '+491700004711',
        totpSecret: demoTotpSecret,
        depots: depots(funds, demoDay(bank)).map((each) => ({ ...each })),
      },
      passwordHash,
    );
  addCustomerFaults(bank);
}

function writeDepot(bank: Bank, line: z.output<typeof depotLine>): void {
  bank.store.run(
    `insert into depots (bank_id, partner_key, external_key, external_consumer_key, holder_name, iban, bic, product_key,
       state, needs_confirmation, cash, opened_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (bank_id, partner_key, external_key) do update
       set external_consumer_key = excluded.external_consumer_key, holder_name = excluded.holder_name,
         iban = excluded.iban, bic = excluded.bic, product_key = excluded.product_key, state = excluded.state,
         needs_confirmation = excluded.needs_confirmation, cash = excluded.cash`,
    line.bankId,
    line.partnerKey,
    line.externalKey,
    line.externalConsumerKey,
    line.holderName,
    line.iban,
    line.bic,
    line.productKey,
    line.state,
    line.needsConfirmation ? 1 : 0,
    toCents(line.cashValue),
    bank.now(),
  );
  const row = bank.store.get<{ id: number }>(
    'select id from depots where bank_id = ? and partner_key = ? and external_key = ?',
    line.bankId,
    line.partnerKey,
    line.externalKey,
  );
  if (!row) return;
  replacePositions(bank, row.id, line.positions);
  replacePlan(bank, row.id, line.savingsPlan, line.savingsPlan?.contributionInterval);
}
