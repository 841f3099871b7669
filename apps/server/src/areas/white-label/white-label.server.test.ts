import { contrastOf } from '@depotwerk/domain/contrast';
import { builtInWhiteLabel } from '@depotwerk/domain/white-label/built-in';
import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { aTenant, createSignInWorld } from '../../../test/sign-in-world.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';
import { hostOf } from '../../platform/http/host-of.ts';
import { createPageReader, createWhiteLabelReader } from './white-label.view.ts';

describe('GET /white-label-config', () => {
  const db = useTestDatabase();
  const world = startedForTests(() => createSignInWorld(db));

  const get = (host: string, headers: Record<string, string> = {}) =>
    world.app.inject({ url: '/api/white-label-config', headers: { host, ...headers } });

  async function aConfig(host: string, title: string, primaryColour = '#0b5c6b'): Promise<string> {
    const tenantId = await aTenant(db);
    const id = crypto.randomUUID();
    await db.owner.query(
      `insert into white_label_configs (tenant_id, id, application_title, primary_colour, accent_colour,
        registration_mode, features) values ($1, $2, $3, $4, '#7a4a00', 2, '{"esg": false}')`,
      [tenantId, id, title, primaryColour],
    );
    await db.owner.query(
      'insert into white_label_hosts (tenant_id, host, white_label_id) values ($1, $2, $3)',
      [tenantId, host, id],
    );
    return tenantId;
  }

  it('is that of the host, port and case aside, without a sign-in', async () => {
    const north = await aConfig('nord.example', 'Anlageportal Nord');
    await aConfig('sued.example', 'Anlageportal Süd');
    const answer = await get('NORD.example:8080');
    expect(answer.json()).toMatchObject({
      tenantId: north,
      applicationTitle: 'Anlageportal Nord',
      registrationMode: 2,
      favicon: '/favicon.svg',
      features: { esg: false, bulk: true },
      isDemo: false,
    });
    expect((await get('sued.example')).json().applicationTitle).toBe('Anlageportal Süd');
  });

  it('falls back to the built-in one for hosts nobody configured', async () => {
    for (const host of ['unknown.example', '127.0.0.1:22600', "'; drop table tenants; --", 'a'.repeat(300)]) {
      const answer = await get(host);
      expect([answer.statusCode, answer.json().applicationTitle]).toEqual([200, 'Depotwerk']);
    }
  });

  it('says nothing of terms of its own where a house has none: pages of the release before do not know them', async () => {
    await aConfig('ohne.example', 'Ohne Bedingungen');
    expect((await get('ohne.example')).json()).not.toHaveProperty('termsVersion');
  });

  it('is not sent again to whoever has it', async () => {
    const first = await get('unknown.example');
    const etag = String(first.headers.etag);
    const again = await get('unknown.example', { 'if-none-match': etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    await aConfig('fresh.example', 'Neu');
    expect((await get('fresh.example', { 'if-none-match': etag })).statusCode).toBe(200);
  });

  it('shows a changed configuration after a second and drops one of an inactive tenant', async () => {
    const tenantId = await aConfig('wandel.example', 'Vorher');
    expect((await get('wandel.example')).json().applicationTitle).toBe('Vorher');
    await db.owner.query(
      "update white_label_configs set application_title = 'Nachher' where tenant_id = $1",
      [tenantId],
    );
    world.clock.ahead += 1_100;
    expect((await get('wandel.example')).json().applicationTitle).toBe('Nachher');
    await db.owner.query('update tenants set is_inactive = true where tenant_id = $1', [tenantId]);
    world.clock.ahead += 1_100;
    expect((await get('wandel.example')).json().applicationTitle).toBe('Depotwerk');
  });

  it('tells visitors that nobody registers by himself where no mail can go out', async () => {
    const tenantId = await aConfig('stumm.example', 'Stumm');
    const modeAfter = async (statement: string) => {
      await db.owner.query(statement, [tenantId]);
      world.clock.ahead += 1_100;
      const answer = await get('stumm.example');
      return [answer.json().registrationMode, answer.headers.etag];
    };
    const seen = [];
    for (const mode of [0, 1, 2, 3])
      seen.push(
        await modeAfter(`update white_label_configs set registration_mode = ${mode} where tenant_id = $1`),
      );
    expect(seen.map(([mode]) => mode)).toEqual([0, 2, 2, 2]);
    const [mode, etag] = await modeAfter(
      `insert into mail_settings (tenant_id, host, port, security, sender_address, sender_name)
        values ($1, 'mail.firma.example', 587, 'startTls', 'a@firma.example', 'A')`,
    );
    expect(mode).toBe(3);
    expect(etag).not.toBe(seen[3]?.[1]);
  });

  it('tells visitors whether a link for a new password or a code can come, by the host alone', async () => {
    const tenantId = await aConfig('leise.example', 'Leise');
    const helpAt = async (host: string) => {
      world.clock.ahead += 1_100;
      return (await world.app.inject({ url: '/api/auth/forgot-password', headers: { host } })).json();
    };
    expect(await helpAt('leise.example')).toEqual({ isMailed: false, isTexted: true });
    // Whose host it is nobody knows: then the page promises nothing less than before.
    expect(await helpAt('unbekannt.example')).toEqual({ isMailed: true, isTexted: true });
    await db.owner.query(
      `insert into mail_settings (tenant_id, host, port, security, sender_address, sender_name)
        values ($1, 'mail.firma.example', 587, 'startTls', 'a@firma.example', 'A')`,
      [tenantId],
    );
    expect(await helpAt('leise.example')).toEqual({ isMailed: true, isTexted: true });
    // An interface of the house itself, beside that of the installation.
    const hasOwnSmsAt = async (host: string) =>
      (await createWhiteLabelReader(world.services)(host)).hasOwnSms;
    expect([await hasOwnSmsAt('leise.example'), await hasOwnSmsAt('unbekannt.example')]).toEqual([
      false,
      null,
    ]);
    await db.owner.query(
      `insert into sms_settings (tenant_id, id, url, sender, secret_envelope)
        values ($1, gen_random_uuid(), 'https://sms.firma.example', 'Firma', '{}')`,
      [tenantId],
    );
    expect(await hasOwnSmsAt('leise.example')).toBe(true);
  });

  it('never answers a colour that cannot be read on white', async () => {
    await aConfig('gelb.example', 'Gelb', '#ffdd00');
    const { primaryColour } = (await get('gelb.example')).json();
    expect(contrastOf(primaryColour, '#ffffff')).toBeGreaterThanOrEqual(4.5);
  });

  it('lets the apps a house names stand around the page of its host, and nothing that is more than an origin', async () => {
    const tenantId = await aConfig('rahmen.example', 'Rahmen');
    await db.owner.query(
      `update white_label_configs set allowed_frame_ancestors = '{"*","https://app.example;script-src","https://app.example"}'
        where tenant_id = $1`,
      [tenantId],
    );
    const { frameAncestorsAt: ancestorsAt, titleAt } = createPageReader(world.services);
    expect([await titleAt('rahmen.example'), await titleAt('anders.example')]).toEqual([
      'Rahmen',
      builtInWhiteLabel.applicationTitle,
    ]);
    expect(await ancestorsAt('Rahmen.example:8080')).toEqual(['https://app.example']);
    expect(await ancestorsAt('anders.example')).toEqual([]);
    const { database: _gone, ...rest } = world.services;
    const unreadable = { read: () => Promise.reject(new Error('away')) };
    const away = createPageReader({
      ...rest,
      database: Object.assign(Object.create(world.services.database), unreadable),
    });
    expect(await away.frameAncestorsAt('rahmen.example')).toEqual([]);
    expect(await away.titleAt('rahmen.example')).toBeNull();
  });

  it('reads host names only', () => {
    expect(hostOf('[::1]:8080')).toBe('[::1]');
    for (const header of ['', 'a b', 'a/b', 'a@b', 'x'.repeat(254)]) expect(hostOf(header)).toBeNull();
  });
});
