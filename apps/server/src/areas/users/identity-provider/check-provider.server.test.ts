import { checkIdentityProvider, getIdentityProvider } from '@depotwerk/api/users/identity-provider';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { clientSecret, IdentityProvider } from '../../../../test/identity-provider.ts';
import { providerDraft } from '../../../../test/provider-draft.ts';
import { startedForTests } from '../../../../test/started-for-tests.ts';
import { UserWorld } from '../../../../test/user-world.ts';

const db = useTestDatabase();
const world = startedForTests(() => UserWorld.start(db));
let provider: IdentityProvider;
beforeAll(async () => {
  provider = await IdentityProvider.start(['https://depotwerk.example']);
});
afterAll(() => provider.stop());

it('says of a provider that answers when it does not take client or secret', async () => {
  const path = '/admin/identity-provider';
  const checked = async (values: object, version: number) => {
    const saved = await world.put(
      path,
      providerDraft({ issuer: provider.issuer, clientSecret, ...values }),
      version,
    );
    expect(saved.status).toBe(200);
    return checkIdentityProvider.answer.parse((await world.post(`${path}/check`, {})).body);
  };
  const refused = { isReached: false, reason: expect.stringContaining('Client-Geheimnis') };
  expect(await checked({ clientSecret: 'ein-anderes-geheimnis' }, 0)).toMatchObject(refused);
  expect(await checked({ clientId: 'unbekannt' }, 1)).toMatchObject(refused);
  expect(await checked({}, 2)).toMatchObject({ isReached: true, reason: null });
});

it('says that no key opens the secret of the client', async () => {
  const read = async () =>
    getIdentityProvider.answer.parse((await world.get('/admin/identity-provider')).body);
  expect(await read()).not.toHaveProperty('isSecretClosed');
  await db.owner.query(`update identity_providers set client_secret_envelope = '{"of": "another key"}'`);
  expect(await read()).toMatchObject({ hasClientSecret: true, isSecretClosed: true });
});
