import type { Note } from '@depotwerk/api/notes/notes';
import { customerFields } from '@depotwerk/domain/customers/customer-fields';
import { emptyDraft } from '@depotwerk/domain/master-data/field-table';
import { permissionCodes } from '@depotwerk/domain/permissions';
import { describe, expect, it } from 'vitest';
import { addMember } from '../../../test/add-member.ts';
import { codeOf } from '../../../test/contract-house.ts';
import { north, south, tenantA, tenantB } from '../../../test/contract-world.ts';
import { eraseByNight } from '../../../test/erase-by-night.ts';
import { noteHouse, noteRights, without } from '../../../test/note-house.ts';
import { unzip } from '../../../test/unzip.ts';
import { houseZone } from '../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { buildScope } from '../../platform/scope.ts';
import { readNoteBeginnings, readNotes } from './notes.view.ts';

const house = noteHouse();
const { test: db, world, server, admin, tariff, post, run } = house;
const { known, of, write, written, put, remove, page, idsOf, faultsOf } = house;

describe('a note', () => {
  it('is read by who sees the customer, newest first, and changed and deleted by its author alone', async () => {
    const first = await written(known.anna, { text: 'Erste\nZeile' });
    const second = await written(known.bert, {}, `/contracts/${known.contractId}/notes`);
    expect(first).toMatchObject({ text: 'Erste\nZeile', isOwn: true, contract: null, followUp: null });
    expect(await idsOf(known.bert)).toEqual([second.id, first.id]);
    expect(await idsOf(known.anna, `/contracts/${known.contractId}/notes`)).toEqual([second.id]);
    expect(codeOf(await put(known.bert, first, { text: 'Anders' }))).toEqual([404, 'common.notFound']);
    expect(codeOf(await remove(known.bert, first))).toEqual([404, 'common.notFound']);
    const changed = await put(known.anna, first, { text: 'Anders' });
    expect(changed.body).toMatchObject({ text: 'Anders', rowVersion: 2, editedAt: expect.any(String) });
    const stale = await put(known.anna, first, { text: 'Veraltet' });
    expect(codeOf(stale)).toEqual([412, 'common.versionConflict']);
    expect(stale.body).toMatchObject({ current: { text: 'Anders' } });
    expect(codeOf(await remove(known.anna, first))[0]).toBe(412);

    expect((await remove(known.anna, changed.body as Note)).status).toBe(204);
    expect(await idsOf(known.anna)).toEqual([second.id]);
    expect(codeOf(await post(known.bert, `/notes/${first.id}/restore`))[0]).toBe(404);
    expect((await post(known.anna, `/notes/${first.id}/restore`)).body).toMatchObject({ text: 'Anders' });
    expect(await idsOf(known.anna)).toEqual([second.id, first.id]);
    expect(codeOf(await post(known.anna, `/notes/${first.id}/restore`))[0]).toBe(404);
    const { rows } = await run(
      `select action, object_type, details::text as details from audit_entries where tenant_id = $1
        and action like 'notes.%' and object_id in ($2, $3) order by id`,
      known.customerId,
      known.contractId,
    );
    expect(rows.map(({ action, object_type: type }) => `${action} ${type}`)).toEqual([
      'notes.write customer',
      'notes.write contract',
      'notes.edit customer',
      'notes.delete customer',
      'notes.restore customer',
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/Anders|Zeile/);
    const history = await server.get(known.anna, `/customers/${known.customerId}/history`);
    expect(JSON.stringify(history.body)).toContain('Notiz geschrieben');
  });

  it('comes too late to be taken back after its minute', async () => {
    const note = await written(known.anna, {});
    await remove(known.anna, note);
    await run(
      `update notes set deleted_at = now() - interval '2 minutes' where tenant_id = $1 and id = $2`,
      note.id,
    );
    expect(codeOf(await post(known.anna, `/notes/${note.id}/restore`))).toEqual([
      409,
      'notes.restoreTooLate',
    ]);
  });

  it('of ones own is nobody elses: not the colleagues, not the administrators, not in the history', async () => {
    const { id } = await world.addCustomer(tenantA);
    const own = await written(known.anna, { visibility: 'own', text: 'Schwierig' }, of(id));
    expect(await idsOf(known.anna, of(id))).toEqual([own.id]);
    for (const other of [known.bert, admin]) {
      expect(await idsOf(other, of(id))).toEqual([]);
      expect(codeOf(await put(other, own, { text: 'Anders' }))[0]).toBe(404);
      expect(codeOf(await post(other, `/notes/${own.id}/follow-up`, { isDone: true }))[0]).toBe(404);
    }
    const history = await server.get(admin, `/customers/${id}/history`);
    expect(JSON.stringify(history.body)).not.toContain('Notiz');
    const answer = await write(known.anna, { visibility: 'own', mentionIds: [known.bert] }, of(id));
    expect([answer.status, faultsOf(answer)]).toEqual([400, ['mentionIds ownNoteMentions']]);
  });

  it('of ones own stays hidden from who looks at the product as its author', async () => {
    const { id } = await world.addCustomer(tenantA);
    const group = await written(known.anna, {}, of(id));
    const own = await written(known.anna, { visibility: 'own' }, of(id));
    const scope = buildScope({
      tenantId: tenantA,
      userId: known.anna,
      ownCustomerId: null,
      permissions: permissionCodes,
      groups: [{ id: north, parentGroupId: null }],
      memberships: [{ groupId: north, groupRights: noteRights }],
    });
    const seen = async (viewingAs?: string) => {
      const actor = {
        kind: 'user',
        userId: viewingAs === undefined ? known.anna : admin,
        sessionId: '',
        tenantId: tenantA,
        userName: '',
        fullName: '',
        ...(viewingAs !== undefined && { viewingAs }),
      } as const;
      const context: SignedInContext = {
        scope,
        actor,
        requestId: '',
        zone: houseZone,
        clientAddress: '',
        userAgent: '',
        host: '',
        cookies: new Map(),
        ifMatch: null,
        idempotencyKey: null,
        signal: new AbortController().signal,
      };
      const { notes } = await readNotes({ database: db.database }, context, { customerId: id }, undefined);
      const ids = notes.map((note) => note.id);
      // Nor does the work list say more to who looks as her.
      const lines = await readNoteBeginnings({ database: db.database }, context, [own.id, group.id]);
      expect([...lines.keys()].toSorted()).toEqual(ids.toSorted());
      return ids;
    };
    expect(await seen()).toEqual([own.id, group.id]);
    expect(await seen(known.anna)).toEqual([group.id]);
  });

  it('tells two people of one name apart by what they sign in with, and nobody else', async () => {
    const other = await addMember(house, north, permissionCodes, noteRights);
    await run(`update users set full_name = 'Doppel Name' where tenant_id = $1 and id = any ($2)`, [
      known.anna,
      other,
    ]);
    const { rows } = await run('select id, user_name from users where tenant_id = $1 and id = any ($2)', [
      known.anna,
      other,
    ]);
    const names = rows.map(({ user_name: userName }) => `Doppel Name (${userName})`).toSorted();
    expect(names).toHaveLength(2);
    const path = `/customers/${known.customerId}/note-people`;
    const people = (await server.get(known.bert, path)).body as { id: string; fullName: string }[];
    const told = people.map(({ fullName }) => fullName);
    expect(told.filter((name) => name.startsWith('Doppel')).toSorted()).toEqual(names);
    expect(told.filter((name) => !name.startsWith('Doppel') && name.includes('('))).toEqual([]);
    const mentionIds = people.filter(({ fullName }) => names.includes(fullName)).map(({ id }) => id);
    const { mentions } = await written(known.bert, { mentionIds });
    expect(mentions.map(({ fullName }) => fullName).toSorted()).toEqual(names);
    await run(
      `update users set full_name = 'Anna ' || id where tenant_id = $1 and full_name = $2`,
      'Doppel Name',
    );
  });

  it('is out of reach for other groups, other houses, customers and who may only look', async () => {
    const note = await written(known.anna, {});
    const southern = await addMember(house, south, permissionCodes, noteRights);
    const foreign = await server.caller({ tenantId: tenantB });
    for (const token of [southern, foreign]) {
      expect(codeOf(await server.get(token, of()))[0]).toBe(404);
      expect(codeOf(await server.get(token, `/contracts/${known.contractId}/notes`))[0]).toBe(404);
      expect(codeOf(await write(token, {}))[0]).toBe(404);
      expect(codeOf(await put(token, note, {}))[0]).toBe(404);
      expect(codeOf(await remove(token, note))[0]).toBe(404);
      expect(codeOf(await server.get(token, `/customers/${known.customerId}/note-people`))[0]).toBe(404);
    }
    const client = await server.caller({ ownCustomerId: known.customerId });
    expect(codeOf(await server.get(client, of()))[0]).toBe(404);
    expect(codeOf(await write(client, {}))[0]).toBe(404);
    const looking = await addMember(house, north, without('customers.edit'), noteRights);
    expect(await page(looking)).toMatchObject({ mayWrite: false });
    expect(codeOf(await write(looking, {}))).toEqual([403, 'auth.forbidden']);
    const guest = await addMember(house, north, permissionCodes, ['groupCustomers.view']);
    expect((await page(guest)).mayWrite).toBe(false);
    expect(codeOf(await write(guest, {}))).toEqual([403, 'auth.forbidden']);
    // Who sees the customer but none of her contracts does not see what is noted about those.
    const ofContract = await written(known.anna, {}, `/contracts/${known.contractId}/notes`);
    expect(await idsOf(guest)).not.toContain(ofContract.id);
    await run('update customers set is_blocked = true where tenant_id = $1 and id = $2', known.customerId);
    expect(codeOf(await write(known.anna, {}))).toEqual([409, 'customers.blocked']);
    expect(codeOf(await put(known.anna, note, {}))).toEqual([409, 'customers.blocked']);
    expect((await page(known.anna)).mayWrite).toBe(false);
    await run('update customers set is_blocked = false where tenant_id = $1 and id = $2', known.customerId);
  });

  it('is refused without a text, with one too long, and pages when there are many', async () => {
    const { id } = await world.addCustomer(tenantA);
    for (const text of ['  ', 'x'.repeat(4001), 'a\u0000b'])
      expect(codeOf(await write(known.anna, { text }, of(id)))).toEqual([400, 'common.validationFailed']);
    await run(
      `insert into notes (tenant_id, customer_id, note_text, visibility, created_by, created_at)
       select $1, $2, 'Nr. ' || n, 'group', $3, now() from generate_series(1, 35) n`,
      id,
      known.anna,
    );
    const first = await page(known.anna, of(id));
    expect([first.notes.length, first.hasOlder, first.notes[0]?.text]).toEqual([30, true, 'Nr. 35']);
    const rest = await page(known.anna, `${of(id)}?before=${first.notes.at(-1)?.entryNumber}`);
    expect([rest.notes.length, rest.hasOlder, rest.notes.at(-1)?.text]).toEqual([5, false, 'Nr. 1']);
  });
});

describe('what becomes of a customer', () => {
  it('takes her notes along: merged, taken back, handed out to her, erased', async () => {
    const [survivor, merged] = [await world.addCustomer(tenantA), await world.addCustomer(tenantA)];
    const contract = await world.addContract(tenantA, merged.id, tariff, {
      start_date: '2001-01-01',
      end_date: '2004-01-01',
    });
    const group = await written(known.bert, { text: 'Für alle', mentionIds: [known.anna] }, of(merged.id));
    await written(known.bert, { text: 'Zum Vertrag' }, `/contracts/${contract}/notes`);
    await written(known.anna, { text: 'Nur für mich', visibility: 'own' }, of(merged.id));
    const draft = {
      ...emptyDraft(customerFields),
      groupId: north,
      firstName: 'Anna',
      lastName: 'Müller',
      dateOfBirth: '1964-04-03',
    };
    const body = { mergedId: merged.id, rowVersion: 1, mergedRowVersion: 1, draft };
    expect((await post(admin, `/customers/${survivor.id}/merge`, body)).status).toBe(200);
    const textsOf = async (token: string, id: string) =>
      (await page(token, of(id))).notes.map(({ text }) => text);
    expect(await textsOf(known.anna, survivor.id)).toEqual(['Nur für mich', 'Zum Vertrag', 'Für alle']);
    expect(await textsOf(known.bert, survivor.id)).toEqual(['Zum Vertrag', 'Für alle']);
    expect((await page(known.bert, of(survivor.id))).notes.at(-1)).toMatchObject({
      id: group.id,
      mentions: [{ id: known.anna }],
    });
    expect((await post(admin, `/customers/${survivor.id}/merge/undo`)).status).toBe(200);
    expect(await textsOf(known.bert, survivor.id)).toEqual([]);
    expect(await textsOf(known.anna, merged.id)).toEqual(['Nur für mich', 'Zum Vertrag', 'Für alle']);

    // What she may ask for holds everything that is noted about her, whoever else may read it.
    const archive = unzip((await server.get(admin, `/customers/${merged.id}/export`)).bytes);
    const data = JSON.parse(archive.get('daten.json')?.toString() ?? '') as Record<string, unknown>;
    expect(data['notes']).toEqual([
      expect.objectContaining({ text: 'Für alle', contractNumber: null, visibility: 'group' }),
      expect.objectContaining({ text: 'Zum Vertrag', contractNumber: expect.any(String) }),
      expect.objectContaining({ text: 'Nur für mich', visibility: 'own' }),
    ]);
    expect(archive.get('auskunft.html')?.toString()).toContain('Nur für den Verfasser');

    await run('delete from contracts where tenant_id = $1 and id = $2', contract);
    expect(await textsOf(known.bert, merged.id)).toEqual(['Für alle']);
    expect((await post(admin, `/customers/${merged.id}/erase`, { basis: 'noLongerNeeded' })).status).toBe(
      200,
    );
    const { rows } = await run('select 1 from notes where tenant_id = $1 and customer_id = $2', merged.id);
    expect(rows).toEqual([]);
  });

  it('asked to be erased while papers are kept, she has no notes from then on', async () => {
    const customer = await world.addCustomer(tenantA);
    await run(
      `insert into consultations (tenant_id, customer_id, consultation_kind, initiative, started_at, completed_at, state,
         created_by) values ($1, $2, 'other', 'customer', now(), now(), 'completed', $3)`,
      customer.id,
      admin,
    );
    await written(known.bert, {}, of(customer.id));
    const answer = await post(admin, `/customers/${customer.id}/erase`, { basis: 'objection' });
    expect(answer.status).toBe(200);
    const { rows } = await run(
      `select (select count(*)::int from notes n where n.tenant_id = $1 and n.customer_id = $2) as notes,
         (select count(*)::int from customers u where u.tenant_id = $1 and u.id = $2) as kept`,
      customer.id,
    );
    expect(rows).toEqual([{ notes: 0, kept: 1 }]);
  });

  it('forgets those that were deleted with the night after their day, unless a hold stands', async () => {
    const [free, held] = [await world.addCustomer(tenantA), await world.addCustomer(tenantA)];
    for (const [customerId, hours] of [
      [free.id, 25],
      [free.id, 1],
      [held.id, 25],
    ] as const)
      await run(
        `insert into notes (tenant_id, customer_id, note_text, visibility, created_by, created_at, deleted_at)
         values ($1, $2, 'Alt', 'group', $3, now(), now() - $4 * interval '1 hour')`,
        customerId,
        admin,
        hours,
      );
    await post(admin, `/customers/${held.id}/legal-hold`, { isHeld: true, reason: 'Rechtsstreit' });
    await eraseByNight(db);
    const { rows } = await run(
      'select customer_id as id from notes where tenant_id = $1 and customer_id in ($2, $3)',
      free.id,
      held.id,
    );
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([free.id, held.id]));
    expect(rows).toHaveLength(2);
  });
});
