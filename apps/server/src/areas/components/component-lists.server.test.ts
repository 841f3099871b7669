import type { ComponentItem } from '@depotwerk/api/components/tariff-components';
import { describe, expect, it } from 'vitest';
import {
  allocationDraft,
  componentPath,
  newKey,
  ownComponentWorld,
  type Refusal,
  riskDraft,
} from '../../../test/component-world.ts';

const on = ownComponentWorld();

describe('uses', () => {
  it('name tariffs with their contracts and components; what is used is not deleted', async () => {
    const { rows } = await on().world.owner.query<{
      id: string;
      tariffId: string;
      name: string;
      count: number;
    }>(
      `select t.component_risk_id as id, t.id as "tariffId", t.name,
          (select count(*)::int from contracts c where c.tariff_id = t.id and c.deleted_at is null) as count
        from tariffs t where t.tenant_id = $1 and t.component_risk_id is not null order by t.name limit 1`,
      [on().world.tenantId],
    );
    const [used] = rows;
    const uses = await on().world.call<{ type: string; id: string; contractCount: number | null }[]>(
      on().reader,
      'GET',
      `${componentPath('risk', used?.id)}/uses`,
    );
    expect(uses.body).toContainEqual(
      expect.objectContaining({ type: 'tariff', id: used?.tariffId, contractCount: used?.count }),
    );
    expect(uses.body).toContainEqual(expect.objectContaining({ type: 'allocation', contractCount: null }));
    const stored = await on().read('risk', used?.id ?? '');
    expect(stored.body.usedByCount).toBe(uses.body.length);
    const refusal = await on().remove('risk', used?.id ?? '', stored.body.rowVersion);
    expect(refusal).toMatchObject({ status: 409, body: { code: 'tariffComponents.inUse' } });
    expect(refusal.body.params?.names).toContain(`„${used?.name}“`);
    expect(refusal.body.params?.uses).toHaveLength(uses.body.length);
  });

  it('count versions still being worked on', async () => {
    const { body } = await on().create('risk', riskDraft());
    await on().world.owner.query(
      `insert into tariff_versions (tenant_id, tariff_id, version_number, state, content)
       select tenant_id, id, 99, 'draft', jsonb_build_object('tariff', jsonb_build_object('componentRiskId', $2::text))
         from tariffs where tenant_id = $1 and component_risk_id is not null and not exists (select from tariff_versions v
          where v.tariff_id = tariffs.id and v.state in ('draft', 'rejected', 'submitted', 'approved')) limit 1`,
      [on().world.tenantId, body.id],
    );
    expect((await on().read('risk', body.id)).body.usedByCount).toBe(1);
    expect((await on().remove('risk', body.id, 1)).status).toBe(409);
    await on().world.owner.query('delete from tariff_versions where version_number = 99');
    expect((await on().remove('risk', body.id, 1)).status).toBe(204);
    expect((await on().read('risk', body.id)).status).toBe(404);
  });
});

describe('a copy', () => {
  it('has the same content and is active', async () => {
    const base = await on().create('risk', riskDraft());
    const source = await on().create('allocation', allocationDraft(base.body.id, { isInactive: true }));
    const copied = await on().world.call<ComponentItem & Refusal>(
      on().editor,
      'POST',
      `${componentPath('allocation', source.body.id)}/copy`,
      { name: 'Kopie', key: newKey() },
    );
    expect(copied).toMatchObject({
      status: 201,
      body: {
        name: 'Kopie',
        isInactive: false,
        versionNumber: 1,
        summary: '3 Peergroups, 3 Klassen, manuell',
      },
    });
    const stored = await on().read('allocation', copied.body.id);
    expect(stored.body.component).toEqual({
      ...source.body.component,
      name: 'Kopie',
      key: copied.body.key,
      isInactive: false,
    });
    const taken = await on().world.call<Refusal>(
      on().editor,
      'POST',
      `${componentPath('allocation', source.body.id)}/copy`,
      {
        name: 'Kopie',
        key: copied.body.key,
      },
    );
    expect(taken.body.code).toBe('tariffComponents.keyExists');
    const wrong = await on().world.call<Refusal>(
      on().editor,
      'POST',
      `${componentPath('risk', source.body.id)}/copy`,
      {
        name: 'Kopie',
        key: newKey(),
      },
    );
    expect(wrong.status).toBe(404);
    const umlaut = await on().world.call<Refusal>(
      on().editor,
      'POST',
      `${componentPath('risk', base.body.id)}/copy`,
      {
        name: 'Kopie',
        key: 'Schlüssel',
      },
    );
    expect(umlaut.body.validation).toEqual([{ path: 'key', code: 'keyFormat' }]);
  });
});

