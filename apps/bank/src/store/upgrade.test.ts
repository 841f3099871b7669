import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { Store } from './store.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bank-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Columns and checks as SQLite keeps them, without spaces: what `alter table` writes is spaced otherwise. */
function shapeOf(store: Store) {
  const tables = store.all<{ name: string; sql: string | null }>(
    "select name, sql from sqlite_master where name not like 'sqlite_%' order by name",
  );
  return tables.map(({ name, sql }) => [
    name,
    // A column that came later stands at the end.
    name === 'logins' ? '' : (sql ?? '').replaceAll(/[\s"]/g, ''),
    store.all(`select name, type, "notnull", dflt_value, pk from pragma_table_info('${name}') order by name`),
  ]);
}

test('a store of the release before is led on and has the shape of a new one', () => {
  const folder = newFolder();
  new Store(folder).close();
  const database = new DatabaseSync(join(folder, 'bank.sqlite'));
  database.exec(`pragma foreign_keys = off;
    drop table customer_depots; drop index signings_subject; drop index signings_approval; drop table signings;
    alter table logins drop column kind;
    create table signings (id text primary key, bank_id text not null references banks on delete cascade,
      partner_key text not null, login_name text not null, purpose text not null check (purpose in ('orders', 'openDepot')),
      subject text not null, client_id text not null, transaction_hash text not null, content_hash text not null,
      summary text not null, method_id text, code_hash text, sends integer not null default 0,
      attempts_left integer not null, state text not null check (state in ('pending', 'confirmed', 'rejected', 'expired')),
      is_used integer not null default 0, approval_id text unique, created_at integer not null,
      expires_at integer not null, confirmed_at integer) strict, without rowid;
    create index signings_subject on signings (subject); create index signings_approval on signings (created_at);
    insert into banks (bank_id, bank_name, depot_prefix, execution_delay_ms) values ('1', 'Alt', 'A', 0);
    insert into logins (bank_id, login_name, partner_key, display_name, password_hash, password_state, methods)
      values ('1', 'alt', 'p', 'Alt', '', 'valid', 'sms');
    insert into signings values ('s', '1', 'p', 'alt', 'orders', 'd', 'c', 'h', 'h', 't', null, null, 0, 5, 'confirmed', 0,
      null, 1, 2, 3);
    pragma user_version = 1`);
  database.close();
  const led = new Store(folder);
  expect(led.get('select kind from logins')).toEqual({ kind: 'partner' });
  expect(led.get('select id, state, confirmed_at from signings')).toEqual({
    id: 's',
    state: 'confirmed',
    confirmed_at: 3,
  });
  const fresh = new Store(newFolder());
  expect(shapeOf(led)).toEqual(shapeOf(fresh));
  for (const store of [led, fresh]) store.close();
});

test('a store of a later release is refused', () => {
  const folder = newFolder();
  new Store(folder).close();
  const database = new DatabaseSync(join(folder, 'bank.sqlite'));
  database.exec('pragma user_version = 99');
  database.close();
  expect(() => new Store(folder)).toThrow('version 99');
});
