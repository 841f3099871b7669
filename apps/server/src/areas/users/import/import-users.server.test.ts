import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { userImport, userImportPreview } from '@depotwerk/api/users/user-imports';
import { user } from '@depotwerk/api/users/users';
import { permissionCodes } from '@depotwerk/domain/permissions';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { north } from '../../../../test/contract-world.ts';
import { useTestDatabase } from '../../../../test/database.ts';
import { startedForTests } from '../../../../test/started-for-tests.ts';
import { UserWorld } from '../../../../test/user-world.ts';
import { workbook } from '../../../../test/workbook.ts';

const db = useTestDatabase();
const world = startedForTests(() => UserWorld.start(db));

const head = 'Name;E-Mail;Telefon;Firma;Rolle;Gruppen;Inaktiv';
const body = (content: string | Buffer, fileName = 'personen.csv') => ({
  fileName,
  contentBase64: Buffer.from(content).toString('base64'),
});
const fileOf = (...lines: string[]) => body([head, ...lines, ''].join('\n'));
const preview = async (file: object, token = world.admin) => {
  const answer = await world.post('/users/import/preview', file, token);
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return userImportPreview.parse(answer.body);
};
const take = async (file: object, isInviting = false, token = world.admin) => {
  const answer = await world.post('/users/import', { ...file, isInviting }, token);
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return userImport.parse(answer.body);
};
const find = async (mail: string) => {
  const found = await world.get(`/users?search=${encodeURIComponent(mail)}`);
  return z
    .array(user)
    .parse(found.body)
    .find(({ userName }) => userName === mail);
};
const present = async (mail: string) => {
  const found = await find(mail);
  if (!found) throw new Error(`nobody has ${mail}`);
  return found;
};
const newMail = () => `${randomUUID()}@firma.example`;
const refusedFor = (reason: RegExp): unknown[] => ['refused', expect.stringMatching(reason)];
const problem = z.looseObject({ code: z.string(), message: z.string() });

