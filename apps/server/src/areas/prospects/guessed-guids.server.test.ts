import { randomUUID } from 'node:crypto';
import { prospectTermsVersion } from '@depotwerk/domain/depot-analysis/consent';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { AdviceWorld } from '../../../test/advice-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { invitedPerson, prospectServices } from '../../../test/prospect-world.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { openMailBody } from '../../platform/mail/send-mail.ts';
import type { ProspectServices } from './analysis-services.ts';
import { findInvitation } from './open-invitation.ts';
import { confirmRegistration } from './register.ts';
import { prospectRoutes } from './routes.ts';

const db = useTestDatabase();
let world: AdviceWorld;
let services: ProspectServices;

beforeAll(async () => {
  world = await AdviceWorld.start(db, 'small', (own) => {
    services = prospectServices(own);
    return prospectRoutes(services);
  });
  await world.owner.query('update white_label_configs set registration_mode = 1 where tenant_id = $1', [
    world.tenantId,
  ]);
}, 120_000);
afterAll(() => world.stop());
afterEach(() => world.expectNoFailure());

/** A call of nobody in particular from a network. */
const from = (clientAddress: string): RequestContext => ({
  requestId: randomUUID(),
  actor: { kind: 'anonymous' },
  zone: { name: 'Europe/Berlin', offsetMinutes: null },
  clientAddress,
  userAgent: '',
  host: 'demo.example',
  cookies: new Map(),
  ifMatch: null,
  idempotencyKey: null,
  signal: new AbortController().signal,
});
/** What a call says, by its code where it is refused. */
const said = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'opened',
    ({ code }: { code: string }) => code,
  );
/** How often guesses of one network were answered how. */
async function guess(
  count: number,
  open: (guid: string) => Promise<unknown>,
): Promise<Record<string, number>> {
  const codes: Record<string, number> = {};
  for (let turn = 0; turn < count; turn += 1) {
    const code = await said(open(randomUUID()));
    codes[code] = (codes[code] ?? 0) + 1;
  }
  return codes;
}
/** The guid of the newest mail. */
async function mailedGuid(): Promise<string> {
  const { rows } = await world.owner.query<{ sealId: string; userId: string | null; envelope: unknown }>(
    'select seal_id as "sealId", user_id as "userId", body_envelope as envelope from mail_outbox order by id desc limit 1',
  );
  const [row] = rows;
  const text = row ? openMailBody(services.keys.keyEncryption, row) : null;
  return /([0-9a-f]{8}-[0-9a-f-]{27})/.exec(text ?? '')?.[1] ?? '';
}

it('looks at sixty of ten thousand guessed invitations of a network, and answers it alike whatever it guesses', async () => {
  const { rows } = await world.owner.query<{ id: string }>(
    'select id from groups where tenant_id = $1 limit 1',
    [world.tenantId],
  );
  await world.call(await world.caller(), 'POST', '/preregistrations', invitedPerson(rows[0]?.id ?? ''));
  const guid = await mailedGuid();
  const network = from('203.0.113.19');
  expect(await guess(10_000, (one) => findInvitation(services, network, one))).toEqual({
    'common.notFound': 60,
    'common.tooManyRequests': 9_940,
  });
  // Whoever guessed is not told by the right one either; everybody else opens hers.
  expect(await said(findInvitation(services, network, guid))).toBe('common.tooManyRequests');
  expect(await said(findInvitation(services, from('198.51.100.19'), guid))).toBe('opened');
});

// Counted in the database, so each guess takes its time here; what is refused after twenty is refused after ten thousand.
it('looks at twenty guessed registrations of a network an hour, and a link that was used is one nobody sent', async () => {
  await world.call(null, 'POST', '/auth/registration', {
    firstName: 'Nora',
    lastName: 'Neu',
    email: `${randomUUID()}@post.example`,
    dateOfBirth: '1990-02-03',
    termsVersion: prospectTermsVersion,
  });
  const guid = await mailedGuid();
  const network = from('203.0.113.20');
  const open = (context: RequestContext, one: string) =>
    confirmRegistration(services, context, { params: {}, query: {}, body: { guid: one } });
  expect(await guess(200, (one) => open(network, one))).toEqual({
    'auth.activationInvalid': 20,
    'auth.tooManyAttempts': 180,
  });
  expect(await said(open(network, guid))).toBe('auth.tooManyAttempts');
  const elsewhere = from('198.51.100.20');
  expect(await said(open(elsewhere, guid))).toBe('opened');
  expect(await said(open(elsewhere, guid))).toBe('auth.activationInvalid');
  expect(await said(open(elsewhere, randomUUID()))).toBe('auth.activationInvalid');
});
