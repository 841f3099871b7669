import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readConfig, variableNames } from './config.ts';
import { OperatorError } from './operator-error.ts';
import { editDistance, findStrayVariable } from './variable-names.ts';

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
    ['TRUSTED_PROXY_HOPS', '11'],
    ['PARENT_ORIGINS', 'https://a.example, nonsense'],
  ])('refuses %s=%s in one sentence that names it', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(OperatorError);
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^[^\\n]*${name}[^\\n]*\\.$`));
  });

  it('never repeats the password of a database address', () => {
    expect(() => readConfig({ DATABASE_URL: 'postgres://u:geheim@localhost' })).not.toThrow(/geheim/);
  });

  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['PROT', 'PORT'],
    ['port', 'PORT'],
    ['DATADIR', 'DATA_DIR'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['DEMOO', 'DEMO'],
  ])('refuses the misspelt %s and names %s', (name, meant) => {
    expect(() => readConfig({ [name]: '1' })).toThrow(`${name} is unknown. Did you mean ${meant}?`);
  });

  it('refuses unknown names with a prefix of ours', () => {
    expect(() => readConfig({ DEPOTWERK_SIZE: '1' })).toThrow('DEPOTWERK_SIZE is unknown.');
    expect(() => readConfig({ DEMO_SIZE: '1' })).toThrow('DEMO_SIZE is unknown.');
  });

  it('does not mind what else is set on a machine', () => {
    const usual =
      'HOME PATH PWD OLDPWD SHLVL TERM LANG LC_ALL USER SHELL HOSTNAME HOSTTYPE EDITOR NODE NODE_OPTIONS NODE_PATH INIT_CWD COLOR npm_config_port npm_package_name CI DEBUG TMPDIR PGHOST PGPORT PGDATABASE CHROMIUM TZ DATABASE_PRIVATE_URL LOGNAME MAIL DISPLAY SSH_TTY XDG_DATA_DIRS LS_COLORS _';
    expect(findStrayVariable(usual.split(' '), variableNames)).toBeUndefined();
  });

  it('demands a verified connection to a database elsewhere', () => {
    const url = 'postgres://u:p@db.example:5432/depotwerk';
    expect(() => readConfig({ DATABASE_URL: url })).toThrow('sslmode=verify-full');
    expect(readConfig({ DATABASE_URL: `${url}?sslmode=verify-full` }).databaseUrl).toContain('db.example');
    expect(readConfig({ DATABASE_URL: url, DATABASE_TLS: 'off' }).databaseUrl).toContain('db.example');
    expect(readConfig({ DATABASE_URL: 'postgres://u@127.0.0.1/x' }).databaseUrl).toContain('127.0.0.1');
  });

  it('serves plain HTTP to this machine only', () => {
    expect(() => readConfig({ HOST: '0.0.0.0' })).toThrow('TLS');
    expect(() => readConfig({ NODE_ENV: 'production' })).toThrow('PUBLIC_ORIGIN');
    expect(readConfig({ NODE_ENV: 'production', ALLOW_HTTP: '1' }).isProduction).toBe(true);
    expect(readConfig({ HOST: '0.0.0.0', PUBLIC_ORIGIN: 'https://a.example' }).host).toBe('0.0.0.0');
  });

  it('never shows the demo accounts to a network', () => {
    const open = { HOST: '0.0.0.0', PUBLIC_ORIGIN: 'https://a.example' };
    expect(() => readConfig({ ...open, DEMO: 'on' })).toThrow('DEMO=on');
  });

  it('demands a key file in production beside an outside database', () => {
    const variables = {
      NODE_ENV: 'production',
      PUBLIC_ORIGIN: 'https://a.example',
      DATABASE_URL: 'postgres://u@localhost/x',
    };
    expect(() => readConfig(variables)).toThrow('KEY_FILE');
    expect(readConfig({ ...variables, KEY_FILE: '/run/keys.json' }).keyFile).toBe('/run/keys.json');
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
