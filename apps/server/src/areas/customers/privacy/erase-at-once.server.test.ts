import { expect, it } from 'vitest';
import { contractHouse } from '../../../../test/contract-house.ts';
import { tenantA } from '../../../../test/contract-world.ts';

const { world, admin, post, run } = contractHouse();
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
