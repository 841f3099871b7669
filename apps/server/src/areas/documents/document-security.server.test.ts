import type { Consultation } from '@depotwerk/api/consultations/consultations';
import { describe, expect, test } from 'vitest';
import { north, tenantA } from '../../../test/contract-world.ts';
import { codeOf, useDocumentWorld } from '../../../test/document-world.ts';
import { wholePdf } from '../../../test/whole-files.ts';
import { createCreationLimit } from '../reports/creation-limit.ts';

const world = useDocumentWorld();
const pdf = wholePdf().toString('base64');
const upload = (token: string | null, body: object = {}, key?: string) =>
  world.post(
    token,
    `/documents?contractId=${world.contractId}`,
    { documentType: 'other', title: 'Beleg', fileName: 'beleg.pdf', contentBase64: pdf, ...body },
    key,
  );
const rowsOf = async (table: string): Promise<number> => {
  const { rows } = await world.owner.query<{ count: number }>(`select count(*)::int as count from ${table}`);
  return rows[0]?.count ?? 0;
};
const draft = (key?: string) =>
  world.post(
    world.adviser,
    '/consultations',
    {
      customerId: world.customerId,
      contractIds: [world.contractId],
      consultationKind: 'other',
      initiative: 'customer',
    },
    key,
  );

describe('ten at once', () => {
  test('open a one-time address: one gets the document', async () => {
    const reportId = String((await world.report('depotOverview')).headers['x-report-id']);
    const answer = await world.post(world.adviser, `/reports/report-url/${reportId}`);
    const path = (answer.body as { url: string }).url.replace('/api', '');
    const opened = await Promise.all(Array.from({ length: 10 }, () => world.server.get(null, path)));
    expect(opened.filter((one) => one.status === 200)).toHaveLength(1);
    expect(opened.filter((one) => codeOf(one) === 'reports.notFound')).toHaveLength(9);
  });

  test.each([
    ['upload', 'documents', (key: string) => upload(world.adviser, {}, key)],
    ['consultation', 'consultations', draft],
  ] as const)('with one key make one %s, and get the same answer', async (_what, table, call) => {
    const before = await rowsOf(table);
    const key = crypto.randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => call(key)));
    expect(new Set(answers.map((one) => one.status)).size).toBe(1);
    expect(new Set(answers.map((one) => (one.body as { id: string }).id)).size).toBe(1);
    expect((await rowsOf(table)) - before).toBe(1);
  });

  test('with one key and another body are refused, and another user does not get the answer', async () => {
    const key = crypto.randomUUID();
    const first = await upload(world.adviser, {}, key);
    expect(codeOf(await upload(world.adviser, { title: 'Anderer' }, key))).toBe(
      'common.idempotencyKeyReused',
    );
    const other = await upload(await world.server.caller(), {}, key);
    expect((other.body as { id: string }).id).not.toBe((first.body as { id: string }).id);
  });
});

describe('an upload', () => {
  test('of megabytes is not read from somebody without a session or the permission', async () => {
    const big = 'A'.repeat(5_000_000);
    expect((await upload(null, { contentBase64: big })).status).toBe(401);
    const reader = await world.server.caller({ permissions: ['documents.view'] });
    expect((await upload(reader, { contentBase64: big })).status).toBe(403);
    // Broken JSON is found only in a body that is parsed.
    const options = { body: '{"broken', headers: { 'content-type': 'application/json' } };
    expect((await world.server.call(null, 'POST', '/documents', options)).status).toBe(401);
  });

  test('above ten megabytes is refused, whatever it claims to be', async () => {
    const content = Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(10 * 1024 * 1024)]);
    const answer = await upload(world.adviser, { contentBase64: content.toString('base64') });
    expect([answer.status, codeOf(answer)]).toEqual([413, 'common.payloadTooLarge']);
  });

  test.each([
    ['a web page', '<!doctype html><script>alert(1)</script>'],
    ['a drawing with script', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['a program', 'MZ\u0090\u0000'],
    ['an archive', 'PK\u0003\u0004'],
    ['a PDF that begins with something else', ' %PDF-1.7'],
  ])('of %s is refused', async (_what, content) => {
    const answer = await upload(world.adviser, {
      fileName: 'beleg.pdf',
      contentBase64: Buffer.from(content, 'latin1').toString('base64'),
    });
    expect(codeOf(answer)).toBe('documents.wrongFormat');
  });

  test('leaves as a download under a name that breaks no header', async () => {
    const fileName = 'a"; filename="b.html\u00e4';
    const stored = await upload(world.adviser, { fileName, title: '<img src=x onerror=alert(1)>' });
    expect(stored.status).toBe(200);
    const { id } = stored.body as { id: string };
    const file = await world.server.get(world.adviser, `/documents/${id}/content`);
    expect(file.headers['content-type']).toBe('application/pdf');
    expect(file.headers['x-content-type-options']).toBe('nosniff');
    const disposition = String(file.headers['content-disposition']);
    expect(disposition).toMatch(/^attachment/);
    // Quotes of the name never end the quoted value.
    expect(disposition).toMatch(/^attachment; filename="[^"\\]*"(?:; filename\*=UTF-8''[\w%.!#$&+^`|~-]*)?$/);
  });
});

