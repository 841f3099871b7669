import { analysisConsentVersion, invitedConsentVersion } from '@depotwerk/domain/depot-analysis/consent';
import { afterEach, expect, it } from 'vitest';
import { adviceHouse } from '../../../test/advice-house.ts';
import { invitedPerson, prospectServices } from '../../../test/prospect-world.ts';
import { createPdfPool } from '../reports/pdf/pdf-pool.ts';
import { prospectRoutes } from './routes.ts';

// No mail can go out here: the link is answered, to be handed over.
const { world } = adviceHouse('small', (own) =>
  prospectRoutes(prospectServices(own, createPdfPool({ size: 1 }), false)),
);
afterEach(() => world.expectNoFailure());

it('of an invited person is the text for the invited alone, and kept as the one she saw', async () => {
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
  // The text for visitors promises that no name is needed: the house knows hers.
  for (const other of ['2020-01', analysisConsentVersion]) {
    const { status, body } = await confirm(other);
    expect([other, status, body]).toMatchObject([other, 409, { code: 'depotanalysis.consentOutdated' }]);
  }
  expect((await confirm(invitedConsentVersion)).status).toBe(200);
  const { rows } = await world.owner.query<{ invitation: string; analysis: string }>(
    `select p.consent_version as invitation, a.consent_version as analysis
      from preregistrations p join depot_analyses a on a.preregistration_id = p.id where p.id = $1`,
    [invited.body.id],
  );
  expect(rows).toEqual([{ invitation: invitedConsentVersion, analysis: invitedConsentVersion }]);
  // Nobody who came by herself was ever shown the text for the invited.
  const stranger = await world.call(null, 'POST', '/depotanalysis', {
    consentVersion: invitedConsentVersion,
  });
  expect(stranger.body).toMatchObject({ code: 'depotanalysis.consentOutdated' });
});