describe('the list', () => {
  it('filters, searches, sorts and pages, with a summary in German', async () => {
    const name = `Zähl ${newKey()}`;
    await on().create('risk', riskDraft({ name: `${name} B`, isInactive: true }));
    await on().create('risk', riskDraft({ name: `${name} A`, useQuota: true }));
    const found = await on().list('risk', `?search=${encodeURIComponent(name.toLowerCase())}&sort=-name`);
    expect(found.body.map((item) => [item.name, item.summary])).toEqual([
      [`${name} B`, '3 Klassen, Volatilität'],
      [`${name} A`, '3 Klassen, Aktienquote'],
    ]);
    const search = `search=${encodeURIComponent(name)}`;
    expect((await on().list('risk', `?${search}&isInactive=false`)).body).toHaveLength(1);
    const page = await on().list('risk', `?${search}&pageSize=1&page=2`);
    expect(page.body.map((item) => item.name)).toEqual([`${name} B`]);
    expect(page.headers.get('x-total-count')).toBe('2');
    expect(page.headers.get('link')).toContain('/api/tariff-components/risk?page=1');
    const byUse = await on().list('risk', '?sort=-usedByCount');
    const counts = byUse.body.map(({ usedByCount }) => usedByCount);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    for (const kind of ['selection', 'allocation', 'universe'] as const) {
      const items = (await on().list(kind)).body;
      expect(items.length).toBeGreaterThan(0);
      for (const item of items) expect(item.summary).toMatch(/^(\d+|Automatisch|Alle|Nur|Sparplan|SRI)/);
    }
    expect((await on().list('risk', '?sort=summary')).status).toBe(400);
    expect((await on().list('risk', '?search=x')).status).toBe(400);
  });

  it('comes as a file', async () => {
    const text = await on().world.text(on().reader, '/tariff-components/universe?format=csv');
    expect(text.split('\r\n')[0]).toBe('Name;Schlüssel;Inhalt;Inaktiv;Version;Verwendungen;Geändert');
    expect(text).toContain('UNI-ALLE;Alle Fonds des Emittenten;nein;1;');
  });
});

describe('rights', () => {
  it('reading and writing need their permission, and a session', async () => {
    const { body } = await on().create('risk', riskDraft());
    const nobody = await on().world.caller({ permissions: ['contracts.view'] });
    for (const token of [nobody, on().reader]) {
      expect((await on().create('risk', riskDraft(), token)).status).toBe(403);
      expect((await on().put('risk', body.id, riskDraft(), 1, token)).status).toBe(403);
      expect((await on().remove('risk', body.id, 1, token)).status).toBe(403);
      const copied = await on().world.call(token, 'POST', `${componentPath('risk', body.id)}/copy`, {
        name: 'K',
        key: newKey(),
      });
      expect(copied.status).toBe(403);
    }
    expect((await on().list('risk', '', nobody)).status).toBe(403);
    expect((await on().read('risk', body.id, nobody)).status).toBe(403);
    expect((await on().create('risk', riskDraft(), null)).status).toBe(401);
    expect((await on().read('risk', body.id, on().reader)).status).toBe(200);
  });

  it('components of another tenant do not exist', async () => {
    const { body } = await on().create('risk', riskDraft());
    expect((await on().read('risk', body.id, on().stranger)).status).toBe(404);
    expect((await on().put('risk', body.id, riskDraft(), 1, on().stranger)).status).toBe(404);
    expect((await on().remove('risk', body.id, 1, on().stranger)).status).toBe(404);
    expect(
      (await on().world.call(on().stranger, 'GET', `${componentPath('risk', body.id)}/uses`)).status,
    ).toBe(404);
    expect((await on().list('risk', '', on().stranger)).body.some(({ id }) => id === body.id)).toBe(false);
    expect((await on().create('risk', riskDraft({ key: body.component.key }), on().stranger)).status).toBe(
      201,
    );
  });
});

describe('what changes', () => {
  it('stands in the audit log', async () => {
    const { body } = await on().create('risk', riskDraft());
    await on().put('risk', body.id, { ...body.component, useQuota: true }, 1);
    await on().remove('risk', body.id, 2);
    const { rows } = await on().world.owner.query<{ action: string }>(
      'select action from audit_entries where object_id = $1 order by id',
      [body.id],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'tariffComponents.create',
      'tariffComponents.edit',
      'tariffComponents.delete',
    ]);
  });

  it('makes processes forget what they kept of risk data', async () => {
    const stamp = async () =>
      (
        await on().world.owner.query('select max(id)::text as id from advice_changes where tenant_id = $1', [
          on().world.tenantId,
        ])
      ).rows[0];
    const before = await stamp();
    await on().world.owner.query(
      'update peergroup_risks set observations = observations where tenant_id = $1',
      [on().world.tenantId],
    );
    expect(await stamp()).not.toEqual(before);
  });
});
