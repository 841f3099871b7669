import type { CallAnswer } from '@depotwerk/api/call';
import type { getCustomerPrivacy } from '@depotwerk/api/customers/customer-privacy';
import type { DepotAnalysis } from '@depotwerk/api/prospects/depot-analysis';
import {
  bankConsentVersion,
  invitedConsentText,
  invitedConsentVersion,
  prospectTermsVersion,
} from '@depotwerk/domain/depot-analysis/consent';
import { afterEach, expect, it } from 'vitest';
import { addBankLink } from '../../../../test/add-bank-link.ts';
import { adviceHouse } from '../../../../test/advice-house.ts';
import { invitedPerson, prospectServices } from '../../../../test/prospect-world.ts';
import { riskAnswers } from '../../../../test/risk-answers.ts';
import { prospectRoutes } from '../../prospects/routes.ts';
import { createPdfPool } from '../../reports/pdf/pdf-pool.ts';
import { privacyRoutes } from './routes.ts';

const { world } = adviceHouse('small', (own) => [
  ...prospectRoutes(prospectServices(own, createPdfPool({ size: 1 }), false)),
  ...privacyRoutes(own),
]);
afterEach(() => world.expectNoFailure());

const privacyOf = async (adviser: string, customerId: string) => {
  const { body } = await world.call<CallAnswer<typeof getCustomerPrivacy>>(
    adviser,
    'GET',
    `/customers/${customerId}/privacy`,
  );
  return body;
};
const one = async <Row extends object>(sql: string, ...values: unknown[]): Promise<Row> => {
  const { rows } = await world.owner.query<Row>(sql, values);
  const [row] = rows;
  if (!row) throw new Error(`nothing found: ${sql}`);
  return row;
};

/** Invited, confirmed and sent off with an access of her own. */
async function invitedCustomer(adviser: string) {
  const group = await one<{ id: string }>(
    'select id from groups where tenant_id = $1 order by id limit 1',
    world.tenantId,
  );
  const invited = await world.call<{ guid: string; id: string }>(
    adviser,
    'POST',
    '/preregistrations',
    invitedPerson(group.id),
  );
  const { guid, id } = invited.body;
  const { body: opened } = await world.call<{ guid: string }>(
    null,
    'POST',
    `/preregistrations/${guid}/confirm-identity`,
    {
      dateOfBirth: '1980-05-17',
      consentVersion: invitedConsentVersion,
    },
  );
  const path = `/depotanalysis/${opened.guid}`;
  const { body: analysis } = await world.call<DepotAnalysis>(null, 'GET', path);
  const answers = riskAnswers({ horizon: '2036-06-01', lastPurchase: undefined });
  await world.call(null, 'PUT', path, { answers, holdings: [] }, { 'if-match': `"${analysis.rowVersion}"` });
  const completed = await world.call(null, 'POST', `/preregistrations/${guid}/complete`, {
    termsAccepted: true,
    analysisGuid: opened.guid,
    credentials: { password: 'Sieben-blaue-Zwerge-42' },
  });
  expect(completed.body).toEqual({ isUserCreated: true });
  const { customerId, invitedBy } = await one<{ customerId: string; invitedBy: string }>(
    'select customer_id as "customerId", invited_by as "invitedBy" from preregistrations where id = $1',
    id,
  );
  return { customerId, invitedBy, path };
}

it('tells what she agreed to in an invitation, when and to which words, also once its analysis is erased', async () => {
  const adviser = await world.caller();
  const { customerId, invitedBy, path } = await invitedCustomer(adviser);
  const consent = {
    subject: 'analysis',
    way: 'invitation',
    version: invitedConsentVersion,
    text: invitedConsentText.join('\n\n'),
    bankName: null,
  };
  const terms = { subject: 'terms', way: 'invitation', version: prospectTermsVersion, text: '' };
  const told = await privacyOf(adviser, customerId);
  // No decision about one of the kinds: what she agreed to there holds for that alone.
  expect(told.consents).toEqual([]);
  expect(told.agreements?.map(({ subject }) => subject).toSorted()).toEqual(['analysis', 'terms']);
  expect(told.agreements).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...consent, agreedAt: expect.any(String), withdrawnAt: null }),
      expect.objectContaining(terms),
    ]),
  );
  // On her own side she reads the same, and nobody reads another's.
  const herself = await world.caller({ ownCustomerId: customerId, permissions: [] });
  expect((await world.call(herself, 'GET', '/my/agreements')).body).toEqual(told.agreements);
  expect((await world.call(adviser, 'GET', '/my/agreements')).status).toBe(403);
  expect((await world.call(null, 'DELETE', path)).status).toBe(204);
  const later = await privacyOf(adviser, customerId);
  // The log knows when; that she took it back by erasing is told with its time.
  expect(later.agreements).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...consent, agreedAt: expect.any(String), withdrawnAt: expect.any(String) }),
    ]),
  );
  await addBankLink(world.owner, world.tenantId, { invitedBy, customerId });
  expect((await privacyOf(adviser, customerId)).agreements).toEqual(
    expect.arrayContaining([expect.objectContaining({ subject: 'bank', version: bankConsentVersion })]),
  );
});
