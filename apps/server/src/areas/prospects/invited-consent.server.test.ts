import { analysisConsentVersion, invitedConsentVersion } from '@depotwerk/domain/depot-analysis/consent';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { AdviceWorld } from '../../../test/advice-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { invitedPerson, prospectServices } from '../../../test/prospect-world.ts';
import { createPdfPool } from '../documents/pdf/pdf-pool.ts';
import { prospectRoutes } from './routes.ts';

const db = useTestDatabase();
let world: AdviceWorld;

beforeAll(async () => {
  world = await AdviceWorld.start(db, 'small', (own) =>
    prospectRoutes(prospectServices(own, createPdfPool({ size: 1 }), false)),
  );
}, 120_000);
afterAll(() => world.stop());
afterEach(() => world.expectNoFailure());

it('of an invited person is taken from a page of the release before too, and kept as the one she saw', async () => {
  const { rows: groups } = await world.owner.query<{ id: string }>(
    'select id from groups where tenant_id = $1 order by id limit 1',
    [world.tenantId],
  );
  const invited = await world.call<{ guid: string; id: string }>(
    await world.caller(),
    'POST',
    '/preregistrations',
    invitedPerson(groups[0]?.id ?? ''),
  );
  const confirm = (consentVersion: string) =>
    world.call(null, 'POST', `/preregistrations/${invited.body.guid}/confirm-identity`, {
      dateOfBirth: '1980-05-17',
      consentVersion,
    });
  const older = await confirm('2020-01');
  expect([older.status, older.body]).toMatchObject([409, { code: 'depotanalysis.consentOutdated' }]);
  for (const version of [analysisConsentVersion, invitedConsentVersion]) {
    expect((await confirm(version)).status).toBe(200);
    const { rows } = await world.owner.query<{ invitation: string; analysis: string }>(
      `select p.consent_version as invitation, a.consent_version as analysis
        from preregistrations p join depot_analyses a on a.preregistration_id = p.id where p.id = $1`,
      [invited.body.id],
    );
    expect(rows).toEqual([{ invitation: version, analysis: version }]);
  }
  // Nobody who came by herself was ever shown the text for the invited.
  const stranger = await world.call(null, 'POST', '/depotanalysis', {
    consentVersion: invitedConsentVersion,
  });
  expect(stranger.body).toMatchObject({ code: 'depotanalysis.consentOutdated' });
});
