import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { contractHouse } from '../../../../test/contract-house.ts';
import { tenantA } from '../../../../test/contract-world.ts';

const { world, admin, post, run, tariff } = contractHouse();
const consent = {
  consentKind: 'mail',
  decision: 'given',
  textVersion: '2026-01',
  consentText: 'Ja',
  decidedOn: '2026-01-02',
};

it('of an erasure and a change at the same moment one comes second, and finds what the other left', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { id } = await world.addCustomer(tenantA);
    const path = `/customers/${id}`;
    const answers = await Promise.all([
      post(admin, `${path}/erase`, { basis: 'noLongerNeeded' }),
      post(admin, `${path}/erase`, { basis: 'objection' }),
      post(admin, `${path}/consents`, consent),
      post(admin, `${path}/block`, { isBlocked: true, reason: 'Widerspruch' }),
      post(admin, `${path}/legal-hold`, { isHeld: true, reason: 'Rechtsstreit' }),
    ]);
    // 503: it waited too long for the others on a busy machine, and changed nothing.
    for (const { status } of answers) expect([200, 404, 409, 503]).toContain(status);
    const erasures = answers.slice(0, 2).filter(({ status }) => status === 200).length;
    const { rows } = await run('select 1 from customers where tenant_id = $1 and id = $2', id);
    // Erased once or there; held or erased, never both.
    expect(erasures + rows.length).toBe(1);
    expect(answers[4].status === 200 && rows.length === 0).toBe(false);
  }
});

it('what was mailed to a customer without a sign-in goes with her; somebody else at the same address keeps his mails', async () => {
  const addressed = async (email: string) => {
    const { id } = await world.addCustomer(tenantA, { email });
    await run(
      `insert into mail_outbox (tenant_id, recipient, subject) select $1, upper(email), 'Einladung' from customers where id = $2`,
      id,
    );
    return id;
  };
  const alone = await addressed('allein@post.example');
  const shared = await addressed('familie@post.example');
  await addressed('familie@post.example');
  for (const id of [alone, shared])
    expect(await post(admin, `/customers/${id}/erase`, { basis: 'objection' })).toMatchObject({
      status: 200,
      body: { state: 'erased' },
    });
  const { rows } = await run(
    `select recipient from mail_outbox where tenant_id = $1 and subject = 'Einladung' and $2::uuid is not null`,
    alone,
  );
  expect(rows).toEqual([{ recipient: 'FAMILIE@POST.EXAMPLE' }, { recipient: 'FAMILIE@POST.EXAMPLE' }]);
});

it('a request that waits forgets where she was invited, and keeps what she agreed to', async () => {
  const { id } = await world.addCustomer(tenantA);
  const contract = await world.addContract(tenantA, id, tariff, { end_date: '2026-01-31' });
  await world.recordEnd(contract, '2026-01-31');
  const questionnaire = randomUUID();
  await run(
    `insert into questionnaires (tenant_id, id, questionnaire_key, version, title, questions) values ($1, $2, 'probe', 1, 'Probe', '[]')`,
    questionnaire,
  );
  const invited = async (status: string) => {
    const invitation = randomUUID();
    await run(
      `insert into preregistrations (tenant_id, id, guid_hash, customer_id, invited_by, last_name, email, phone_number, message,
         status, expires_at, consent_version, terms_version) values ($1, $2, sha256(gen_random_uuid()::text::bytea), $3, $4, 'Muster',
         'frueher@post.example', '+49 30 1', 'Guten Tag', $5, now() + interval '1 day', '2026-11-invited', 'AGB 1')`,
      invitation,
      id,
      admin,
      status,
    );
    await run(
      `insert into depot_analyses (tenant_id, id, guid_hash, questionnaire_id, preregistration_id, consent_version, consented_at, expires_at)
       values ($1, $2, sha256(gen_random_uuid()::text::bytea), $3, $4, '2026-11-invited', now(), now() + interval '30 days')`,
      randomUUID(),
      questionnaire,
      invitation,
    );
    return invitation;
  };
  for (const status of ['open', 'started', 'revoked']) await invited(status);
  const submitted = await invited('submitted');
  const ofHers = () =>
    run(
      `select p.id, p.email, p.phone_number, p.message, p.consent_version, p.terms_version,
         (select count(*)::int from depot_analyses a where a.preregistration_id = p.id) as analyses
        from preregistrations p where p.tenant_id = $1 and p.customer_id = $2`,
      id,
    );
  expect((await ofHers()).rows.map(({ analyses }: { analyses: number }) => analyses)).toEqual([1, 1, 1, 1]);
  expect(await post(admin, `/customers/${id}/erase`, { basis: 'objection' })).toMatchObject({
    status: 200,
    body: { state: 'waiting' },
  });
  expect((await ofHers()).rows).toEqual([
    {
      id: submitted,
      email: '',
      phone_number: null,
      message: '',
      consent_version: '2026-11-invited',
      terms_version: 'AGB 1',
      analyses: 0,
    },
  ]);
});
