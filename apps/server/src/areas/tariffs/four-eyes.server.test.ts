import type { Tariff } from '@depotwerk/api/tariffs/tariffs';
import { beforeAll, describe, expect, it } from 'vitest';
import { described, type Refusal, tariffHouse } from '../../../test/tariff-steps.ts';
import { componentRoutes } from '../components/routes.ts';

const { world, steps } = tariffHouse('small', componentRoutes);
/** May do everything, as `steps.both`, and is somebody else. */
let third: string;

beforeAll(async () => {
  third = await world.caller();
});

const both = () => steps.both;
const approver = () => steps.approver;
const refused = [409, 'tariffs.fourEyes'];

/** What approving answers. */
async function approve(token: string, id: string, versionNumber = 1): Promise<unknown[]> {
  const answer = await steps.take(token, id, 'approve', versionNumber);
  return [answer.status, answer.body.code];
}

interface Part {
  readonly id: string;
  readonly component: { readonly name: string; readonly key: string };
  readonly rowVersion: number;
}
const partOf = async (token: string, tariffId: string): Promise<Part> => {
  const { tariff } = (await world.call<Tariff>(token, 'GET', `/tariffs/${tariffId}`)).body;
  const path = `/tariff-components/allocation/${tariff.componentAllocationId}`;
  return (await world.call<Part>(token, 'GET', path)).body;
};

async function editPart(token: string, tariffId: string): Promise<void> {
  const part = await partOf(token, tariffId);
  const answer = await world.call(
    token,
    'PUT',
    `/tariff-components/allocation/${part.id}`,
    { ...part.component, name: `${part.component.name}.` },
    { 'if-match': `"${part.rowVersion}"` },
  );
  expect(answer.status).toBe(200);
}

