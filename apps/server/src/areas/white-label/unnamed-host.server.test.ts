import { expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { aTenant, createSignInWorld } from '../../../test/sign-in-world.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';

const db = useTestDatabase();
const world = startedForTests(() => createSignInWorld(db));

it('the page of a host nobody named shows of what people work with only what the server lets them do there', async () => {
  const tenantId = await aTenant(db);
  const add = async (host: string | null, features: object) => {
    const id = crypto.randomUUID();
    await db.owner.query(
      `insert into white_label_configs (tenant_id, id, application_title, primary_colour, accent_colour, registration_mode,
        is_default, features) values ($1, $2, 'Haus', '#0b5c6b', '#7a4a00', 2, $3, $4)`,
      [tenantId, id, host === null, JSON.stringify(features)],
    );
    if (host !== null)
      await db.owner.query(
        'insert into white_label_hosts (tenant_id, host, white_label_id) values ($1, $2, $3)',
        [tenantId, host, id],
      );
    return id;
  };
  const featuresAt = async (host: string) => {
    world.clock.ahead += 1_100;
    const answer = await world.app.inject({ url: '/api/white-label-config', headers: { host } });
    return answer.json().features;
  };
  await add(null, { depotanalysis: true });
  expect(await featuresAt('anders.example')).toMatchObject({ depotanalysis: true, bulk: true });
  const narrow = await add('eng.example', { bulk: false, bankCredentials: false });
  expect(await featuresAt('eng.example')).toMatchObject({ depotanalysis: false, bulk: false, esg: true });
  // Visitors get what the page offers; the house's own people nothing that is closed anywhere.
  expect(await featuresAt('anders.example')).toMatchObject({
    depotanalysis: true,
    bulk: false,
    bankCredentials: false,
    esg: true,
  });
  await db.owner.query('update white_label_configs set features = \'{"bulk": 1}\' where id = $1', [narrow]);
  expect(new Set(Object.values(await featuresAt('eng.example')))).toEqual(new Set([false]));
});
