import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { useTestDatabase } from '../../test/database.ts';
import { aTenant } from '../../test/sign-in-world.ts';
import { houseOrigin } from './house-origin.ts';

const db = useTestDatabase();
let first: string;
let second: string;
let hostless: string;

async function house(...hosts: string[]): Promise<string> {
  const tenantId = await aTenant(db);
  const id = randomUUID();
  await db.owner.query(
    `insert into white_label_configs (tenant_id, id, application_title, primary_colour, accent_colour, is_default)
     values ($1, $2, 'Haus', '#104060', '#104060', true)`,
    [tenantId, id],
  );
  for (const host of hosts) {
    await db.owner.query(
      'insert into white_label_hosts (tenant_id, host, white_label_id) values ($1, $2, $3)',
      [tenantId, host, id],
    );
  }
  return tenantId;
}
beforeAll(async () => {
  first = await house('portal.example', 'erstes.example');
  second = await house('beratung.sued.example', 'portal.sued.example');
  hostless = await house();
});

const originOf = (tenantId: string, asked: string, publicOrigin = 'https://portal.example') =>
  houseOrigin(db.database, { tenantId, userId: null }, publicOrigin, asked);

it('is PUBLIC_ORIGIN for the house it shows, whatever host is asked', async () => {
  expect(await originOf(first, 'erstes.example')).toBe('https://portal.example');
  expect(await originOf(first, 'portal.sued.example')).toBe('https://portal.example');
});

it('is a host of its own for every other house: the one it is asked at, never a stranger’s', async () => {
  expect(await originOf(second, 'Portal.sued.example:4443')).toBe('https://portal.sued.example');
  expect(await originOf(second, 'portal.example')).toBe('https://beratung.sued.example');
  expect(await originOf(second, 'angreifer.example')).toBe('https://beratung.sued.example');
  expect(await originOf(second, '')).toBe('https://beratung.sued.example');
  expect(await originOf(second, 'portal.sued.example', 'http://portal.example:8080')).toBe(
    'http://portal.sued.example:8080',
  );
});

it('is PUBLIC_ORIGIN where a house has no host', async () => {
  expect(await originOf(hostless, 'portal.sued.example')).toBe('https://portal.example');
});
