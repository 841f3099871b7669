import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectionConfig, type DatabaseTarget, unlimited } from '../database/connection.ts';
import {
  applicationDatabase,
  applicationTarget,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../embedded-postgres/start-embedded-postgres.ts';
import { backUp } from './back-up.ts';
import { manifestName } from './manifest.ts';
import { restore } from './restore.ts';

let place: string;
const running: EmbeddedPostgres[] = [];
const clients: pg.Client[] = [];
const now = '2026-11-23T10:00:00.000Z';

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'depotwerk-backup-'));
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()));
  for (const server of running.splice(0)) await server.stop();
  rmSync(place, { recursive: true, force: true });
});

async function startIn(name: string): Promise<{ data: string; client: pg.Client }> {
  const data = join(place, name);
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const server = await startEmbeddedPostgres(data);
  running.push(server);
  const connect = async (target: DatabaseTarget) => {
    const client = new pg.Client(connectionConfig(target, { role: 'owner', timeouts: unlimited }));
    await client.connect();
    clients.push(client);
    return client;
  };
  // As the product has it: beside the database every server has.
  const admin = await connect(server.target);
  const { rows } = await admin.query('select from pg_database where datname = $1', [applicationDatabase]);
  if (rows.length === 0) await admin.query(`create database ${applicationDatabase}`);
  const client = await connect(applicationTarget(data));
  return { data, client };
}

describe('a backup of the running database', () => {
  it('is consistent while people write, holds all that was there before it, and leaves the keys out', async () => {
    const { data, client } = await startIn('data');
    mkdirSync(join(data, 'keys'));
    writeFileSync(join(data, 'keys', 'keys.json'), 'secret');
    writeFileSync(join(data, 'instance-1.lock'), '{}');
    mkdirSync(join(data, 'positions', 'a'), { recursive: true });
    writeFileSync(join(data, 'positions', 'a', 'file.txt'), 'MT535');
    await client.query(
      'create table backups (made_at timestamptz primary key, bytes bigint, file_count integer)',
    );
    await client.query('create table accounts (id integer primary key, cents bigint not null)');
    await client.query(`insert into accounts select n, 1000 from generate_series(1, 2000) n`);
    await client.query('create table entries (id bigint generated always as identity, note text not null)');
    await client.query(`insert into entries (note) select repeat('x', 2000) from generate_series(1, 20000)`);
    // Somebody moves money all the time, inside the database so that the copy holds nothing up; whatever moment the copy shows,
    // nothing of it may be lost.
    await client.query(`create procedure move_money() language plpgsql as $$
      begin
        for k in 1..10000000 loop
          update accounts set cents = cents - 1 where id = 1 + k % 2000;
          update accounts set cents = cents + 1 where id = 1 + (k * 7 + 3) % 2000;
          insert into entries (note) values ('moved');
          commit;
        end loop;
      end $$`);
    const writer = new pg.Client(
      connectionConfig(applicationTarget(data), { role: 'owner', timeouts: unlimited }),
    );
    await writer.connect();
    const moving = writer.query('call move_money()').catch(() => {});
    writer.on('error', () => {});
    const count = async (from: pg.Client) =>
      (await from.query<{ count: number }>(`select count(*)::int as count from entries where note = 'moved'`))
        .rows[0]?.count ?? 0;
    await expect.poll(() => count(client)).toBeGreaterThan(50);
    const before = await count(client);
    const backup = join(place, 'backup');
    await backUp(data, backup, now);
    const noted = await client.query<{ day: string; bytes: string }>(
      'select made_at::date::text as day, bytes from backups',
    );
    expect(noted.rows[0]?.day).toBe('2026-11-23');
    expect(Number(noted.rows[0]?.bytes)).toBeGreaterThan(1e7);
    const after = await count(client);
    expect(after).toBeGreaterThan(before);
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query like 'call move_money%'`,
    );
    await moving;
    expect(existsSync(join(backup, 'keys'))).toBe(false);
    expect(existsSync(join(backup, 'instance-1.lock'))).toBe(false);
    expect(readFileSync(join(backup, 'positions', 'a', 'file.txt'), 'utf8')).toBe('MT535');

    expect(restore(backup, join(place, 'restored')).madeAt).toBe(now);
    const again = await startIn('restored');
    const { rows } = await again.client.query<{ cents: string }>(
      'select sum(cents)::text as cents from accounts',
    );
    expect(rows[0]?.cents).toBe('2000000');
    const moved = await count(again.client);
    expect(moved).toBeGreaterThanOrEqual(before);
    expect(moved).toBeLessThanOrEqual(after);
    await again.client.query('vacuum full entries');
  }, 60_000);

  it('is refused where nothing runs, where something is there already, and when a file is not as it was', async () => {
    const { data } = await startIn('data');
    const backup = join(place, 'backup');
    await backUp(data, backup, now);
    await expect(backUp(data, backup, now)).rejects.toThrow('is there already');
    await expect(backUp(data, join(data, 'backups', 'today'), now)).rejects.toThrow('lies in');
    symlinkSync(data, join(place, 'link'));
    await expect(backUp(data, join(place, 'link', 'today'), now)).rejects.toThrow('lies in');
    expect(() => restore(backup, data)).toThrow('is not empty');
    expect(() => restore(place, join(place, 'other'))).toThrow('no manifest of a backup');
    await Promise.all(clients.splice(0).map((client) => client.end()));
    for (const server of running.splice(0)) await server.stop();
    await expect(backUp(data, join(place, 'second'), now)).rejects.toThrow('No product runs');

    const keys = join(place, 'with-keys');
    mkdirSync(join(keys, 'keys'), { recursive: true });
    writeFileSync(join(keys, 'keys', 'keys.json'), 'secret');
    restore(backup, keys);
    expect(readFileSync(join(keys, 'keys', 'keys.json'), 'utf8')).toBe('secret');
    expect(existsSync(join(keys, manifestName))).toBe(false);
    appendFileSync(join(backup, 'postgres', 'PG_VERSION'), ' ');
    expect(() => restore(backup, join(place, 'other'))).toThrow('The backup is damaged: postgres/PG_VERSION');
    expect(existsSync(join(place, 'other'))).toBe(false);
  }, 60_000);
});
