import { prospectTermsVersion } from '@depotwerk/domain/depot-analysis/consent';
import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { readMails } from '../../../test/read-mails.ts';
import { secondFactorSteps } from '../../../test/second-factor-steps.ts';
import {
  aUser,
  callAs,
  createSignInWorld,
  signIn,
  type TestUser,
  testPassword,
} from '../../../test/sign-in-world.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';
import { createActivation } from '../../platform/tokens/activation-token.ts';

const strong = 'Sieben Lampen im Regen';

describe('links and codes of invitations and resets', () => {
  const db = useTestDatabase();
  const world = startedForTests(() => createSignInWorld(db, { hasCheapPasswords: true, isDemo: true }));

  const { aNumber, answerWith, challengeFor, withSms, withTotp } = secondFactorSteps(db, () => world);
  let nextAddress = 0;
  const send = (path: string, payload: object) => {
    nextAddress += 1;
    const remoteAddress = `198.51.100.${nextAddress}`;
    return world.app.inject({ method: 'POST', url: `/api/auth/${path}`, payload, remoteAddress });
  };
  const outbox = (user: TestUser) => readMails(db, world, user);
  const guidOf = (text = '') => /guid=([0-9a-f-]{36})/.exec(text)?.[1] ?? '';
  const invite = (user: TestUser) =>
    db.database.transaction(user, (transaction) =>
      createActivation(transaction, user, 'invitation', world.services.clock()),
    );
  /** What using the user's first link answers. */
  const useLink = async (user: TestUser) => {
    const guid = guidOf((await outbox(user))[0]?.body);
    const body = { guid, userName: user.userName, password: `${strong} neu` };
    return (await send('activation/credentials', body)).json().code;
  };

  it('says before the form is filled in whether it can be used, and tells no more than using it does', async () => {
    const stateOf = async (guid: string, userName: string) => {
      const answer = await send('activation/state', { guid, userName });
      return [answer.statusCode, answer.json()];
    };
    const [open, over] = [true, false].map((isOpen) => [200, { isOpen }]);
    const [invited, asking, stranger] = [
      await aUser(db, { passwordHash: null }),
      await aUser(db),
      await aUser(db),
    ];
    const invitation = await invite(invited);
    await send('forgot-password', { userName: asking.userName });
    const reset = guidOf((await outbox(asking))[0]?.body);
    expect(await stateOf(invitation, invited.userName)).toEqual(open);
    // An invited person may choose another name.
    expect(await stateOf(invitation, 'anders@test.example')).toEqual(open);
    expect(await stateOf(reset, asking.userName.toUpperCase())).toEqual(open);
    expect(await stateOf(reset, stranger.userName)).toEqual(over);
    expect(await stateOf('0b8f4f5e-6c1e-4b3a-9d59-2f7a3c1d0002', asking.userName)).toEqual(over);
    // Looking uses nothing up.
    const body = { guid: invitation, userName: invited.userName, password: strong };
    expect((await send('activation/credentials', body)).statusCode).toBe(201);
    expect(await stateOf(invitation, invited.userName)).toEqual(over);
    await db.owner.query('update users set is_inactive = true where id = $1', [asking.userId]);
    expect(await stateOf(reset, asking.userName)).toEqual(over);
  });

  it('let many people of one office in within an hour', async () => {
    const fromOffice = (userName: string, guid: string, password = strong) =>
      world.app.inject({
        method: 'POST',
        url: '/api/auth/activation/credentials',
        payload: { guid, userName, password },
        remoteAddress: '203.0.113.30',
      });
    for (let person = 0; person < 22; person += 1) {
      const user = await aUser(db, { passwordHash: null });
      const guid = await invite(user);
      // Who chooses a password that is refused first has proved to hold the link as well.
      expect((await fromOffice(user.userName, guid, 'kurz')).statusCode).toBe(400);
      expect((await fromOffice(user.userName, guid)).statusCode).toBe(201);
    }
  });

  it('try no more than twenty names an hour, which tells who has an access', async () => {
    const known = await aUser(db);
    const guid = await invite(await aUser(db, { passwordHash: null }));
    const tries: string[] = [];
    for (let attempt = 0; attempt < 22; attempt += 1) {
      const answer = await world.app.inject({
        method: 'POST',
        url: '/api/auth/activation/credentials',
        payload: { guid, userName: known.userName, password: strong },
        remoteAddress: '203.0.113.31',
      });
      tries.push(answer.json().code);
    }
    expect(tries).toEqual([
      ...Array<string>(20).fill('contracts.mailIsTaken'),
      ...Array<string>(2).fill('auth.tooManyAttempts'),
    ]);
  });

  it('opens nothing after the password was changed', async () => {
    const user = await aUser(db);
    await send('forgot-password', { userName: user.userName });
    const { accessToken } = await signIn(world, user.userName);
    const change = { oldPassword: testPassword, newPassword: strong };
    expect((await callAs(world, accessToken, 'POST', '/api/auth/password', change)).statusCode).toBe(204);
    expect(await useLink(user)).toBe('auth.activationInvalid');
  });

  it('opens nothing after a factor was set up', async () => {
    const user = await aUser(db);
    await send('forgot-password', { userName: user.userName });
    await withTotp(user);
    expect(await useLink(user)).toBe('auth.activationInvalid');
  });

  it('sets a first password only with the code sent to a number on record, also when it was asked for as a new one', async () => {
    const user = await aUser(db, { passwordHash: null, phoneNumber: '+4915126666666' });
    await send('forgot-password', { userName: user.userName });
    expect(await useLink(user)).toBe('auth.secondFactorRequired');
    const guid = guidOf((await outbox(user))[0]?.body);
    await send('activation/reset-token', { guid });
    const sms = await db.owner.query('select message_text from sms_outbox where tenant_id = $1', [
      user.tenantId,
    ]);
    const token = /\d{6}/.exec(sms.rows[0].message_text)?.[0] ?? '';
    const body = { guid, userName: user.userName, password: strong, token };
    expect((await send('activation/credentials', body)).statusCode).toBe(201);
  });

  it('is sent to nobody who signs in through the provider of his house alone', async () => {
    const user = await aUser(db, { passwordHash: null });
    const issuer = 'https://anmeldung.example';
    await db.owner.query(
      `insert into identity_providers (tenant_id, issuer, client_id, button_text, is_active, unknown_people)
       values ($1, $2, 'depotwerk', 'Anmelden', true, 'refuse')`,
      [user.tenantId, issuer],
    );
    await db.owner.query(
      'insert into identity_links (tenant_id, user_id, issuer, subject) values ($1, $2, $3, $4)',
      [user.tenantId, user.userId, issuer, 'subject-1'],
    );
    for (let round = 0; round < 5; round += 1) await send('forgot-password', { userName: user.userName });
    const mails = await outbox(user);
    // Three notices a day, however often somebody asks.
    expect(mails).toHaveLength(3);
    expect(mails[0]?.body).toContain('über den Anmeldedienst Ihres Hauses');
    expect(mails.map(({ body }) => guidOf(body)).join('')).toBe('');
    // Once the provider is switched off, his mailbox is how he comes in again.
    await db.owner.query('update identity_providers set is_active = false where tenant_id = $1', [
      user.tenantId,
    ]);
    await send('forgot-password', { userName: user.userName });
    expect(guidOf((await outbox(user)).at(-1)?.body)).not.toBe('');
  });

  it('lies sealed in the outbox, and its text goes when the mail went out', async () => {
    const user = await aUser(db);
    await send('forgot-password', { userName: user.userName });
    const [mail] = await outbox(user);
    const row = () => db.owner.query('select * from mail_outbox where tenant_id = $1', [user.tenantId]);
    const stored = (await row()).rows;
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(guidOf(mail?.body));
    await db.owner.query("update mail_outbox set state = 'sent', sent_at = now() where tenant_id = $1", [
      user.tenantId,
    ]);
    expect((await row()).rows).toMatchObject([{ body: null, body_envelope: null, state: 'sent' }]);
  });

  it('lets no stranger use up the messages of a sign-in', async () => {
    const user = await aUser(db);
    await withSms(user, aNumber());
    await send('forgot-password', { userName: user.userName });
    for (let round = 0; round < 12; round += 1) {
      expect((await send('activation/reset-token', { userName: user.userName })).statusCode).toBe(202);
      // Not even with the link of the mail: a reset needs no code.
      const guid = guidOf((await outbox(user)).at(-1)?.body);
      expect((await send('activation/reset-token', { guid })).statusCode).toBe(202);
    }
    const { challengeId } = await challengeFor(user);
    expect((await answerWith(user, challengeId, 'sms')).json()).toMatchObject({
      secondFactor: { selectedTokenProviderId: 'sms' },
    });
  });

  it('is bounded apart from signing in', async () => {
    const user = await aUser(db, { passwordHash: null, phoneNumber: '+4915129999999' });
    const guid = await invite(user);
    for (let round = 0; round < 5; round += 1) await send('activation/reset-token', { guid });
    const sms = await db.owner.query('select 1 from sms_outbox where tenant_id = $1', [user.tenantId]);
    expect(sms.rowCount).toBe(3);
    expect((await world.services.throttle.attempt('smsNumber', '+4915129999999')).count).toBe(1);
  });

  it('keeps which terms somebody agreed to, and takes none but those of today', async () => {
    const user = await aUser(db, { passwordHash: null });
    await db.owner.query(
      `insert into white_label_configs (tenant_id, application_title, primary_colour, accent_colour, terms_url)
       values ($1, 'Haus', '#112233', '#112233', 'https://haus.example/agb')`,
      [user.tenantId],
    );
    const agreed = () =>
      db.owner.query(
        'select terms_version, terms_accepted_at is not null as is_dated from users where id = $1',
        [user.userId],
      );
    const body = { guid: await invite(user), userName: user.userName, password: strong };
    const outdated = await send('activation/credentials', { ...body, termsVersion: '2019-01' });
    expect([outdated.statusCode, outdated.json().code]).toEqual([409, 'auth.termsOutdated']);
    expect((await agreed()).rows).toEqual([{ terms_version: null, is_dated: false }]);
    // The link was not used up by the refusal.
    const taken = await send('activation/credentials', { ...body, termsVersion: prospectTermsVersion });
    expect(taken.statusCode).toBe(201);
    expect((await agreed()).rows).toEqual([{ terms_version: prospectTermsVersion, is_dated: true }]);
  });
});
