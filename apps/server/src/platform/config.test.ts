import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readConfig, variableNames } from './config.ts';
import { OperatorError } from './operator-error.ts';
import { editDistance, findStrayVariables } from './variable-names.ts';

const behindProxy = { PUBLIC_ORIGIN: 'https://a.example', TRUSTED_PROXY_HOPS: '1' };

describe('readConfig', () => {
  it('has defaults for everything', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      databaseUrl: null,
      demo: 'auto',
      bankPort: 8081,
      bankUrl: 'http://127.0.0.1:8081',
      translationId: 'de-DE',
      logLevel: null,
      isProduction: false,
    });
    expect(readConfig({}).dataDirectory).toMatch(/\/\.data$/);
  });

  it('treats an empty variable as not set', () => {
    const empty = Object.fromEntries(variableNames.map((name) => [name, '']));
    expect(readConfig(empty)).toEqual(readConfig({}));
  });

  it.each([
    ['PORT', '80a'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '0x50'],
    ['HOST', 'not a host'],
    ['DEMO', 'yes'],
    ['ROLE', 'primary'],
    ['BANK_PORT', '-1'],
    ['BANK_URL', 'ftp://bank.example'],
    ['BANK_URL', 'http://bank.example'],
    ['LOG_LEVEL', 'loud'],
    ['TRANSLATION_ID', 'german'],
    ['NODE_ENV', 'prod'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'postgres://localhost'],
    ['PUBLIC_ORIGIN', 'https://a.example/path'],
    ['METRICS_TOKEN', 'short'],
    ['QUOTAS', 'draftsPerUser=viele'],
    ['PRIVATE_MAIL_HOSTS', 'yes'],
    ['PRIVATE_SMS_HOSTS', 'yes'],
    ['PRIVATE_WEBHOOK_HOSTS', 'yes'],
    ['SMS_URL', 'http://sms.example/messages'],
    ['SMS_URL', 'https://user:password@sms.example'],
    ['SMS_URL', 'https://sms.example'],
    ['SMS_SECRET', 'short'],
    ['SMS_SECRET', 'thirty-two characters and a few more'],
    ['TRUSTED_PROXY_HOPS', '11'],
    ['PARENT_ORIGINS', 'https://a.example, nonsense'],
  ])('refuses %s=%s in one sentence that names it', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(OperatorError);
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^[^\\n]*${name}[^\\n]*\\.$`));
  });

  it('takes an address for SMS with its secret', () => {
    const SMS_SECRET = 'thirty-two characters and a few more';
    for (const SMS_URL of ['https://sms.example/messages', 'http://127.0.0.1:8090/sms']) {
      expect(readConfig({ SMS_URL, SMS_SECRET }).sms).toEqual({
        url: SMS_URL,
        secret: SMS_SECRET,
        sender: null,
      });
    }
    expect(readConfig({}).sms).toBeNull();
    expect(() => readConfig({ SMS_SECRET })).toThrow(/^(?!.*thirty)/);
  });

  it('never repeats the password of a database address', () => {
    expect(() => readConfig({ DATABASE_URL: 'postgres://u:geheim@localhost' })).not.toThrow(/geheim/);
  });

  it.each([
    ['DATABASE_URI', 'DATABASE_URL'],
    ['LOG_LEVLE', 'LOG_LEVEL'],
    ['data_dir', 'DATA_DIR'],
  ])('refuses the misspelt %s, which begins like ours, and names %s', (name, meant) => {
    expect(() => readConfig({ [name]: '1' })).toThrow(`${name} is unknown. Did you mean ${meant}?`);
  });

  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['PROT', 'PORT'],
    ['port', 'PORT'],
    ['DATADIR', 'DATA_DIR'],
    ['DEMOO', 'DEMO'],
  ])('only tells of %s, which may be somebody else’s', (name, meant) => {
    expect(readConfig({ [name]: '1' }).doubts).toEqual([
      `The environment variable ${name} is unknown. Did you mean ${meant}?`,
    ]);
  });

  it.each(['BASE_URL', 'HOSTS', 'PORTS'])('says nothing of %s', (name) => {
    expect(readConfig({ [name]: '1' }).doubts).toEqual([]);
  });

  it('refuses unknown names with a prefix of ours', () => {
    expect(() => readConfig({ DEPOTWERK_SIZE: '1' })).toThrow('DEPOTWERK_SIZE is unknown.');
    expect(() => readConfig({ DEMO_SIZE: '1' })).toThrow('DEMO_SIZE is unknown.');
  });

  it('does not mind what else is set on a machine', () => {
    const usual =
      'HOME PATH PWD OLDPWD SHLVL TERM LANG LC_ALL USER SHELL HOSTNAME HOSTTYPE EDITOR NODE NODE_OPTIONS NODE_PATH INIT_CWD COLOR npm_config_port npm_package_name CI DEBUG TMPDIR PGHOST PGPORT PGDATABASE CHROMIUM TZ DATABASE_PRIVATE_URL LOGNAME MAIL DISPLAY SSH_TTY XDG_DATA_DIRS LS_COLORS _';
    expect(findStrayVariables(usual.split(' '), variableNames)).toEqual([]);
  });

  it('demands a verified connection to a database elsewhere', () => {
    const url = 'postgres://u:p@db.example:5432/depotwerk';
    expect(() => readConfig({ DATABASE_URL: url })).toThrow('sslmode=verify-full');
    expect(readConfig({ DATABASE_URL: `${url}?sslmode=verify-full` }).databaseUrl).toContain('db.example');
    expect(readConfig({ DATABASE_URL: url, DATABASE_TLS: 'off' }).databaseUrl).toContain('db.example');
    expect(readConfig({ DATABASE_URL: 'postgres://u@127.0.0.1/x' }).databaseUrl).toContain('127.0.0.1');
  });

  it.each(['DATABASE_URL', 'DATABASE_APP_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'])(
    'says of %s what the driver cannot do: several hosts, target_session_attrs',
    (name) => {
      const url = { DATABASE_URL: 'postgres://u@127.0.0.1/x' };
      for (const address of [
        'postgres://u:geheim@127.0.0.1:5432,127.0.0.2:5433/x',
        'postgres://u:geheim@127.0.0.1,127.0.0.2/x?sslmode=disable',
        'postgres://u:geheim@localhost/x?host=127.0.0.1,127.0.0.2',
      ]) {
        const read = () => readConfig({ ...url, [name]: address });
        expect(read).toThrow(`${name} names several hosts`);
        expect(read).toThrow(OperatorError);
        expect(read).not.toThrow(/geheim/);
      }
      const wishes = 'postgres://u:geheim@127.0.0.1/x?target_session_attrs=read-write';
      expect(() => readConfig({ ...url, [name]: wishes })).toThrow(`${name} has target_session_attrs`);
    },
  );

  it('reads from standbys with the login of requests, whatever their address names', () => {
    const addresses = {
      DATABASE_URL: 'postgres://owner:o@127.0.0.1:5432/x',
      DATABASE_REPLICA_URL: 'postgres://mighty:m@127.0.0.1:5434/x?user=mighty&password=m&application_name=a',
    };
    expect(readConfig(addresses).databaseReplicaUrl).toBe(
      'postgres://owner:o@127.0.0.1:5434/x?application_name=a',
    );
    const application = { ...addresses, DATABASE_APP_URL: 'postgres://app:p%40%3A@127.0.0.1:5432/x' };
    expect(readConfig(application).databaseReplicaUrl).toBe(
      'postgres://app:p%40%3A@127.0.0.1:5434/x?application_name=a',
    );
  });

  it('takes an address past a pooler, beside the one through it', () => {
    const direct = 'postgres://u@127.0.0.1:5432/x';
    expect(() => readConfig({ DATABASE_DIRECT_URL: direct })).toThrow('needs DATABASE_URL');
    expect(() => readConfig({ DATABASE_REPLICA_URL: direct })).toThrow('needs DATABASE_URL');
    const addresses = { DATABASE_URL: 'postgres://u@127.0.0.1:6432/x', DATABASE_DIRECT_URL: direct };
    expect(readConfig(addresses)).toMatchObject({ databaseDirectUrl: direct });
    expect(readConfig({}).databaseDirectUrl).toBeNull();
    const elsewhere = { ...addresses, DATABASE_DIRECT_URL: 'postgres://u@db.example/x' };
    expect(() => readConfig(elsewhere)).toThrow(/^DATABASE_DIRECT_URL .*sslmode=verify-full/);
  });

  it('shares its roles out on a database of several processes only', () => {
    const DATABASE_URL = 'postgres://u@127.0.0.1/x';
    expect(readConfig({}).role).toBe('all');
    for (const ROLE of ['server', 'worker']) {
      expect(readConfig({ ROLE, DATABASE_URL }).role).toBe(ROLE);
      expect(() => readConfig({ ROLE })).toThrow('DATABASE_URL');
    }
  });

  it('serves plain HTTP to this machine only', () => {
    expect(() => readConfig({ HOST: '0.0.0.0' })).toThrow('TLS');
    expect(() => readConfig({ NODE_ENV: 'production' })).toThrow('PUBLIC_ORIGIN');
    const local = { NODE_ENV: 'production', ALLOW_HTTP: '1', KEY_FILE: '/run/keys.json' };
    expect(readConfig(local).isProduction).toBe(true);
    expect(readConfig({ HOST: '0.0.0.0', ...behindProxy }).host).toBe('0.0.0.0');
  });

  it('asks how many proxies there are before it counts addresses behind one', () => {
    expect(() => readConfig({ PUBLIC_ORIGIN: 'https://a.example' })).toThrow('TRUSTED_PROXY_HOPS');
    expect(readConfig(behindProxy).trustedProxyHops).toBe(1);
    expect(readConfig({ ...behindProxy, TRUSTED_PROXY_HOPS: '0' }).trustedProxyHops).toBe(0);
  });

  it.each([
    ['a network', { HOST: '0.0.0.0', ...behindProxy }],
    ['a proxy on this machine', behindProxy],
    ['a shell around it', { PARENT_ORIGINS: 'https://shell.example' }],
    ['production', { NODE_ENV: 'production', ALLOW_HTTP: '1', KEY_FILE: '/run/keys.json' }],
  ])('never shows the demo accounts to %s', (_name, variables) => {
    expect(() => readConfig({ ...variables, DEMO: 'on' })).toThrow('DEMO=on');
    expect(readConfig(variables).demo).toBe('off');
  });

  it('demands in production a key file outside of the data, whatever the database', () => {
    const variables = { NODE_ENV: 'production', ...behindProxy, DATA_DIR: '/var/lib/depotwerk' };
    const outside = {
      DATABASE_URL: 'postgres://u@localhost/x',
      DATABASE_APP_URL: 'postgres://depotwerk_app@localhost/x',
    };
    for (const database of [{}, outside]) {
      expect(() => readConfig({ ...variables, ...database })).toThrow('KEY_FILE');
      for (const file of ['keys/keys.json', '..keys.json', '..keys/keys.json']) {
        const inside = { KEY_FILE: `/var/lib/depotwerk/${file}` };
        expect(() => readConfig({ ...variables, ...database, ...inside })).toThrow('outside DATA_DIR');
      }
      for (const file of ['/var/lib/depotwerk-keys/keys.json', '/var/lib/keys.json']) {
        expect(readConfig({ ...variables, ...database, KEY_FILE: file }).keyFile).toBe(file);
      }
    }
  });

  it('finds keys inside the data folder behind a link as well, on either side', () => {
    const folder = mkdtempSync(join(tmpdir(), 'depotwerk-keys-'));
    try {
      const data = join(folder, 'data');
      mkdirSync(data);
      writeFileSync(join(data, 'keys.json'), '{}');
      symlinkSync(data, join(folder, 'link'));
      symlinkSync(join(data, 'keys.json'), join(folder, 'keys.json'));
      const production = { NODE_ENV: 'production', ALLOW_HTTP: '1' };
      const read = (DATA_DIR: string, KEY_FILE: string) => () =>
        readConfig({ ...production, DATA_DIR, KEY_FILE });
      expect(read(data, join(folder, 'keys.json'))).toThrow('outside DATA_DIR');
      expect(read(join(folder, 'link'), join(data, 'keys.json'))).toThrow('outside DATA_DIR');
      expect(read(data, join(folder, 'link/new/keys.json'))).toThrow('outside DATA_DIR');
      expect(read(join(folder, 'link'), join(folder, 'own.json'))).not.toThrow();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('demands in production a login of the application beside that of the owner', () => {
    const variables = {
      NODE_ENV: 'production',
      ...behindProxy,
      KEY_FILE: '/run/keys.json',
      DATABASE_URL: 'postgres://u@127.0.0.1/x',
    };
    expect(() => readConfig(variables)).toThrow(/^In production DATABASE_APP_URL must name a login/);
    const app = { DATABASE_APP_URL: 'postgres://depotwerk_app:p@127.0.0.1/x' };
    expect(readConfig({ ...variables, ...app }).databaseAppUrl).toBe(app.DATABASE_APP_URL);
    expect(readConfig({ ...variables, NODE_ENV: undefined }).databaseAppUrl).toBeNull();
  });

  it('takes a second login only beside the first', () => {
    const url = 'postgres://depotwerk_app:p@127.0.0.1/x';
    expect(() => readConfig({ DATABASE_APP_URL: url })).toThrow('DATABASE_URL');
    expect(
      readConfig({ DATABASE_URL: 'postgres://u@127.0.0.1/x', DATABASE_APP_URL: url }).databaseAppUrl,
    ).toBe(url);
  });
});

describe('editDistance', () => {
  it('is a symmetric distance bounded by the longer word', () => {
    const word = fc.string({ maxLength: 8 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        const distance = editDistance(a, b);
        expect(distance).toBe(editDistance(b, a));
        expect(distance === 0).toBe(a === b);
        expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
      }),
    );
  });

  it('counts a swap of neighbours as one', () => {
    expect(editDistance('PROT', 'PORT')).toBe(1);
  });
});

describe('a document store', () => {
  const url = 'https://s3.example/depotwerk';
  const whole = {
    DOCUMENT_STORE_URL: url,
    DOCUMENT_STORE_CREDENTIALS_FILE: '/run/secrets/store',
    DOCUMENT_STORE_LOCK: 'compliance',
  };

  it('is none unless one is named', () => {
    expect(readConfig({}).documentStore).toBeNull();
  });

  it('is a bucket with a key and a word about its lock', () => {
    expect(readConfig(whole).documentStore).toEqual({
      bucketUrl: url,
      region: 'us-east-1',
      credentialsFile: '/run/secrets/store',
      lock: 'compliance',
      moves: true,
    });
    const more = { ...whole, DOCUMENT_STORE_REGION: 'eu-central-1', DOCUMENT_STORE_MOVES: 'off' };
    expect(readConfig(more).documentStore).toMatchObject({ region: 'eu-central-1', moves: false });
  });

  it.each([
    'https://depotwerk.s3.eu-central-1.amazonaws.com',
    'https://s3.example:9000/depotwerk/',
    'http://127.0.0.1:9000/depotwerk',
  ])('may be at %s', (address) => {
    expect(readConfig({ ...whole, DOCUMENT_STORE_URL: address }).documentStore?.bucketUrl).toBe(
      address.replace(/\/$/, ''),
    );
  });

  it.each([
    [{ DOCUMENT_STORE_URL: 'http://s3.example/depotwerk' }, 'https'],
    [{ DOCUMENT_STORE_URL: 'https://key:secret@s3.example/depotwerk' }, 'https'],
    [{ DOCUMENT_STORE_URL: 'https://s3.example/depotwerk/documents' }, 'https'],
    [{ DOCUMENT_STORE_URL: 'https://s3.example/depotwerk?x=1' }, 'https'],
    [{ DOCUMENT_STORE_URL: '' }, 'without DOCUMENT_STORE_URL'],
    [{ DOCUMENT_STORE_CREDENTIALS_FILE: '' }, 'DOCUMENT_STORE_CREDENTIALS_FILE'],
    [{ DOCUMENT_STORE_LOCK: '' }, 'DOCUMENT_STORE_LOCK'],
    [{ DOCUMENT_STORE_LOCK: 'COMPLIANCE' }, 'governance'],
    [{ DOCUMENT_STORE_REGION: 'Frankfurt' }, 'region'],
    [{ DOCUMENT_STORE_MOVES: 'no' }, '"off"'],
  ])('is refused with %j', (change, words) => {
    expect(() => readConfig({ ...whole, ...change })).toThrow(words);
  });
});
