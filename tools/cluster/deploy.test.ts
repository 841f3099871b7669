import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig, variableNames } from '../../apps/server/src/platform/config.ts';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import { createMetrics } from '../../apps/server/src/platform/metrics.ts';
import { root } from '../runtime.mjs';
import { backupCommand, databaseStatements, writeConfiguration } from './configuration.ts';
import { databaseVariables, layoutOf } from './layout.ts';

const folder = mkdtempSync(join(tmpdir(), 'depotwerk-deploy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const layout = layoutOf(folder, 24_000);
const files = writeConfiguration(layout);
const deployed = (file: string) => readFileSync(join(root, 'deploy', file), 'utf8');
const numberOf = (text: string, name: string) =>
  Number(new RegExp(`^ *${name}: (\\d+)$`, 'm').exec(text)?.[1]);

describe('what operators take from deploy/', () => {
  it('is filled in whole for every program of a cluster', () => {
    const written = [
      files.haproxy,
      files.pgbouncer,
      ...layout.nodes.flatMap((node) => [files.patroni(node), join(folder, `${node.name}.pgbackrest.conf`)]),
    ];
    for (const path of written) {
      expect(readFileSync(path, 'utf8').replaceAll('${NAMES}', '')).not.toMatch(/\$\{/);
    }
  });

  it('gives the owner of the tables what migrations ask for, without a superuser', () => {
    const statements = databaseStatements(layout);
    expect(statements).toContain('grant set on parameter app.user_id to depotwerk');
    expect(statements.filter((statement) => /\b(superuser|createdb)\b/.test(statement))).toEqual([]);
    expect(statements.at(-1)).toBe(
      "create database depotwerk owner depotwerk encoding 'UTF8' template template0",
    );
    expect(statements.join()).not.toMatch(/\$\{/);
  });

  it('has times Patroni can keep, and never falls back to one node', () => {
    const text = deployed('patroni.yml');
    const ttl = numberOf(text, 'ttl');
    expect(ttl).toBeGreaterThanOrEqual(20);
    expect(numberOf(text, 'loop_wait') + 2 * numberOf(text, 'retry_timeout')).toBeLessThanOrEqual(ttl);
    expect(numberOf(text, 'maximum_lag_on_failover')).toBeGreaterThan(0);
    expect(text).toMatch(/^ *synchronous_mode_strict: true$/m);
  });

  it('has a database whose log says nothing of what statements and faults are about', () => {
    const text = deployed('patroni.yml');
    expect(text).toMatch(/^ *log_min_duration_statement: /m);
    expect(numberOf(text, 'log_parameter_max_length')).toBe(0);
    expect(numberOf(text, 'log_parameter_max_length_on_error')).toBe(0);
    expect(text).toMatch(/^ *log_error_verbosity: terse$/m);
  });

  it('has a pooler of transactions whose connections the database bears', () => {
    const pooler = readFileSync(files.pgbouncer, 'utf8');
    expect(pooler).toMatch(/^pool_mode = transaction$/m);
    const size = Number(/^default_pool_size = (\d+)$/m.exec(pooler)?.[1]);
    expect(size).toBeLessThan(numberOf(deployed('patroni.yml'), 'max_connections') / 2);
  });

  it('archives every minute, and keeps the passphrase of the repository apart from it and from its configuration', () => {
    const node = layout.nodes[0];
    if (!node) throw new Error('no node');
    const text = readFileSync(files.patroni(node), 'utf8');
    expect(text).toMatch(/^ *archive_timeout: 60s$/m);
    expect(text).toContain(`archive_command: ${backupCommand(layout, node)} archive-push %p`);
    const configuration = readFileSync(join(folder, `${node.name}.pgbackrest.conf`), 'utf8');
    expect(configuration).toMatch(/^repo1-cipher-type=aes-256-cbc$/m);
    expect(configuration).not.toContain(layout.passwords.repository);
    const keys = /--config-include-path=(\S+)/.exec(backupCommand(layout, node))?.[1] ?? '';
    const repository = /^repo1-path=(.*)$/m.exec(configuration)?.[1] ?? '';
    expect(repository).not.toBe('');
    expect(`${keys}/`.startsWith(`${repository}/`)).toBe(false);
    expect(readFileSync(join(keys, 'passphrase.conf'), 'utf8')).toContain(layout.passwords.repository);
  });

  it('has an address of the product that slow callers do not fill, and that finds the parts of either release', () => {
    const text = deployed('haproxy.cfg');
    const product = text.slice(text.indexOf('listen product'));
    const most = (section: string) => Number(/^ *maxconn (\d+)$/m.exec(section)?.[1]);
    // What is left over is the database's, whose address is on the same HAProxy.
    expect(most(product)).toBeLessThan(most(text));
    expect(product).toMatch(/^ *timeout http-request 10s$/m);
    expect(product).toMatch(/^ *timeout client 1m$/m);
    expect(product).toMatch(/^ *option redispatch 1$/m);
    expect(product).toMatch(/^ *retry-on conn-failure 404$/m);
    expect(product).toMatch(/^ *http-request disable-l7-retry unless \{ path_beg \/assets\/ \}$/m);
  });

  it('gives the product variables it knows, and addresses it takes', () => {
    const known = new Set<string>([...variableNames, 'KEYS_FILE', 'DEPOTWERK_VERSION']);
    const compose = deployed('compose.yml');
    const named = [...compose.matchAll(/^ {2,6}([A-Z_]+):/gm), ...compose.matchAll(/\$\{([A-Z_]+)/g)];
    expect(named.length).toBeGreaterThan(8);
    for (const [, name = ''] of named) expect(known).toContain(name);
    for (const isPooled of [true, false]) {
      const config = readConfig({ ...databaseVariables(layout, isPooled), ROLE: 'server' });
      expect(config.databaseDirectUrl !== null).toBe(isPooled);
      // Standbys are reached past the pooler, with the login of requests.
      const replica = new URL(config.databaseReplicaUrl ?? '');
      expect([replica.username, replica.port]).toEqual(['depotwerk_app', String(layout.replicaPort)]);
    }
  });

  it('warns and draws by measures there are', async () => {
    const metrics = await measuredThrough(() => Promise.resolve([]));
    metrics?.observe('GET /api/contracts', 200, 0.1);
    const text = (await metrics?.render()) ?? '';
    const texts = deployed('prometheus/alerts.yml') + deployed('grafana/depotwerk.json');
    const names = new Set(
      [...texts.matchAll(/(?<![\w"/])((?:depotwerk|process)_[a-z_]+)/g)].map(([name]) => name),
    );
    expect(names.size).toBeGreaterThanOrEqual(7);
    for (const name of names) expect(text).toContain(name.replace(/_(bucket|count)$/, ''));
    const own = [...text.matchAll(/^# TYPE (depotwerk_[a-z_]+)/gm)].map(([, name = '']) => name);
    expect(own.length).toBeGreaterThanOrEqual(10);
    for (const name of own) expect(deployed('grafana/depotwerk.json')).toContain(name);
  });

  it('says nothing of what waits, contents and backups where the database does not answer', async () => {
    const metrics = await measuredThrough(() => Promise.reject(new Error('away')));
    const text = (await metrics?.render()) ?? '';
    const unknown = [
      ...text.matchAll(/^(depotwerk_(?:jobs?|documents|mails|sms|webhooks|last_backup)_[a-z_]+) Nan$/gm),
    ];
    expect(unknown).toHaveLength(12);
  });
});

/** The metrics of a product with a document store, whose embedded database answers every reading call so. */
function measuredThrough(read: () => Promise<never[]>): ReturnType<typeof createMetrics> {
  // Metrics read from it and count who waits; no more is asked of it.
  return createMetrics('x', { waiting: 0, read } as unknown as Database, () => 0, {
    hasDocumentStore: true,
    embeddedIn: '/',
  });
}
