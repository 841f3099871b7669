import { afterAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { aUser, createSignInWorld, type SignInWorld } from '../../../test/sign-in-world.ts';
import { sendSmsCode } from './send-sms-code.ts';
import { noSmsProvider, type SmsMessage } from './sms-provider.ts';

describe('SMS by a real provider', () => {
  const db = useTestDatabase();
  const worlds: SignInWorld[] = [];
  afterAll(() => Promise.all(worlds.map((world) => world.app.close())));

  async function sendBy(deliver: (message: SmsMessage) => Promise<void>) {
    const world = await createSignInWorld(db);
    worlds.push(world);
    const user = await aUser(db);
    const services = { ...world.services, sms: { isAvailable: true, keepsText: false, deliver } };
    const request = {
      ...user,
      phoneNumber: '+4915121234567',
      purpose: 'phoneValidation',
      challengeId: null,
    } as const;
    await services.throttle.clear('smsNumber', request.phoneNumber);
    await sendSmsCode(services, request);
    await services.background.settled();
    const { rows } = await db.owner.query('select * from sms_outbox where tenant_id = $1', [user.tenantId]);
    const codes = await db.owner.query('select * from sms_codes where tenant_id = $1', [user.tenantId]);
    return { row: rows[0], stored: JSON.stringify([rows, codes.rows]), log: world.log.join('\n') };
  }

  it('sends the code and keeps only its hash: neither outbox nor log know it', async () => {
    const sent: SmsMessage[] = [];
    const { row, stored, log } = await sendBy(async (message) => void sent.push(message));
    const code = /\d{6}/.exec(sent[0]?.text ?? '')?.[0] ?? 'none';
    expect(sent).toHaveLength(1);
    expect(sent[0]?.phoneNumber).toBe('+4915121234567');
    expect(row).toMatchObject({
      state: 'sent',
      attempts: 1,
      message_text: expect.stringContaining('••••••'),
    });
    expect(stored).not.toContain(code);
    expect(log).not.toContain(code);
  });

  it('notes a message the provider did not take', async () => {
    const { row, log } = await sendBy(async () => Promise.reject(new Error('canary of the provider')));
    expect(row).toMatchObject({ state: 'failed', last_error: 'not accepted by the provider' });
    expect(log).toContain('sms.notDelivered');
    expect(log).not.toContain('canary');
  });

  it('is refused when there is none', async () => {
    const world = await createSignInWorld(db);
    worlds.push(world);
    const user = await aUser(db);
    const request = {
      ...user,
      phoneNumber: '+4915121234567',
      purpose: 'phoneValidation',
      challengeId: null,
    } as const;
    await expect(sendSmsCode({ ...world.services, sms: noSmsProvider }, request)).rejects.toThrow(
      'auth.phoneNumberNotAllowed',
    );
  });
});