describe('people from a file', () => {
  it('are looked at first, which leaves nothing, and then added with role and group', async () => {
    const [anna, bernd] = [newMail(), newMail()];
    const file = fileOf(
      `Anna Adler;${anna};0170 123;Nord GmbH;berater;Nord | Süd;`,
      `Bernd Bär;${bernd};;;Berater;;`,
    );
    const looked = await preview(file);
    expect(looked.ignoredColumns).toEqual(['Inaktiv']);
    expect(looked.lines.map(({ line, fate, reason }) => [line, fate, reason])).toEqual([
      [2, 'new', null],
      [3, 'new', null],
    ]);
    expect(await find(anna)).toBeUndefined();
    const taken = await take(file);
    expect(taken.lines.map(({ fate, link }) => [fate, link])).toEqual([
      ['new', null],
      ['new', null],
    ]);
    const person = await present(anna);
    expect(person).toMatchObject({
      fullName: 'Anna Adler',
      company: 'Nord GmbH',
      phoneNumber: '0170 123',
      roleName: 'Berater',
      groupCount: 2,
      signInState: 'notInvited',
    });
    expect(await world.actionsOf('user', person.id)).toEqual(['users.create']);
    const rights = await db.owner.query<{ held: string[] }>(
      'select group_rights as held from group_users where user_id = $1 and group_id = $2',
      [person.id, north],
    );
    expect(rights.rows.map(({ held }) => held.toSorted())).toEqual([
      ['groupContracts.view', 'groupCustomers.view', 'groupDocuments.view'],
    ]);
  });

  it('come back out with their groups as a file that changes nothing', async () => {
    const mail = newMail();
    await take(fileOf(`Dana Dorn;${mail};+49-170-1234567;Nord GmbH;Berater;Süd | Nord;`));
    const exported = await world.get(`/users?format=csv&search=${encodeURIComponent(mail)}`);
    expect(exported.text).toContain('Nord | Süd');
    const looked = await preview(body(exported.text, 'benutzer.csv'));
    expect(looked.lines.map(({ fate }) => fate)).toEqual(['unchanged']);
  });

  it('who are there are changed where the file says something else, and else left as they are', async () => {
    const mail = newMail();
    await take(fileOf(`Clara Cremer;${mail};0170 1234;Nord GmbH;Berater;Nord;`));
    const { id, rowVersion } = await present(mail);
    const same = await take(fileOf(`;${mail.toUpperCase()};(0170) 12-34;;;Nord;`));
    expect(same.lines).toMatchObject([{ fate: 'unchanged' }]);
    expect((await present(mail)).rowVersion).toBe(rowVersion);
    const other = await take(fileOf(`Clara Cremer-Zahn;${mail};;;Leer;Süd;`));
    const changes = [
      { field: 'fullName', before: 'Clara Cremer', after: 'Clara Cremer-Zahn' },
      { field: 'roleName', before: 'Berater', after: 'Leer' },
      { field: 'groupNames', before: '', after: 'Süd' },
    ];
    expect(other.lines).toMatchObject([{ fate: 'changed', reason: null, changes }]);
    expect(await present(mail)).toMatchObject({
      fullName: 'Clara Cremer-Zahn',
      phoneNumber: '0170 1234',
      roleName: 'Leer',
      groupCount: 2,
    });
    expect(await world.actionsOf('user', id)).toEqual(['users.create', 'users.edit']);
  });

  it('are refused line by line with the reason, and the others are taken', async () => {
    const [good, twin, group] = [newMail(), newMail(), newMail()];
    const file = fileOf(
      'Ohne Adresse;keine-adresse;;;Berater;;',
      `Ohne Rolle;${newMail()};;;;;`,
      `Falsche Rolle;${newMail()};;;Kaiser;;`,
      `Ohne Kunde;${newMail()};;;Kunde;;`,
      `Falsche Gruppe;${group};;;Berater;Nord | Mitte;`,
      `;${newMail()};;;Berater;;`,
      `Erste;${twin};;;Berater;;`,
      `Zweite;${twin.toUpperCase()};;;Berater;;`,
      `Kurz;${newMail()}`,
      `Gut;${good};;;Berater;;`,
    );
    const taking = ['new', null];
    const fates = [
      refusedFor(/^E-Mail: Bitte geben Sie eine E-Mail-Adresse/),
      refusedFor(/^Rolle: Bitte füllen/),
      refusedFor(/Rolle „Kaiser“ gibt es nicht/),
      refusedFor(/^Rolle: Diese Rolle ist Kunden vorbehalten/),
      refusedFor(/Gruppe „Mitte“ gibt es nicht/),
      refusedFor(/^Name: Bitte füllen/),
      taking,
      refusedFor(/steht schon in Zeile 8/),
      refusedFor(/2 statt 7 Felder/),
      taking,
    ];
    const { lines } = await preview(file);
    expect(lines.map(({ fate, reason }) => [fate, reason])).toEqual(fates);
    const taken = await take(file);
    expect(taken.lines.map(({ fate }) => fate)).toEqual(lines.map(({ fate }) => fate));
    expect([(await present(good)).fullName, (await present(twin)).fullName]).toEqual(['Gut', 'Erste']);
    expect(await find(group)).toBeUndefined();
  });

  it('are invited at once, with links where no mail can go out, the same to a repetition', async () => {
    const mail = newMail();
    const key = { 'idempotency-key': randomUUID() };
    const request = { body: { ...fileOf(`Dora Dach;${mail};;;Berater;;`), isInviting: true }, headers: key };
    const send = () => world.server.call(world.admin, 'POST', '/users/import', request);
    const first = userImport.parse((await send()).body);
    expect(first.lines[0]?.link).toMatch(/\/auth\/activation\/credentials\?guid=/);
    expect(userImport.parse((await send()).body)).toEqual(first);
    expect((await present(mail)).signInState).toBe('invited');
  });
});

