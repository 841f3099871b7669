import { afterAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { aUser, createSignInWorld, type SignInWorld } from '../../../test/sign-in-world.ts';
import { deliverSmsOf, smsPauseAfter } from './deliver-sms.ts';
import { sendSmsCode } from './send-sms-code.ts';
import { noSmsProvider, type SmsMessage, type SmsOutcome, type SmsProvider } from './sms-provider.ts';

describe('SMS by a real provider', () => {
  const db = useTestDatabase();
  const worlds: SignInWorld[] = [];
  afterAll(() => Promise.all(worlds.map((world) => world.app.close())));

  const phoneNumber = '+4915121234567';

  /** A world whose provider answers in turn, and its clock. */
  async function houseWith(...outcomes: SmsOutcome[]) {
    const world = await createSignInWorld(db);
    worlds.push(world);
    const user = await aUser(db);
    const sent: SmsMessage[] = [];
    const sms: SmsProvider = {
      isAvailable: true,
      keepsText: false,
      attempt: async (message) => {
        sent.push(message);
        return outcomes[Math.min(sent.length, outcomes.length) - 1] ?? { kind: 'sent' };
      },
    };
    const services = { ...world.services, sms };
    await services.throttle.clear('smsNumber', phoneNumber);
    await services.throttle.clear('smsNewNumber', phoneNumber);
    const send = async () => {
      await sendSmsCode(services, { ...user, phoneNumber, purpose: 'phoneValidation', challengeId: null });
      await services.background.settled();
    };
    const rows = async () =>
      (await db.owner.query('select * from sms_outbox where tenant_id = $1 order by id', [user.tenantId]))
        .rows;
    const look = async (seconds: number) => {
      world.clock.ahead += seconds * 1000;
      return deliverSmsOf(services, user.tenantId);
    };
    const stored = async () => {
      const codes = await db.owner.query('select * from sms_codes where tenant_id = $1', [user.tenantId]);
      return JSON.stringify([await rows(), codes.rows]);
    };
    return { ...user, world, services, sent, send, rows, look, stored };
  }

  it('sends the code and keeps only its hash: neither outbox nor log know it', async () => {
    const { sent, send, rows, stored, world } = await houseWith({ kind: 'sent' });
    await send();
    const code = /\d{6}/.exec(sent[0]?.text ?? '')?.[0] ?? 'none';
    expect(sent).toHaveLength(1);
    expect(sent[0]?.phoneNumber).toBe(phoneNumber);
    expect((await rows())[0]).toMatchObject({
      state: 'sent',
      attempts: 1,
      message_text: expect.stringContaining('••••••'),
      text_envelope: null,
    });
    expect(await stored()).not.toContain(code);
    expect(world.log.join('\n')).not.toContain(code);
  });

  it('tries again with growing pauses and the same id, also after a restart', async () => {
    const later = { kind: 'later', reason: 'Zurzeit nicht.' } as const;
    const { sent, send, rows, look, stored } = await houseWith(later, later, later, { kind: 'sent' });
    await send();
    const code = /\d{6}/.exec(sent[0]?.text ?? '')?.[0] ?? 'none';
    expect((await rows())[0]).toMatchObject({ state: 'queued', attempts: 1, last_error: 'Zurzeit nicht.' });
    expect(await stored()).not.toContain(code);
    // Nothing but the rows is needed: each look is what a process does that has just started.
    expect(await look(1)).toBe(0);
    expect(await look(2)).toBe(1);
    expect(await look(4)).toBe(0);
    expect(await look(2)).toBe(1);
    expect(await look(16)).toBe(1);
    expect(await look(300)).toBe(0);
    expect(sent).toHaveLength(4);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    expect(new Set(sent.map(({ text }) => text)).size).toBe(1);
    expect((await rows())[0]).toMatchObject({ state: 'sent', attempts: 4, last_error: null });
    expect([1, 2, 3, 4, 5, 9].map(smsPauseAfter)).toEqual([2000, 5000, 15_000, 30_000, 60_000, 60_000]);
  });

  it('goes again when its sender died, and is claimed by one of many', async () => {
    const { sent, send, rows, look, tenantId, services } = await houseWith({
      kind: 'later',
      reason: 'Nein.',
    });
    await send();
    await db.owner.query(
      `update sms_outbox set state = 'sending', locked_until = now() - interval '1 hour' where tenant_id = $1`,
      [tenantId],
    );
    await Promise.all([1, 2, 3].map(() => deliverSmsOf(services, tenantId)));
    expect(sent).toHaveLength(2);
    expect(await look(0)).toBe(0);
    expect((await rows())[0]).toMatchObject({ state: 'queued', attempts: 2 });
  });

  it('ends with its code: a refused or late one loses its text', async () => {
    const refused = await houseWith({ kind: 'refused', reason: 'Abgelehnt.' });
    await refused.send();
    expect((await refused.rows())[0]).toMatchObject({ state: 'failed', last_error: 'Abgelehnt.' });
    expect((await refused.rows())[0].text_envelope).not.toBeNull();
    expect(await refused.look(301)).toBe(0);
    expect((await refused.rows())[0]).toMatchObject({ last_error: 'Abgelehnt.', text_envelope: null });
    const late = await houseWith({ kind: 'later', reason: 'Nein.' });
    await late.send();
    await late.look(301);
    expect((await late.rows())[0]).toMatchObject({ state: 'failed', text_envelope: null });
    expect((await late.rows())[0].last_error).toMatch(/^Nein\. Der Code ist abgelaufen/);
    expect(late.world.log.join('\n')).toContain('sms.notDelivered');
  });

  it('says why it waits where no key opens the secret of the interface, once in the log', async () => {
    const { send, rows, look, tenantId, world } = await houseWith({ kind: 'later', reason: 'Nein.' });
    await send();
    await db.owner.query(
      `insert into sms_settings (tenant_id, url, secret_envelope) values ($1, 'https://sms.example/send', '{"of": "another key"}')`,
      [tenantId],
    );
    expect(await look(20)).toBe(0);
    expect(await look(1)).toBe(0);
    expect((await rows())[0]).toMatchObject({ state: 'queued', attempts: 1 });
    expect((await rows())[0].last_error).toContain('Schlüssel der SMS-Schnittstelle lässt sich nicht öffnen');
    expect(world.log.filter((line) => line.includes('sms.secretClosed'))).toHaveLength(1);
    await db.owner.query('delete from sms_settings where tenant_id = $1', [tenantId]);
    expect(await look(1)).toBe(1);
  });

  it('is overtaken by a newer code', async () => {
    const { sent, send, rows, look } = await houseWith({ kind: 'later', reason: 'Nein.' }, { kind: 'sent' });
    await send();
    await send();
    await look(10);
    expect((await rows()).map(({ state }) => state)).toEqual(['failed', 'sent']);
    expect(sent).toHaveLength(2);
  });

  it('is refused when there is none', async () => {
    const world = await createSignInWorld(db);
    worlds.push(world);
    const user = await aUser(db);
    const request = {
      ...user,
      phoneNumber,
      purpose: 'phoneValidation',
      challengeId: null,
    } as const;
    await expect(sendSmsCode({ ...world.services, sms: noSmsProvider }, request)).rejects.toThrow(
      'auth.phoneNumberNotAllowed',
    );
  });
});
