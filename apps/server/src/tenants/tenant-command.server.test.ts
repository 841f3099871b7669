import { expect, it } from 'vitest';
import { useTestDatabase } from '../../test/database.ts';
import { readMails } from '../../test/read-mails.ts';
import { secondFactorSteps } from '../../test/second-factor-steps.ts';
import { aUser, createSignInWorld, refresh, signIn, testKeys } from '../../test/sign-in-world.ts';
import { runTenantCommand } from './tenant-command.ts';

const db = useTestDatabase();

let keys = testKeys();

/** Of the server a command works beside. */
let joinedPort: number | null = null;
const run = (...args: string[]) => runWith({}, ...args);
async function runWith(
  variables: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<{ code: number; said: string }> {
  const lines: string[] = [];
  const say = (line: string) => lines.push(line);
  const open = async () => ({ target: db.target, close: async () => {}, joinedPort });
  const code = await runTenantCommand(
    args,
    variables,
    { out: say, error: say },
    open,
    () => keys.keyEncryption,
  );
  return { code, said: lines.join('\n') };
}

it('makes a tenant of its own with roles, host and one link for its first administrator', async () => {
  const world = await createSignInWorld(db, { hasCheapPasswords: true });
  const made = await run('create', '--key', 'sued', '--name', 'Haus Süd', '--host', 'Sued.example');
  expect(made).toMatchObject({ code: 0 });
  const again = await run('link', '--key', 'sued');
  const guidIn = (text: string) => /guid=([0-9a-f-]{36})/.exec(text)?.[1];
  const activate = (guid: string | undefined) =>
    world.app.inject({
      method: 'POST',
      url: '/api/auth/activation/credentials',
      payload: { guid, userName: 'leitung@sued.example', password: 'Birnbaum tanzt leise' },
    });
  // Both begin with what opens here: the only house of an installation answers at every address, and nothing brings TLS yet.
  for (const { said } of [made, again])
    expect(said).toContain('http://127.0.0.1:8080/auth/activation/credentials?guid=');
  expect((await activate(guidIn(made.said))).statusCode).toBe(400);
  expect((await activate(guidIn(again.said))).statusCode).toBe(201);
  expect(await run('link', '--key', 'sued')).toMatchObject({ code: 1 });
  const config = await world.app.inject({
    url: '/api/white-label-config',
    headers: { host: 'sued.example' },
  });
  expect(config.json()).toMatchObject({ applicationTitle: 'Haus Süd' });
  expect(await run('host', '--key', 'sued', '--host', 'portal.sued.example')).toMatchObject({ code: 0 });
  expect((await run('list')).said).toContain('sued\tHaus Süd\tportal.sued.example, sued.example');
  await world.app.close();
});

it('says what is wrong with a command and leaves nothing behind', async () => {
  for (const [args, words] of [
    [['create', '--key', 'sued', '--name', 'Noch eins'], 'gibt es schon'],
    [['create', '--key', 'ost', '--name', 'Ost', '--host', 'sued.example'], 'gibt es schon'],
    [['create', '--key', 'Groß', '--name', 'Groß'], 'kleinen Buchstaben'],
    [['create', '--key', 'ost', '--name', ' '], '1 bis 200'],
    [['create', '--key', 'ost', '--name', 'Ost', '--host', 'https://ost.example'], 'kein Rechnername'],
    [['create', '--key', 'ost'], 'Aufruf'],
    [['delete', '--key', 'sued'], 'Aufruf'],
    [['link', '--key', 'ost'], 'gibt es nicht'],
    [['host', '--key', 'sued', '--host', 'sued.example'], 'gehört schon'],
    [['host', '--key', 'ost', '--host', 'b.example'], 'gibt es nicht'],
  ] as const) {
    const { code, said } = await run(...args);
    expect([args, code, said]).toEqual([args, 1, expect.stringContaining(words)]);
  }
  expect((await run('list')).said).not.toContain('ost\t');
});

it('prints links that open where it is asked, and asks for the address where they would not', async () => {
  const link = (variables: Readonly<Record<string, string>>, key: string) =>
    runWith(variables, 'create', '--key', key, '--name', key);
  const everywhere = await link({ HOST: '0.0.0.0' }, 'offen');
  expect(everywhere).toEqual({ code: 1, said: expect.stringContaining('PUBLIC_ORIGIN') });
  const here = await link({ HOST: '::1', PORT: '7801' }, 'sechs');
  expect(here.said).toContain('http://[::1]:7801/auth/activation/credentials?guid=');
  // Beside a running server it is the port that one answers at, whatever the command was told.
  joinedPort = 7802;
  const beside = await link({}, 'daneben');
  joinedPort = null;
  expect(beside.said).toContain('http://127.0.0.1:7802/auth/activation/credentials?guid=');
  const proxy = { HOST: '0.0.0.0', PUBLIC_ORIGIN: 'https://haus.example', TRUSTED_PROXY_HOPS: '1' };
  expect((await link(proxy, 'draussen')).said).toContain('https://haus.example/auth/activation/');
});

it('lets the only administrator in again who has lost password and second factor', async () => {
  const world = await createSignInWorld(db, { hasCheapPasswords: true });
  ({ keys } = world.services);
  const steps = secondFactorSteps(db, () => world);
  const user = await aUser(db, { userName: 'allein@haus.example' });
  const { refreshCookie } = await steps.withTotp(user);
  const { rows } = await db.owner.query<{ key: string }>(
    'select tenant_key as key from tenants where tenant_id = $1',
    [user.tenantId],
  );
  const key = rows[0]?.key ?? '';

  for (const nobody of ['niemand@haus.example', 'admin@sued.example']) {
    const refused = await run('rescue', '--key', key, '--user', nobody);
    expect(refused).toEqual({ code: 1, said: expect.stringContaining(nobody) });
  }
  expect((await steps.challengeFor(user)).tokenProviders).not.toEqual([]);

  const { code, said } = await run('rescue', '--key', key, '--user', 'Allein@haus.example');
  expect([code, said]).toEqual([
    0,
    expect.stringContaining('http://127.0.0.1:8080/auth/activation/credentials?'),
  ]);
  expect((await refresh(world, refreshCookie)).statusCode).toBe(401);
  // Without a factor the old password would stand alone until the link is used: it opens nothing any more.
  await expect(signIn(world, user.userName)).rejects.toThrow('auth.invalidCredentials');
  const notice = (await readMails(db, world, user)).at(-1);
  expect([notice?.recipient, notice?.subject]).toEqual([user.userName, 'Änderung an Ihrem Benutzerkonto']);
  expect(notice?.body).toContain('Ihr bisheriges Passwort gilt nicht mehr');
  expect(notice?.body).not.toContain('guid=');
  const guid = /guid=([0-9a-f-]{36})/.exec(said)?.[1];
  const activate = (password: string) =>
    world.app.inject({
      method: 'POST',
      url: '/api/auth/activation/credentials',
      payload: { guid, userName: user.userName, password },
    });
  expect((await activate('Lindenblatt fliegt quer')).statusCode).toBe(201);
  expect((await activate('Apfelbaum tanzt laut')).statusCode).toBe(400);
  // No second factor is asked for any more.
  expect(await signIn(world, user.userName, 'Lindenblatt fliegt quer')).toHaveProperty('accessToken');
  const entries = await db.owner.query<{ action: string; actor: string | null }>(
    `select action, actor_user_id as actor from audit_entries
      where object_id = $1 and action like 'users.reset%' order by action`,
    [user.userId],
  );
  expect(entries.rows).toEqual([
    { action: 'users.resetPassword', actor: null },
    { action: 'users.resetSecondFactor', actor: null },
  ]);
  await world.stop();
});

it('begins the link with a host of the house, never with one of another', async () => {
  const world = await createSignInWorld(db, { hasCheapPasswords: true });
  const user = await aUser(db, { userName: 'zweites@haus.example' });
  const { rows } = await db.owner.query<{ key: string }>(
    'select tenant_key as key from tenants where tenant_id = $1',
    [user.tenantId],
  );
  const key = rows[0]?.key ?? '';
  const rescue = async (variables: Readonly<Record<string, string>>) => {
    const { code, said } = await runWith(variables, 'rescue', '--key', key, '--user', user.userName);
    expect([code, said]).toEqual([0, expect.stringContaining('/auth/activation/credentials?')]);
    return said;
  };
  const behindProxy = { PUBLIC_ORIGIN: 'https://sued.example', TRUSTED_PROXY_HOPS: '1', HOST: '0.0.0.0' };
  // Without a host of its own there is only the address of the installation.
  expect(await rescue(behindProxy)).toContain('https://sued.example/auth/');
  const id = crypto.randomUUID();
  await db.owner.query(
    `insert into white_label_configs (tenant_id, id, application_title, primary_colour, accent_colour, registration_mode)
      values ($1, $2, 'Zweites', '#0b5c6b', '#7a4a00', 0)`,
    [user.tenantId, id],
  );
  await db.owner.query(
    "insert into white_label_hosts (tenant_id, host, white_label_id) values ($1, 'zweites.example', $2)",
    [user.tenantId, id],
  );
  expect(await rescue(behindProxy)).toContain('https://zweites.example/auth/');
  expect(await rescue({ PORT: '7951' })).toContain('http://zweites.example:7951/auth/');
  await world.stop();
});
