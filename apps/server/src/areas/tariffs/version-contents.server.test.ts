import { randomUUID } from 'node:crypto';
import type { CallAnswer } from '@depotwerk/api/call';
import type { compareTariffVersions } from '@depotwerk/api/tariffs/tariff-comparison';
import type { TariffDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { describe, expect, it } from 'vitest';
import { anchorDate } from '../../../test/advice-world.ts';
import { tariffIdWhere } from '../../../test/tariff-bodies.ts';
import { dayAfter, described, oneDay, type Refusal, tariffHouse } from '../../../test/tariff-steps.ts';

const { world, steps } = tariffHouse('large');

describe('what blocks a version', () => {
  it('is named when a component has gone or was switched off since the draft was saved', async () => {
    const id = await steps.newTariff();
    const { tariff } = await steps.get(id);
    const hide = (isInactive: boolean) =>
      world.owner.query('update components set is_inactive = $2 where id = $1', [
        tariff.componentUniverseId,
        isInactive,
      ]);
    await world.owner.query(
      `update tariff_versions set content = jsonb_set(content, '{tariff,name}', '""') where tariff_id = $1`,
      [id],
    );
    const incomplete = await steps.take(steps.editor, id, 'submit', 1);
    expect([incomplete.status, incomplete.body.code, incomplete.body.validation]).toEqual([
      409,
      'tariffs.incomplete',
      [{ path: 'name', code: 'required' }],
    ]);
    await hide(true);
    await steps.save(id, (one) => ({ ...one, name: 'Wieder da' }));
    await hide(false);
    expect((await steps.take(steps.editor, id, 'submit', 1)).status).toBe(200);
  });

  it('is a message of severity 2: at submission, approval and publishing', async () => {
    const id = await steps.newTariff();
    const { tariff } = await steps.get(id);
    const move = (sign: number) =>
      world.owner.query(
        `update risk_items set target = target + $2 where component_id = $1 and risk_class_id =
           (select max(risk_class_id) from risk_items where component_id = $1)`,
        [tariff.componentRiskId, 60 * sign],
      );
    await move(1);
    const messages = (await steps.contentOf(id, 1)).messages.filter(({ severity }) => severity === 2);
    expect(messages.length).toBeGreaterThan(0);
    const blocked = await steps.take(steps.editor, id, 'submit', 1);
    expect([blocked.status, blocked.body.code]).toEqual([409, 'tariffs.notPlausible']);
    expect(blocked.body.params?.messages?.map(({ code }) => code)).toEqual(messages.map(({ code }) => code));
    await move(-1);
    expect((await steps.take(steps.editor, id, 'submit', 1)).status).toBe(200);
    const spoil = (to: string) =>
      world.owner.query(
        `update tariff_versions set content = jsonb_set(content, '{components,risk,tariffRiskItemsTargets,0}', $2::jsonb)
          where tariff_id = $1`,
        [id, to],
      );
    const first = String((await steps.contentOf(id, 1)).content.components?.risk.tariffRiskItemsTargets[0]);
    await spoil('99');
    expect((await steps.take(steps.approver, id, 'approve', 1)).body.code).toBe('tariffs.notPlausible');
    await spoil(first);
    expect((await steps.take(steps.approver, id, 'approve', 1)).status).toBe(200);
    await spoil('99');
    expect((await steps.take(steps.approver, id, 'publish', 1, { validFrom: anchorDate })).body.code).toBe(
      'tariffs.notPlausible',
    );
    await spoil(first);
    expect((await steps.take(steps.approver, id, 'publish', 1, { validFrom: anchorDate })).status).toBe(200);
  });
});

describe('rolling back and putting away', () => {
  it('opens a version with the older content, components included, that is approved like any other', async () => {
    const id = await steps.newTariff();
    await steps.publishNow(id, 1);
    const older = (await steps.contentOf(id, 1)).content;
    const { tariff } = await steps.get(id);
    await world.owner.query(`update risk_items set range = range + 0.3 where component_id = $1`, [
      tariff.componentRiskId,
    ]);
    world.later = oneDay;
    await steps.save(id, described('zweite'));
    await steps.publishNow(id, 2, dayAfter(1));
    expect((await steps.contentOf(id, 2)).content.components?.risk).not.toEqual(older.components?.risk);
    const back = await steps.take(steps.editor, id, 'rollback', 1, { comment: 'Zurück zur ersten' });
    expect(back.body).toMatchObject({ versionNumber: 3, state: 'draft', comment: 'Zurück zur ersten' });
    expect((await steps.contentOf(id, 3)).content).toEqual(older);
    expect((await steps.take(steps.editor, id, 'rollback', 1)).body.code).toBe('tariffs.wrongState');
    // Sent back and changed in its texts it keeps what it was rolled back to.
    await steps.take(steps.editor, id, 'submit', 3);
    await steps.take(steps.approver, id, 'reject', 3);
    await steps.save(id, described('dritte'));
    world.later = 2 * oneDay;
    await steps.publishNow(id, 3, dayAfter(2));
    expect((await steps.contentOf(id, 3)).content).toEqual({
      ...older,
      tariff: { ...older.tariff, description: 'dritte' },
    });
    await world.owner.query(`update risk_items set range = range - 0.3 where component_id = $1`, [
      tariff.componentRiskId,
    ]);
  });

  it('puts a draft away beside the published version and goes on with the next number', async () => {
    const id = await steps.newTariff();
    await steps.publishNow(id, 1);
    await steps.save(id, described('doch nicht'));
    expect((await steps.take(steps.editor, id, 'discard', 2)).body.state).toBe('archived');
    expect(await steps.get(id)).toMatchObject({
      version: { versionNumber: 1 },
      tariff: { description: expect.not.stringContaining('doch nicht') },
    });
    expect((await steps.save(id, described('aber so'))).body.version.versionNumber).toBe(3);
  });
});

describe('comparing versions', () => {
  it('says field by field what differs, also of components, and nothing of a version with itself', async () => {
    const id = await steps.newTariff();
    await steps.publishNow(id, 1);
    await steps.save(id, (tariff) => ({ ...tariff, maxSecuritiesPortfolio: 7 }));
    const compare = async (query: string) =>
      (
        await world.call<CallAnswer<typeof compareTariffVersions>>(
          steps.both,
          'GET',
          `/tariffs/${id}/compare?${query}`,
        )
      ).body;
    const body = await compare('versionA=1&versionB=2');
    expect(body).toMatchObject({
      versionA: { versionNumber: 1 },
      versionB: { state: 'draft' },
      matrices: [],
    });
    expect(body.differences).toMatchObject([{ section: 'settings', before: '20', after: '7' }]);
    const { tariff } = await steps.get(id);
    const widen = (by: number) =>
      world.owner.query('update risk_items set range = range + $2 where component_id = $1', [
        tariff.componentRiskId,
        by,
      ]);
    await widen(0.5);
    expect((await compare('versionA=1&versionB=2')).matrices.map(({ kind }) => kind)).toEqual(['risk']);
    await widen(-0.5);
    expect(await compare('versionA=1&versionB=1')).toMatchObject({ differences: [], matrices: [] });
    expect((await world.call(steps.both, 'GET', `/tariffs/${id}/compare?versionA=1&versionB=9`)).status).toBe(
      404,
    );
    const otherId = await steps.newTariff();
    await steps.save(otherId, (draft) => ({ ...draft, maxSecuritiesPortfolio: 9 }));
    const { differences } = await compare(`tariffA=${otherId}&versionA=1&versionB=2`);
    expect(differences.filter(({ section }) => section === 'settings')).toMatchObject([
      { before: '9', after: '7' },
    ]);
    const strange = `/tariffs/${id}/compare?tariffA=${randomUUID()}&versionA=1&versionB=1`;
    expect((await world.call(steps.both, 'GET', strange)).status).toBe(404);
    expect((await world.call(steps.both, 'GET', `/tariffs/${id}/compare?versionA=0&versionB=x`)).status).toBe(
      400,
    );
  });

  it('opens, compares and goes back to a version stored before tariffs had an internal note', async () => {
    const id = await steps.newTariff();
    await steps.publishNow(id, 1);
    const older = (await steps.contentOf(id, 1)).content;
    expect(older.tariff).not.toHaveProperty('internalNote');
    await steps.save(id, (tariff) => ({
      ...tariff,
      internalNote: 'Erst nach Rücksprache ändern',
      switchSaving: 0.005,
    }));
    const { body } = await world.call<CallAnswer<typeof compareTariffVersions>>(
      steps.both,
      'GET',
      `/tariffs/${id}/compare?versionA=1&versionB=2`,
    );
    expect(body.differences).toMatchObject([
      { section: 'info', label: 'Interne Notiz', before: null, after: 'Erst nach Rücksprache ändern' },
      { label: 'Fondstausch: Kostenvorteil im Jahr mindestens', before: null, after: '0,50\u00a0%' },
    ]);
    expect((await steps.get(id)).tariff.internalNote).toBe('Erst nach Rücksprache ändern');
    world.later = 3 * oneDay;
    await steps.publishNow(id, 2, dayAfter(3));
    await steps.take(steps.editor, id, 'rollback', 1);
    expect((await steps.contentOf(id, 3)).content).toEqual(older);
    expect((await steps.get(id)).tariff.internalNote).toBeUndefined();
    expect((await steps.get(id)).tariff.switchSaving).toBeUndefined();
    expect((await steps.save(id, (tariff) => ({ ...tariff, internalNote: 'x'.repeat(2001) }))).status).toBe(
      400,
    );
  });

  it('finds in the published contents of the demo what the tables hold', async () => {
    for (const condition of ['t.tariff_type_id < 7', 't.tariff_type_id = 8']) {
      const id = await tariffIdWhere(world, condition);
      const before = await steps.get(id);
      await steps.save(id, (tariff) => tariff);
      const { body } = await world.call<CallAnswer<typeof compareTariffVersions>>(
        steps.both,
        'GET',
        `/tariffs/${id}/compare?versionA=1&versionB=${before.version.versionNumber + 1}`,
      );
      expect({ condition, ...body }).toMatchObject({ differences: [], matrices: [] });
      await steps.take(steps.editor, id, 'discard', before.version.versionNumber + 1);
    }
  });
});

describe('contracts', () => {
  const check = async (id: string) => {
    const answer = await world.call<{
      hints: { optimizationHintId: number }[];
      risk: Record<string, unknown>;
    }>(steps.both, 'POST', `/contracts/${id}/check`);
    expect(answer.status).toBe(200);
    const { rows } = await world.owner.query<{ low: number; high: number }>(
      'select risk_band_low::float as low, risk_band_high::float as high from contracts where id = $1',
      [id],
    );
    return { hints: answer.body.hints.map(({ optimizationHintId }) => optimizationHintId), band: rows[0] };
  };

  it('follow the published version: a changed component or draft reaches them with the next version only', async () => {
    const [contractId = ''] = await world.contractIds(
      `c.risk_class_id = 3 and c.hint_count > 1 and exists (select from tariffs t where t.id = c.tariff_id and t.tariff_type_id < 7)`,
    );
    const { rows } = await world.owner.query<{ id: string }>(
      'select tariff_id as id from contracts where id = $1',
      [contractId],
    );
    const id = rows[0]?.id ?? '';
    const { tariff } = await steps.get(id);
    const before = await check(contractId);
    expect(before.hints.length).toBeGreaterThan(1);
    await world.owner.query('update risk_items set range = range + 0.3 where component_id = $1', [
      tariff.componentRiskId,
    ]);
    const [silenced = 0] = before.hints;
    const silence = (one: TariffDraft): TariffDraft => ({
      ...one,
      optimizationHints: mapAnswer(one.optimizationHints, silenced),
      optimizationHintsExpert: mapAnswer(one.optimizationHintsExpert, silenced),
    });
    const next = (await steps.save(id, silence)).body.version.versionNumber;
    expect(await check(contractId)).toEqual(before);
    await steps.take(steps.editor, id, 'submit', next);
    await steps.take(steps.approver, id, 'approve', next);
    expect(await check(contractId)).toEqual(before);
    const answer = await steps.take(steps.approver, id, 'publish', next, { validFrom: anchorDate });
    expect(answer.body.code).toBeUndefined();
    const after = await check(contractId);
    expect(after.hints).not.toContain(silenced);
    expect((after.band?.high ?? 0) - (before.band?.high ?? 0)).toBeCloseTo(0.003, 6);
    expect((before.band?.low ?? 0) - (after.band?.low ?? 0)).toBeCloseTo(0.003, 6);
    // Earlier tests of this file have published as well: the newest job is ours.
    const { rows: jobs } = await world.owner.query<{ filter: unknown; created_by: string | null }>(
      `select payload->'filter' as filter, created_by from jobs where job_type = 'checkContracts'
        order by created_at desc limit 1`,
    );
    expect(jobs).toEqual([{ filter: { tariffId: id }, created_by: null }]);
  });

  it('show class count, measure and choice of funds of the published version', async () => {
    const id =
      await steps.newTariff(`exists (select from universe_components u where u.component_id = t.component_universe_id
      and u.is_manual)`);
    await steps.publishNow(id, 1);
    const { content } = await steps.contentOf(id, 1);
    const factsOf = async () => {
      const { rows } = await world.owner.query<Record<string, unknown>>(
        `select risk_class_count, risk_type_id, use_quota, ranking_type_id, universe_fund_ids, universe_type_id
           from tariffs where id = $1`,
        [id],
      );
      return rows[0];
    };
    const facts = await factsOf();
    expect(facts).toEqual({
      risk_class_count: content.components?.risk.tariffRiskItemsNumber,
      risk_type_id: content.components?.risk.tariffRiskType,
      use_quota: content.components?.risk.useQuota,
      ranking_type_id: content.components?.selection.tariffRankingType,
      universe_fund_ids: content.components?.universe.tariffUniverseItems,
      universe_type_id: null,
    });
    const [taken] = content.components?.universe.tariffUniverseItems ?? [];
    const universe = content.components?.universe.id;
    await world.owner.query('delete from universe_items where component_id = $1 and fund_id = $2', [
      universe,
      taken,
    ]);
    await steps.save(id, described('ohne einen Fonds'));
    expect(await factsOf()).toEqual(facts);
    world.later = oneDay;
    await steps.publishNow(id, 2, dayAfter(1));
    expect((await factsOf())?.['universe_fund_ids']).toEqual(
      content.components?.universe.tariffUniverseItems.slice(1),
    );
  });

  it('of a tariff nothing is published of cannot be checked', async () => {
    const [contractId = ''] = await world.contractIds('c.hint_count > 0');
    const id = await steps.newTariff();
    await world.owner.query('update contracts set tariff_id = $2, tariff_version_id = null where id = $1', [
      contractId,
      id,
    ]);
    const answer = await world.call<Refusal>(steps.both, 'POST', `/contracts/${contractId}/check`);
    expect([answer.status, answer.body.code]).toEqual([409, 'optimization.notCheckable']);
    await steps.publishNow(id, 1);
    expect((await world.call(steps.both, 'POST', `/contracts/${contractId}/check`)).status).toBe(200);
  });
});

const mapAnswer = (answers: TariffDraft['optimizationHints'], hintId: number) =>
  Object.fromEntries(Object.entries(answers).map(([id, answer]) => [id, Number(id) === hintId ? 1 : answer]));