describe('nobody gives by file what he cannot give by hand', () => {
  it('no role above the own, no group that is not managed, no change of who stands above', async () => {
    const office = await world.caller(['userManagement.view', 'userManagement.editUsers']);
    const [above, member, mail] = [newMail(), newMail(), newMail()];
    await take(fileOf(`Oben;${above};;;Administrator;;`));
    const { lines } = await take(
      fileOf(
        `Hoch;${newMail()};;;Administrator;;`,
        `Gruppe;${member};;;Leer;Nord;`,
        `Unten;${above};;;Leer;;`,
        `Erlaubt;${mail};;;Leer;;`,
      ),
      false,
      office,
    );
    expect(lines.map(({ fate }) => fate)).toEqual(['refused', 'refused', 'refused', 'new']);
    for (const { reason } of lines.slice(0, 3)) expect(reason).toMatch(/Recht|Berechtigung/);
    expect(await find(member)).toBeUndefined();
    expect((await present(above)).roleName).toBe('Administrator');
    const stranger = await world.caller(['userManagement.view']);
    const file = fileOf(`A;${mail};;;Leer;;`);
    expect((await world.post('/users/import/preview', file, stranger)).status).toBe(403);
    expect((await world.post('/users/import', { ...file, isInviting: false }, stranger)).status).toBe(403);
  });

  it('the last administrator stays one, and the address of another house is taken', async () => {
    const own = user.parse((await world.get(`/users/${world.administrator}`)).body);
    await db.owner.query(
      'update users set password_hash = null where id <> $1 and password_hash is not null',
      [own.id],
    );
    const other = await world.caller(permissionCodes);
    const foreign = await world.get('/users', world.foreignAdmin);
    const stranger = z.array(user).parse(foreign.body)[0];
    const { lines } = await take(
      fileOf(`;${own.userName};;;Leer;;`, `Fremd;${stranger?.userName};;;Leer;;`),
      false,
      other,
    );
    expect(lines.map(({ fate, reason }) => [fate, reason])).toEqual([
      ['refused', expect.stringContaining('niemand mehr')],
      ['refused', 'E-Mail: Diese E-Mail-Adresse wird bereits verwendet.'],
    ]);
    expect((await present(own.userName)).roleName).toBe('Administrator');
  });
});

it('takes workbooks, and refuses files that hold no people with a sentence', async () => {
  const mail = newMail();
  const bytes = await workbook([['Benutzer'], ['E-Mail', 'Name', 'Rolle'], [mail, 'Emil Eich', 'Berater']]);
  expect((await preview(body(bytes, 'personen.xlsx'))).lines).toMatchObject([
    { line: 3, userName: mail, fate: 'new' },
  ]);
  for (const [content, message] of [
    ['Name;Rolle\nA;Berater\n', 'keine Spalte „E-Mail“'],
    [`${head}\n`, 'keine Zeilen'],
    ['E-Mail;Mail\na@b.example;a@b.example\n', 'bedeuten dasselbe'],
    ['%PDF-1.7', 'PDF-Datei'],
    [`E-Mail\n${'a@b.example\n'.repeat(501)}`, 'mehr als 500 Zeilen'],
  ] as const) {
    for (const path of ['/users/import/preview', '/users/import']) {
      const more = path.endsWith('import') ? { isInviting: false } : {};
      const answer = await world.post(path, { ...body(content), ...more });
      expect([path, [400, 413].includes(answer.status)]).toEqual([path, true]);
      expect(problem.parse(answer.body).message).toContain(message);
    }
  }
});

it('of two who look at the same people at once each gets the answer, and nobody else of the house waits for them', async () => {
  const lines = Array.from({ length: 40 }, () => `Anna Adler;${newMail()};;;Berater;Nord;`);
  const file = fileOf(...lines);
  const answers = Promise.all([preview(file), preview(file)]);
  const { state, seen } = { state: { isOver: false }, seen: { free: 0, held: 0 } };
  void answers.finally(() => (state.isOver = true)).catch(() => undefined);
  while (!state.isOver) {
    // Whoever writes to the log of the house locks its head until his commit.
    const { rows } = await db.owner.query<{ held: boolean }>(
      `select exists (select from pg_locks l join pg_class c on c.oid = l.relation
         where l.database = (select oid from pg_database where datname = current_database())
           and c.relname = 'audit_chain_heads' and l.mode = 'RowExclusiveLock' and l.granted) as held`,
    );
    if (rows[0]?.held) seen.held += 1;
    else seen.free += 1;
    await sleep(5);
  }
  for (const { lines: looked } of await answers)
    expect(looked.filter(({ fate }) => fate === 'new')).toHaveLength(40);
  expect(seen.free).toBeGreaterThan(3);
  expect(seen.held).toBe(0);
}, 60_000);
