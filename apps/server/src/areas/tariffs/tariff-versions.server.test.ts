import { randomUUID } from 'node:crypto';
import type { CallAnswer } from '@depotwerk/api/call';
import type { listTariffApprovals } from '@depotwerk/api/tariffs/tariffs';
import { describe, expect, it } from 'vitest';
import { anchorDate } from '../../../test/advice-world.ts';
import { dayAfter, described, oneDay, tariffHouse } from '../../../test/tariff-steps.ts';
import { publishPlannedVersions } from './publish-planned.ts';

const { db, world, steps } = tariffHouse('large');

const logged: object[] = [];
const tick = () =>
  publishPlannedVersions({
    database: db.database,
    clock: () => Date.parse(`${anchorDate}T11:00:00Z`) + world.later,
    logger: { info: () => {}, error: (values) => void logged.push(values) },
  });

describe('the life of a version', () => {
  it('goes from draft over submission and approval to what contracts follow', async () => {
    const id = await steps.newTariff();
    expect((await steps.take(steps.editor, id, 'submit', 1)).body).toMatchObject({
      state: 'submitted',
      comment: 'Begründung',
      // Editor and approver have one name here: the sign-in name tells them apart.
      submittedBy: expect.stringMatching(/^Berta Berater \(/),
      submittedAt: `${anchorDate}T11:00:00.000Z`,
      mayApprove: false,
    });
    const waiting = await world.call<CallAnswer<typeof listTariffApprovals>>(
      steps.approver,
      'GET',
      '/tariffs/approvals',
    );
    expect(waiting.body.find(({ tariffId }) => tariffId === id)?.version).toMatchObject({
      versionNumber: 1,
      mayApprove: true,
    });
    const waits = await steps.save(id, described('zu spät'));
    expect([waits.status, waits.body.code]).toEqual([409, 'tariffs.notEditable']);
    // Without a word of his own the approver leaves what the submitter said.
    const approved = await steps.take(steps.approver, id, 'approve', 1, { comment: '' });
    expect(approved.body).toMatchObject({ state: 'approved', comment: 'Begründung' });
    const shown = await steps.take(steps.approver, id, 'publish', 1, { validFrom: anchorDate });
    expect(shown.body).toMatchObject({ state: 'published', validFrom: anchorDate, validTo: null });
    expect(await steps.get(id)).toMatchObject({
      publishedVersionNumber: 1,
      isEditable: true,
      version: { state: 'published' },
    });
    expect(
      (await steps.contentOf(id, 1)).content.components?.risk.tariffRiskItemsTargets.length,
    ).toBeGreaterThan(0);
  });

  it('is recorded step by step', async () => {
    const id = await steps.newTariff();
    await steps.publishNow(id, 1);
    const { rows } = await world.owner.query<{ action: string }>(
      `select action from audit_entries where object_id = $1 order by id`,
      [id],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'tariffs.create',
      'tariffs.submit',
      'tariffs.approve',
      'tariffs.publish',
    ]);
  });

  it('is warned of where another tariff has its name, whatever the case, and not of itself', async () => {
    const [first, second] = [await steps.newTariff(), await steps.newTariff()];
    const shared = async (id: string, versionNumber = 1) =>
      (await steps.contentOf(id, versionNumber)).messages.filter(({ code }) => code === 'nameShared');
    expect((await steps.save(first, (tariff) => ({ ...tariff, name: 'Größte Sicherheit' }))).status).toBe(
      200,
    );
    expect(await shared(first)).toEqual([]);
    await steps.save(second, (tariff) => ({ ...tariff, name: ' groesste SICHERHEIT' }));
    const { key } = (await steps.get(first)).tariff;
    expect(await shared(second)).toMatchObject([{ severity: 1, step: 'basics', params: { keys: key } }]);
    expect((await steps.take(steps.editor, second, 'submit', 1)).status).toBe(200);
    expect(await shared(first)).toHaveLength(1);
  });

  it('takes four eyes: its last editor never approves it, whoever submitted it', async () => {
    const id = await steps.newTariff();
    await steps.save(id, described('von beiden'), steps.both);
    await steps.take(steps.editor, id, 'submit', 1);
    expect((await steps.versionsOf(id))[0]?.mayApprove).toBe(false);
    const own = await steps.take(steps.both, id, 'approve', 1);
    expect([own.status, own.body.code]).toEqual([409, 'tariffs.fourEyes']);
    expect((await steps.take(steps.approver, id, 'approve', 1)).status).toBe(200);
  });

  it('is sent back with a reason, changed and submitted again', async () => {
    const id = await steps.newTariff();
    await steps.take(steps.editor, id, 'submit', 1);
    expect((await steps.take(steps.approver, id, 'reject', 1, { comment: '' })).status).toBe(400);
    expect(
      (await steps.take(steps.approver, id, 'reject', 1, { comment: 'Bitte prüfen' })).body,
    ).toMatchObject({
      state: 'rejected',
      comment: 'Bitte prüfen',
    });
    expect((await steps.save(id, described('geprüft'))).body).toMatchObject({
      version: { state: 'draft', submittedBy: null },
      tariff: { description: 'geprüft' },
    });
    await steps.publishNow(id, 1);
    expect(await steps.rowOf(id)).toMatchObject({ n: 1, description: 'geprüft' });
  });

  it('is withdrawn while it waits', async () => {
    const id = await steps.newTariff();
    for (const taken of [
      [[steps.editor, 'submit']],
      [
        [steps.editor, 'submit'],
        [steps.approver, 'approve'],
      ],
    ] as const) {
      for (const [token, step] of taken) await steps.take(token, id, step, 1);
      expect((await steps.take(steps.editor, id, 'withdraw', 1)).body).toMatchObject({
        state: 'draft',
        submittedBy: null,
        approvedBy: null,
      });
    }
    expect((await steps.save(id, described('zurückgezogen'))).status).toBe(200);
  });

  it('takes each step in its own state only, and once for one key', async () => {
    const id = await steps.newTariff();
    for (const [token, step] of [
      [steps.approver, 'approve'],
      [steps.approver, 'reject'],
      [steps.editor, 'withdraw'],
      [steps.approver, 'publish'],
      [steps.editor, 'discard'],
      [steps.editor, 'rollback'],
    ] as const) {
      const answer = await steps.take(token, id, step, 1, {
        comment: 'x',
        ...(step === 'publish' && { validFrom: anchorDate, comment: undefined }),
      });
      expect([step, answer.status, answer.body.code]).toEqual([step, 409, 'tariffs.wrongState']);
    }
    expect((await steps.take(steps.editor, id, 'submit', 2)).body.code).toBe('tariffs.wrongState');
    expect((await steps.take(steps.editor, id, 'rollback', 7)).status).toBe(404);
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(
      [1, 2, 3].map(() => steps.take(steps.editor, id, 'submit', 1, { comment: 'einmal' }, headers)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { rows } = await world.owner.query(
      `select 1 from audit_entries where object_id = $1 and action = 'tariffs.submit'`,
      [id],
    );
    expect(rows).toHaveLength(1);
    expect((await steps.take(steps.editor, id, 'submit', 1)).body.code).toBe('tariffs.wrongState');
  });

  it('is decided once when two decide at the same moment', async () => {
    const id = await steps.newTariff();
    await steps.take(steps.editor, id, 'submit', 1);
    const answers = await Promise.all([
      steps.take(steps.approver, id, 'approve', 1),
      steps.take(steps.approver, id, 'reject', 1),
      steps.take(steps.editor, id, 'withdraw', 1),
    ]);
    // An approved version may still be withdrawn; nothing else goes together. The answers show the version as it then is.
    const taken = ['approve', 'reject', 'withdraw'].filter((_, k) => answers[k]?.status === 200);
    expect([['approve'], ['reject'], ['withdraw'], ['approve', 'withdraw']]).toContainEqual(taken);
    const [last = ''] = taken.slice(-1);
    const states: Record<string, string> = { approve: 'approved', reject: 'rejected', withdraw: 'draft' };
    expect((await steps.versionsOf(id))[0]?.state).toBe(states[last]);
  });
});

describe('publishing at a date', () => {
  it('happens on that day by German time, once, however many processes look', async () => {
    const id = await steps.newTariff();
    await steps.publishNow(id, 1);
    await steps.save(id, described('ab morgen'));
    await steps.take(steps.editor, id, 'submit', 2);
    await steps.take(steps.approver, id, 'approve', 2);
    const planned = await steps.take(steps.approver, id, 'publish', 2, { validFrom: dayAfter(2) });
    expect(planned.body).toMatchObject({ state: 'approved', validFrom: dayAfter(2), publishedAt: null });
    // Another day may be chosen while it waits.
    expect(
      (await steps.take(steps.approver, id, 'publish', 2, { validFrom: dayAfter(1) })).body.validFrom,
    ).toBe(dayAfter(1));
    expect((await steps.get(id)).isEditable).toBe(false);
    // 22:59 UTC is 23:59 in Berlin.
    world.later = 12 * 3_600_000 - 60_000;
    expect(await tick()).toBe(0);
    world.later = 12 * 3_600_000;
    const counts = await Promise.all([tick(), tick(), tick(), tick()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await steps.versionsOf(id)).toMatchObject([
      { versionNumber: 2, state: 'published', validFrom: dayAfter(1), validTo: null },
      { versionNumber: 1, state: 'superseded', validFrom: anchorDate, validTo: anchorDate },
    ]);
    expect(await steps.rowOf(id)).toMatchObject({ n: 2, description: 'ab morgen' });
    const { rows } = await world.owner.query<{ actor_kind: string }>(
      `select actor_kind from audit_entries where object_id = $1 and action = 'tariffs.publishPlanned'`,
      [id],
    );
    expect(rows).toEqual([{ actor_kind: 'system' }]);
  });

  it('does not happen to a version taken back before', async () => {
    const id = await steps.newTariff();
    await steps.take(steps.editor, id, 'submit', 1);
    await steps.take(steps.approver, id, 'approve', 1);
    await steps.take(steps.approver, id, 'publish', 1, { validFrom: dayAfter(1) });
    expect((await steps.take(steps.editor, id, 'withdraw', 1)).body).toMatchObject({
      state: 'draft',
      validFrom: null,
    });
    world.later = 3 * oneDay;
    expect(await tick()).toBe(0);
    expect(await steps.rowOf(id)).toMatchObject({ n: null });
  });

  it('is refused for a day gone by, but replaces a version of the same day', async () => {
    const id = await steps.newTariff();
    await steps.publishNow(id, 1);
    await steps.save(id, described('zu früh'));
    await steps.take(steps.editor, id, 'submit', 2);
    await steps.take(steps.approver, id, 'approve', 2);
    const past = await steps.take(steps.approver, id, 'publish', 2, { validFrom: dayAfter(-1) });
    expect([past.status, past.body.validation]).toEqual([
      400,
      [{ path: 'body.validFrom', code: 'dayInPast', params: { today: anchorDate } }],
    ]);
    expect((await steps.take(steps.approver, id, 'publish', 2, { validFrom: '2026-02-30' })).status).toBe(
      400,
    );
    // What was published by mistake is undone on the same day.
    const sameDay = await steps.take(steps.approver, id, 'publish', 2, { validFrom: anchorDate });
    expect([sameDay.status, sameDay.body.state]).toEqual([200, 'published']);
  });

  it('counts at once for a day that is over at the house and still today where somebody publishes', async () => {
    const id = await steps.newTariff();
    await steps.take(steps.editor, id, 'submit', 1);
    await steps.take(steps.approver, id, 'approve', 1);
    // Half past midnight at the house, the evening before in New York.
    world.later = 12.5 * 60 * 60 * 1000;
    const publish = (zone: string) =>
      steps.take(steps.approver, id, 'publish', 1, { validFrom: anchorDate }, { 'x-timezone-name': zone });
    expect((await publish('Europe/Berlin')).status).toBe(400);
    const abroad = await publish('America/New_York');
    expect([abroad.status, abroad.body]).toMatchObject([200, { state: 'published', validFrom: dayAfter(1) }]);
  });

  it('goes back to its editors when another tariff has taken the key meanwhile', async () => {
    const id = await steps.newTariff();
    await steps.publishNow(id, 1);
    await steps.save(id, (tariff) => ({ ...tariff, key: 'SPAETER' }));
    await steps.take(steps.editor, id, 'submit', 2);
    await steps.take(steps.approver, id, 'approve', 2);
    await steps.take(steps.approver, id, 'publish', 2, { validFrom: dayAfter(1) });
    // The rules of a save refuse this; a row written past them does not.
    await world.owner.query(`update tariffs set key = 'spaeter' where id = $1`, [await steps.newTariff()]);
    world.later = oneDay;
    expect(await tick()).toBe(0);
    expect((await steps.versionsOf(id))[0]).toMatchObject({
      state: 'rejected',
      comment: `Die Version wurde am 21.11.2026 nicht veröffentlicht: der Schlüssel wird von einem anderen Tarif verwendet.`,
    });
    expect(logged.splice(0)).toMatchObject([{ code: 'tariffs.keyExists' }]);
    expect(await tick()).toBe(0);
    expect(logged).toEqual([]);
  });

  it('goes back to its editors, who are told, when its check finds an error by then', async () => {
    const id = await steps.newTariff();
    await steps.publishNow(id, 1);
    await steps.save(id, described('mit Fehler'));
    await steps.take(steps.editor, id, 'submit', 2);
    await steps.take(steps.approver, id, 'approve', 2);
    await steps.take(steps.approver, id, 'publish', 2, { validFrom: dayAfter(1) });
    await world.owner.query(
      `update tariff_versions set content = jsonb_set(content, '{components,risk,tariffRiskItemsTargets,0}', '99')
        where tariff_id = $1 and version_number = 2`,
      [id],
    );
    await world.owner.query('delete from notification_events where target_id = $1', [id]);
    world.later = oneDay;
    expect(await tick()).toBe(0);
    expect(await steps.versionsOf(id)).toMatchObject([
      {
        state: 'rejected',
        comment:
          'Die Version wurde am 21.11.2026 nicht veröffentlicht: die Plausibilitätsprüfung meldet Fehler.',
      },
      { versionNumber: 1, state: 'published' },
    ]);
    expect(logged.splice(0)).toMatchObject([{ code: 'tariffs.notPlausible' }]);
    const { rows } = await world.owner.query<{ kind: string }>(
      'select notification_kind as kind from notification_events where target_id = $1',
      [id],
    );
    expect(rows).toEqual([{ kind: 'tariffRejected' }]);
  });
});
