import { randomUUID } from 'node:crypto';
import { prospectTermsVersion } from '@depotwerk/domain/depot-analysis/consent';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { AdviceWorld } from '../../../test/advice-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { prospectServices, setRegistrationMode } from '../../../test/prospect-world.ts';
import { createPdfPool } from '../reports/pdf/pdf-pool.ts';
import { prospectRoutes } from './routes.ts';

const db = useTestDatabase();
let world: AdviceWorld;
let adviser: string;

beforeAll(async () => {
  // No mail can go out here.
  world = await AdviceWorld.start(db, 'small', (own) =>
    prospectRoutes(prospectServices(own, createPdfPool({ size: 1 }), false)),
  );
  adviser = await world.caller();
}, 120_000);
afterAll(() => world.stop());
afterEach(() => world.expectNoFailure());

const setMode = (mode: number) => setRegistrationMode(world, mode);
const named = () => ({
  firstName: 'Nora',
  lastName: `Neu ${randomUUID().slice(0, 8)}`,
  dateOfBirth: '1990-02-03',
  email: `${randomUUID()}@post.example`,
});

async function invite() {
  const { rows } = await world.owner.query<{ id: string }>(
    'select id from groups where tenant_id = $1 order by id limit 1',
    [world.tenantId],
  );
  return world.call(adviser, 'POST', '/preregistrations', {
    ...named(),
    customerId: null,
    phoneNumber: '',
    groupId: rows[0]?.id,
    message: '',
    expiresAt: '2026-12-01',
  });
}

it('says that a closed house invites nobody, and where it is opened', async () => {
  await setMode(0);
  const refused = await invite();
  expect([refused.status, refused.body]).toMatchObject([403, { code: 'preregistration.closed' }]);
  expect(JSON.stringify(refused.body)).toContain('Verwaltung, Erscheinungsbild');
  await setMode(2);
  expect((await invite()).status).toBe(200);
});

it('invites nobody where invitations are switched off, however open the house is', async () => {
  await setMode(3);
  const offer = (isOn: boolean) =>
    world.owner.query(
      `update white_label_configs set features = features || jsonb_build_object('preregistration', $2::boolean) where tenant_id = $1`,
      [world.tenantId, isOn],
    );
  await offer(false);
  const refused = await invite();
  expect([refused.status, refused.body]).toMatchObject([403, { code: 'preregistration.closed' }]);
  await offer(true);
  expect((await invite()).status).toBe(200);
});

it('lets nobody register by himself where no mail can go out to confirm his address', async () => {
  await setMode(1);
  const registered = await world.call(null, 'POST', '/auth/registration', {
    ...named(),
    termsVersion: prospectTermsVersion,
  });
  expect([registered.status, registered.body]).toMatchObject([403, { code: 'auth.registrationClosed' }]);
});