describe('four eyes', () => {
  it('are not those of somebody whose work a colleague saved once more', async () => {
    const id = await steps.newTariff();
    await steps.save(id, described('ganz anders'), both());
    await steps.save(id, described('ganz anders.'), steps.editor);
    await steps.take(steps.editor, id, 'submit', 1);
    expect((await world.call<Tariff>(both(), 'GET', `/tariffs/${id}`)).body.version.mayApprove).toBe(false);
    expect(await approve(both(), id)).toEqual(refused);
    expect(await approve(approver(), id)).toEqual([200, undefined]);
  });

  it('are not those of the submitter', async () => {
    const id = await steps.newTariff();
    await steps.take(both(), id, 'submit', 1);
    expect(await approve(both(), id)).toEqual(refused);
    expect(await approve(third, id)).toEqual([200, undefined]);
  });

  it('are not those of who edited a component the version takes in', async () => {
    const id = await steps.newTariff();
    await editPart(both(), id);
    await steps.take(steps.editor, id, 'submit', 1);
    expect(await approve(both(), id)).toEqual(refused);
    expect(await approve(approver(), id)).toEqual([200, undefined]);
  });

  it('do not come from a copy of a component', async () => {
    const id = await steps.newTariff();
    await editPart(both(), id);
    const part = await partOf(both(), id);
    const key = `COPY-${Date.now()}`;
    const copied = await world.call<{ id: string }>(
      steps.editor,
      'POST',
      `/tariff-components/allocation/${part.id}/copy`,
      { name: `Kopie ${key}`, key },
    );
    expect(copied.status).toBe(201);
    await steps.save(id, (tariff) => ({ ...tariff, componentAllocationId: copied.body.id }));
    await steps.take(steps.editor, id, 'submit', 1);
    expect(await approve(both(), id)).toEqual(refused);
    expect(await approve(approver(), id)).toEqual([200, undefined]);
  });

  it('do not come from a copy of a draft', async () => {
    const id = await steps.newTariff();
    await steps.save(id, described('von beiden'), both());
    const key = `K-${Date.now()}`;
    const copy = await world.call<Tariff & Refusal>(steps.editor, 'POST', `/tariffs/${id}/copy`, {
      name: `Kopie ${key}`,
      key,
    });
    expect(copy.status).toBe(201);
    await steps.take(steps.editor, copy.body.id, 'submit', 1);
    expect(await approve(both(), copy.body.id)).toEqual(refused);
    expect(await approve(approver(), copy.body.id)).toEqual([200, undefined]);
  });

  it('do not come from going back to an older version', async () => {
    const id = await steps.newTariff();
    await steps.publishNow(id, 1);
    await steps.take(both(), id, 'rollback', 1);
    await steps.take(steps.editor, id, 'submit', 2);
    expect(await approve(both(), id, 2)).toEqual(refused);
    expect(await approve(approver(), id, 2)).toEqual([200, undefined]);
  });

  it('begin anew with the version after the published one', async () => {
    const id = await steps.newTariff();
    await steps.save(id, described('erste Fassung'), third);
    await steps.publishNow(id, 1);
    await steps.save(id, described('zweite Fassung'));
    await steps.take(steps.editor, id, 'submit', 2);
    expect(await approve(third, id, 2)).toEqual([200, undefined]);
  });

  it('stay those of a version that was sent back or withdrawn', async () => {
    const id = await steps.newTariff();
    await steps.save(id, described('von beiden'), both());
    await steps.take(steps.editor, id, 'submit', 1);
    await steps.take(approver(), id, 'reject', 1, { comment: 'Bitte prüfen' });
    await steps.save(id, described('geprüft'));
    await steps.take(steps.editor, id, 'submit', 1);
    await steps.take(steps.editor, id, 'withdraw', 1);
    await steps.take(steps.editor, id, 'submit', 1);
    expect(await approve(both(), id)).toEqual(refused);
    // Who only sent it back wrote nothing of it.
    expect(await approve(approver(), id)).toEqual([200, undefined]);
  });

  it('are asked for by the database too', async () => {
    const id = await steps.newTariff();
    await steps.save(id, described('von beiden'), both());
    await steps.save(id, described('danach'));
    await steps.take(third, id, 'submit', 1);
    const people = await world.owner.query<{ editors: string[]; submitted_by: string }>(
      'select editors, submitted_by from tariff_versions where tariff_id = $1',
      [id],
    );
    const { editors = [], submitted_by = '' } = people.rows[0] ?? {};
    expect(editors.length).toBeGreaterThanOrEqual(2);
    for (const person of [...editors, submitted_by]) {
      const write = world.owner.query(
        `update tariff_versions set state = 'approved', approved_by = $2, approved_at = now() where tariff_id = $1`,
        [id, person],
      );
      await expect(write).rejects.toThrow(/tariff_versions_check|four_eyes|never approves/);
    }
    // Nobody takes a name off the list.
    await world.owner.query(`update tariff_versions set editors = '{}' where tariff_id = $1`, [id]);
    const kept = await world.owner.query('select editors from tariff_versions where tariff_id = $1', [id]);
    expect(kept.rows[0]).toEqual({ editors });
  });

  it('look at what they approve: one changed and submitted anew since is another', async () => {
    const id = await steps.newTariff();
    const submittedAt = async () => {
      await steps.take(steps.editor, id, 'submit', 1);
      return (await world.call<Tariff>(approver(), 'GET', `/tariffs/${id}`)).body.version.submittedAt;
    };
    const takeSeen = async (name: 'approve' | 'publish', seen: string | null) => {
      const day = name === 'publish' ? { validFrom: '2999-01-01' } : {};
      const body = { versionNumber: 1, comment: '', submittedAt: seen, ...day };
      const answer = await world.call<{ code?: string }>(approver(), 'POST', `/tariffs/${id}/${name}`, body, {
        'idempotency-key': crypto.randomUUID(),
      });
      return [answer.status, answer.body.code];
    };
    const seen = await submittedAt();
    await steps.take(steps.editor, id, 'withdraw', 1);
    await steps.save(id, described('ganz anders'), steps.editor);
    world.later += 1000;
    const now = await submittedAt();
    expect(await takeSeen('approve', seen)).toEqual([409, 'tariffs.submittedAnew']);
    expect(await takeSeen('approve', now)).toEqual([200, undefined]);
    expect(await takeSeen('publish', seen)).toEqual([409, 'tariffs.submittedAnew']);
    expect(await takeSeen('publish', now)).toEqual([200, undefined]);
  });
});
