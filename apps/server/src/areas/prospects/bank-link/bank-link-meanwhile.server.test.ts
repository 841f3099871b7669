import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CustomerBankWorld, talgrundBank } from '../../../../test/customer-bank-world.ts';
import { useTestDatabase } from '../../../../test/database.ts';
import { startedForTests } from '../../../../test/started-for-tests.ts';
import { DatabaseUnavailable } from '../../../platform/database/database-errors.ts';
import { tokenHash } from '../../../platform/secrets/keyed-hash.ts';
import { BankFault, type BankSigning } from './customer-banks.ts';

const db = useTestDatabase();
const world = startedForTests(() => CustomerBankWorld.start(db));

// Attempts are counted by the hour, and all of them come from this machine.
beforeEach(() => void (world.advice.later += 2 * 3_600_000));
afterEach(() => vi.restoreAllMocks());

const talgrund = () => ({ issuerId: world.issuerOf(talgrundBank), loginName: 'tim.talgrund' });
/** Customers' sessions that are open at the banks. */
const sessions = async () => {
  await world.services.background.settled();
  return ((await world.bank.control('GET', '/control/state')) as { customerSessions: number })
    .customerSessions;
};
/** The bank's answer to the next sign-in is held back until `happens` is done. */
function whileSigningIn(happens: () => Promise<unknown>): void {
  const banks = world.services.customerBanks;
  const signIn = banks.signIn.bind(banks);
  vi.spyOn(banks, 'signIn').mockImplementationOnce(async (bankId, given) => {
    const session = await signIn(bankId, given);
    vi.restoreAllMocks();
    await happens();
    return session;
  });
}

describe('while a bank signs a visitor in', () => {
  it('an analysis that is erased answers 404, and the bank is signed out of', async () => {
    const before = await sessions();
    const guid = await world.begin();
    whileSigningIn(() => world.call(guid, 'DELETE', ''));
    expect((await world.signIn(guid)).status).toBe(404);
    expect(await sessions()).toBe(before);
  });

  it('a link that is ended is not made', async () => {
    const before = await sessions();
    const guid = await world.begin();
    whileSigningIn(() => world.call(guid, 'DELETE', '/bank-link'));
    expect(await world.signIn(guid)).toMatchObject({ status: 409, body: { code: 'bankLink.ended' } });
    expect((await world.link(guid)).body.link).toBeNull();
    expect(await sessions()).toBe(before);
    expect((await world.signIn(guid)).status).toBe(201);
  });

  it('the last of two links is the one, and the other ends at the bank', async () => {
    const before = await sessions();
    const guid = await world.begin();
    whileSigningIn(() => world.signIn(guid, talgrund()));
    expect((await world.signIn(guid)).status).toBe(201);
    expect((await world.link(guid)).body.link).toMatchObject({ bankName: 'Quaderbank Depotservice' });
    expect(await sessions()).toBe(before + 1);
  });

  it('an analysis that is submitted gets no link', async () => {
    const before = await sessions();
    const guid = await world.begin();
    whileSigningIn(() =>
      world.advice.owner.query(
        "update depot_analyses set state = 'submitted', submitted_at = now() where guid_hash = $1",
        [tokenHash(guid)],
      ),
    );
    expect(await world.signIn(guid)).toMatchObject({
      status: 409,
      body: { code: 'depotanalysis.submitted' },
    });
    expect(await sessions()).toBe(before);
  });

  it('what the bank granted and nobody waits for any more stands in the log', async () => {
    const guid = await world.begin();
    const { owner } = world.advice;
    const analysis = await owner.query<{ id: string }>('select id from depot_analyses where guid_hash = $1', [
      tokenHash(guid),
    ]);
    for (const ended of ['/bank-link', '']) {
      whileSigningIn(() => world.call(guid, 'DELETE', ended));
      expect((await world.signIn(guid, talgrund())).status).toBeGreaterThan(400);
    }
    const entries = await owner.query(
      "select result, details from audit_entries where action = 'depotanalysis.bankSignIn' and object_id = $1",
      [analysis.rows[0]?.id],
    );
    const discarded = {
      result: 'refused',
      details: { issuerId: world.issuerOf(talgrundBank), fault: 'discarded' },
    };
    expect(entries.rows).toMatchObject([discarded, discarded]);
  });

  it('what fails first is what is told, also where it cannot be noted', async () => {
    const before = await sessions();
    const guid = await world.begin();
    const { database } = world.services;
    const transaction = database.transaction.bind(database);
    whileSigningIn(async () => {
      await world.call(guid, 'DELETE', '');
      // The try is given back, the link is not stored, and what is to be noted of it cannot be.
      vi.spyOn(database, 'transaction')
        .mockImplementationOnce(transaction)
        .mockImplementationOnce(transaction)
        .mockRejectedValueOnce(new Error('the log is away'));
    });
    expect((await world.signIn(guid)).status).toBe(404);
    expect(await sessions()).toBe(before);
  });

  it('a database that does not answer is no answer of ours: nobody says it was discarded', async () => {
    const guid = await world.begin();
    whileSigningIn(async () => {
      vi.spyOn(world.services.throttle, 'refund').mockRejectedValueOnce(new DatabaseUnavailable('away'));
    });
    expect((await world.signIn(guid)).status).toBe(503);
    const { rows } = await world.advice.owner.query(
      `select 1 from audit_entries e join depot_analyses a on e.object_id = a.id::text
        where e.action = 'depotanalysis.bankSignIn' and a.guid_hash = $1`,
      [tokenHash(guid)],
    );
    expect(rows).toEqual([]);
  });

  it('a refusal leaves nothing that waits', async () => {
    const guid = await world.begin();
    await world.signIn(guid, { password: 'falsch' });
    const { rows } = await world.advice.owner.query(
      'select 1 from depot_analysis_bank_sign_ins s join depot_analyses a on a.id = s.analysis_id where a.guid_hash = $1',
      [tokenHash(guid)],
    );
    expect(rows).toEqual([]);
  });
});

describe('what a bank says of a link that was replaced meanwhile', () => {
  const replacedWhile = async (answers: (asked: Promise<BankSigning>) => Promise<BankSigning>) => {
    const guid = await world.begin();
    await world.signIn(guid, talgrund());
    await world.call(guid, 'POST', '/bank-link/method', { tokenProviderId: 'decoupled' });
    await world.bank.decide('reject');
    const banks = world.services.customerBanks;
    const readSigning = banks.readSigning.bind(banks);
    vi.spyOn(banks, 'readSigning').mockImplementationOnce(async (access) => {
      const asked = await readSigning(access);
      await world.signIn(guid);
      return answers(Promise.resolve(asked));
    });
    return guid;
  };

  it('ends nothing but that, where it was rejected', async () => {
    const guid = await replacedWhile((asked) => asked);
    expect((await world.link(guid)).body.link).toMatchObject({ state: 'rejected' });
    expect((await world.link(guid)).body.link).toMatchObject({ bankName: 'Quaderbank Depotservice' });
  });

  it('ends nothing but that, where its session is over', async () => {
    const guid = await replacedWhile(() => Promise.reject(new BankFault('over')));
    expect((await world.link(guid)).body.link).toBeNull();
    expect((await world.link(guid)).body.link).toMatchObject({ bankName: 'Quaderbank Depotservice' });
  });
});