describe('what is refused and read', () => {
  test('leaves an entry for every command and every read of a file', async () => {
    const actions = async () => {
      const { rows } = await world.owner.query<{ action: string; count: number }>(
        'select action, count(*)::int as count from audit_entries where tenant_id = $1 group by action',
        [tenantA],
      );
      return new Map(rows.map((row) => [row.action, row.count]));
    };
    const before = await actions();
    const { id } = (await upload(world.adviser)).body as { id: string };
    await world.server.get(world.adviser, `/documents/${id}/content`);
    await world.post(world.adviser, `/documents/${id}/release`);
    await draft();
    const reportId = String((await world.report('depotOverview')).headers['x-report-id']);
    await world.post(world.adviser, `/reports/report-url/${reportId}`);
    const after = await actions();
    for (const action of [
      'documents.upload',
      'documents.read',
      'documents.release',
      'consultations.create',
      'reports.create',
      'reports.createUrl',
    ]) {
      expect([action, (after.get(action) ?? 0) - (before.get(action) ?? 0)]).toEqual([action, 1]);
    }
  });
});

describe('a consultation', () => {
  test('shows its documents only to those who may see documents', async () => {
    const record = (await draft()).body as Consultation;
    const made = await world.post(world.adviser, `/contracts/${world.contractId}/report-data/depotOverview`, {
      consultationId: record.id,
    });
    expect(made.status).toBe(200);
    const documentsFor = async (token: string) =>
      ((await world.server.get(token, `/consultations/${record.id}`)).body as Consultation).documents.length;
    expect(await documentsFor(world.adviser)).toBe(1);
    const blind = await world.server.caller({
      memberships: [{ groupId: north, groupRights: ['groupCustomers.view', 'groupContracts.view'] }],
    });
    expect(await documentsFor(blind)).toBe(0);
    // A customer with the permission sees nothing that was not released to him.
    const client = await world.server.caller({ ownCustomerId: world.customerId, memberships: [] });
    expect(await documentsFor(client)).toBe(0);
  });
});

test('a consultation recommends funds that exist, and no others', async () => {
  const record = (await draft()).body as Consultation;
  const put = (fundId: number) =>
    world.server.call(world.adviser, 'PUT', `/consultations/${record.id}`, {
      headers: { 'if-match': `"${record.rowVersion}"` },
      body: {
        contractIds: record.contractIds,
        consultationKind: record.consultationKind,
        place: '',
        initiative: record.initiative,
        participants: [],
        startedAt: record.startedAt,
        recommendations: [
          {
            contractId: world.contractId,
            fundId,
            action: 'buy',
            reason: '',
            keyInformationHandedOverAt: null,
            keyInformationForm: null,
          },
        ],
        reasonText: '',
        isPeriodicReviewAgreed: false,
      },
    });
  expect([(await put(2_147_483_647)).status, (await put(1)).status]).toEqual([404, 200]);
});

describe('a customer himself', () => {
  test('changes nothing, even with every permission', async () => {
    const client = await world.server.caller({ ownCustomerId: world.customerId });
    const record = (await draft()).body as Consultation;
    const { id } = (await upload(world.adviser)).body as { id: string };
    const tables = ['documents', 'consultations', 'reports'];
    const before = await Promise.all(tables.map(rowsOf));
    const body = {
      customerId: world.customerId,
      contractIds: [world.contractId],
      consultationKind: 'other',
      initiative: 'customer',
    };
    const answers = [
      await upload(client),
      await world.post(client, '/consultations', body),
      await world.post(client, `/consultations/${record.id}/complete`, { state: 'notPursued' }),
      await world.post(client, `/documents/${id}/release`),
      await world.post(client, `/contracts/${world.contractId}/report-data/depotOverview`),
      await world.post(client, `/contracts/${world.contractId}/report-url`, { reportType: 'depotOverview' }),
    ];
    for (const answer of answers) expect([403, 404]).toContain(answer.status);
    expect(await Promise.all(tables.map(rowsOf))).toEqual(before);
  });
});

test('reports: thirty a minute for each caller, then 429 until the minute is over', () => {
  let now = 0;
  const limit = createCreationLimit(() => now);
  for (let index = 0; index < 30; index += 1) limit('anna');
  expect(() => limit('anna')).toThrow(expect.objectContaining({ code: 'common.tooManyRequests' }));
  expect(() => limit('berta')).not.toThrow();
  now = 60_000;
  expect(() => limit('anna')).not.toThrow();
});
