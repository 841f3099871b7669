import { generateSync } from 'otplib';
import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { everyRow } from '../../../test/every-row.ts';
import { readMails } from '../../../test/read-mails.ts';
import {
  aUser,
  callAs,
  createSignInWorld,
  refresh,
  signIn,
  testPassword,
} from '../../../test/sign-in-world.ts';

describe('a stolen dump, a log and an error body', () => {
  const db = useTestDatabase();

  it('hold no password, token, seed, code or device secret', async () => {
    const world = await createSignInWorld(db);
    const sent: string[] = [];
    Object.assign(world.services, {
      sms: {
        isAvailable: true,
        keepsText: false,
        attempt: async ({ text }: { text: string }) => {
          sent.push(text);
          return { kind: 'sent' };
        },
      },
    });
    const user = await aUser(db);
    const errors: string[] = [];
    const wrong = await world.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { userName: user.userName, password: 'canary-password' },
    });
    errors.push(wrong.body);
    const session = await signIn(world, user.userName);
    const post = (path: string, payload: object) =>
      callAs(world, session.accessToken, 'POST', `/api/auth/${path}`, payload);
    const { secret } = (await post('second-factor/totp', { password: testPassword })).json();
    errors.push((await post('second-factor/totp/confirm', { token: '000000' })).body);
    const token = generateSync({ secret, epoch: Math.floor(Date.now() / 1000) });
    const { recoveryCodes } = (await post('second-factor/totp/confirm', { token })).json();
    await post('activation', {
      tokenProviderType: 'sms',
      tokenProviderId: '+4915121234567',
      description: '',
      password: testPassword,
    });
    await world.services.background.settled();
    const smsCode = /\d{6}/.exec(sent[0] ?? '')?.[0] ?? 'none';
    errors.push((await post('validation', { token: 'AAAAAAAA' })).body);
    // Without a mail server no link is made.
    await db.owner.query(
      `insert into mail_settings (tenant_id, host, port, security, sender_address, sender_name)
        values ($1, 'mail.firma.example', 587, 'startTls', 'a@firma.example', 'A')`,
      [user.tenantId],
    );
    await world.app.inject({
      method: 'POST',
      url: '/api/auth/forgot-password',
      payload: { userName: user.userName },
    });
    const [link] = await readMails(db, world, user).then((mails) =>
      mails.flatMap(({ body }) => /guid=([0-9a-f-]{36})/.exec(body)?.[1] ?? []),
    );
    const rotated = await refresh(world, session.refreshCookie);
    await world.services.background.settled();

    const everything = [await everyRow(db), world.log.join('\n'), ...errors].join('\n');
    expect(everything).toContain(user.userId);
    expect(sent).toHaveLength(1);
    const canaries = [
      'canary-password',
      testPassword,
      session.accessToken,
      session.refreshCookie,
      session.refreshCookie.split('.').at(-1),
      String(rotated.headers['set-cookie']).split(';')[0]?.split('=')[1],
      session.deviceCookie.split('.')[1],
      secret,
      smsCode,
      link,
      ...recoveryCodes,
      ...recoveryCodes.map((code: string) => code.replace('-', '')),
    ];
    for (const canary of canaries) {
      expect(typeof canary).toBe('string');
      expect(everything.includes(canary)).toBe(false);
    }
    await world.app.close();
  });
});
