import { createHash, randomUUID } from 'node:crypto';
import type { ArchivedDocument } from '@depotwerk/api/documents/documents';
import { describe, expect, test } from 'vitest';
import { north, tenantA, tenantB } from '../../../test/contract-world.ts';
import { codeOf, textOf, useDocumentWorld } from '../../../test/document-world.ts';
import { wholePdf } from '../../../test/whole-files.ts';
import { canonicalJson } from '../../platform/audit/write-audit.ts';

const world = useDocumentWorld();

describe('a report', () => {
  test('comes as a file with a name, is archived with who and when, and can be fetched again byte for byte', async () => {
    const answer = await world.report('depotOverview');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="Depotuebersicht_V-1_.*"; filename\*=UTF-8''Depot%C3%BCbersicht_V-1_\d{4}-\d\d-\d\d\.pdf$/,
    );
    const text = await textOf(answer.bytes);
    expect(text).toContain('12.345,50 €');
    expect(text).toContain('Öztürk #1');
    const documentId = String(answer.headers['x-document-id']);
    const listed = (await world.server.get(world.adviser, `/documents?contractId=${world.contractId}`))
      .body as ArchivedDocument[];
    const document = listed.find((one) => one.id === documentId);
    expect(document).toMatchObject({
      documentType: 'depotOverview',
      createdByName: 'Berta Berater',
      state: 'draft',
      customerId: world.customerId,
      byteSize: answer.bytes.byteLength,
      contentHash: createHash('sha256').update(answer.bytes).digest('hex'),
      reportId: answer.headers['x-report-id'],
    });
    expect(text).toContain(document?.dataHash);
    const again = await world.server.get(world.adviser, `/documents/${documentId}/content`);
    expect(again.bytes.equals(answer.bytes)).toBe(true);
    const byReport = await world.post(
      world.adviser,
      `/contracts/${world.contractId}/report-data/depotOverview?reportId=${document?.reportId}`,
    );
    expect(byReport.bytes.equals(answer.bytes)).toBe(true);
    expect(
      codeOf(
        await world.post(
          world.adviser,
          `/contracts/${world.contractId}/report-data/performance?reportId=${document?.reportId}`,
        ),
      ),
    ).toBe('reports.notFound');
  });

  test('bears the name of its own house, whatever host it was asked by', async () => {
    const house = async (tenantId: string, title: string, host: string | null, isDefault: boolean) => {
      const id = randomUUID();
      await world.owner.query(
        `insert into white_label_configs (tenant_id, id, application_title, primary_colour, accent_colour, is_default)
         values ($1, $2, $3, '#0b5c6b', '#7a4a00', $4)`,
        [tenantId, id, title, isDefault],
      );
      if (host === null) return;
      await world.owner.query(
        'insert into white_label_hosts (tenant_id, host, white_label_id) values ($1, $2, $3)',
        [tenantId, host, id],
      );
    };
    const namesFor = async (host: string, token: string | null, path: string) => {
      const { status, bytes } = await world.server.call(token, 'POST', path, {
        body: {},
        headers: { host, 'idempotency-key': randomUUID() },
      });
      expect(status).toBe(200);
      const text = await textOf(bytes);
      return ['Haus A', 'Fremdes Haus', 'Zweigstelle', 'Depotwerk'].filter((name) => text.includes(name));
    };
    const own = `/contracts/${world.contractId}/report-data/depotOverview`;
    await world.owner.query(`update tenants set tenant_name = 'Haus A' where tenant_id = $1`, [tenantA]);
    await house(tenantB, 'Fremdes Haus', 'fremd.example', true);
    expect(await namesFor('fremd.example', world.adviser, own)).toEqual(['Haus A']);
    await house(tenantA, 'Zweigstelle Ost', 'ost.example', false);
    await house(tenantA, 'Haus A Beratung', null, true);
    expect(await namesFor('fremd.example:8080', world.adviser, own)).toEqual(['Haus A']);
    expect(await namesFor('OST.example', world.adviser, own)).toEqual(['Zweigstelle']);
    const body = { reportType: 'fundComparisonPublic', fundIds: [1, 2] };
    const shared = (await world.post(world.adviser, '/reports/public-reports', body)).body as {
      guid: string;
    };
    const data = await world.server.get(
      null,
      `/reports/public-report-data?reportType=fundComparisonPublic&guid=${shared.guid}`,
    );
    const { reportId } = data.body as { reportId: string };
    const paper = `/reports/public-report-data/${reportId}`;
    expect(await namesFor('niemand.example', null, paper)).toEqual(['Haus A']);
    expect(await namesFor('ost.example', null, paper)).toEqual(['Zweigstelle']);
    // The pages of another house open neither its data nor its paper, and say what they say of a made-up guid.
    const said = async (guid: string, host: string) => {
      const query = `reportType=fundComparisonPublic&guid=${guid}`;
      const answer = await world.server.call(null, 'GET', `/reports/public-report-data?${query}`, {
        headers: { host },
      });
      return [answer.status, codeOf(answer)];
    };
    expect(await said(shared.guid, 'fremd.example')).toEqual([404, 'reports.notFound']);
    expect(await said(randomUUID(), 'fremd.example')).toEqual([404, 'reports.notFound']);
    expect(await said(shared.guid, 'OST.example:8443')).toEqual([200, undefined]);
    const foreign = await world.server.call(null, 'POST', paper, {
      body: {},
      headers: { host: 'fremd.example', 'idempotency-key': randomUUID() },
    });
    expect([foreign.status, codeOf(foreign)]).toEqual([404, 'reports.notFound']);
    await world.owner.query('delete from white_label_configs');
  });

  test('keeps the data its printed hash is made of', async () => {
    const answer = await world.report('performance');
    const { rows } = await world.owner.query<{ data: unknown; data_hash: Buffer }>(
      'select data, data_hash from reports where id = $1',
      [answer.headers['x-report-id']],
    );
    const hash = createHash('sha256').update(canonicalJson(rows[0]?.data)).digest();
    expect(hash.equals(rows[0]?.data_hash ?? Buffer.alloc(0))).toBe(true);
    expect(await textOf(answer.bytes)).toContain(hash.toString('hex'));
  });

  test('is made once for one key', async () => {
    const key = randomUUID();
    const first = await world.report('legalContract', {}, key);
    const second = await world.report('legalContract', {}, key);
    expect(second.headers['x-document-id']).toBe(first.headers['x-document-id']);
    expect(second.bytes.equals(first.bytes)).toBe(true);
    expect((await world.report('legalContract', { withCharts: false }, key)).status).toBe(422);
  });

  test('is recorded in the audit log', async () => {
    const answer = await world.report('costInformationExAnte');
    const { rows } = await world.owner.query<{ details: { reportType: string } }>(
      `select details from audit_entries where action = 'reports.create' and details->>'documentId' = $1`,
      [answer.headers['x-document-id']],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.details.reportType).toBe('costInformationExAnte');
  });

  test('says what is missing', async () => {
    expect(codeOf(await world.report('riskProfile'))).toBe('reports.riskProfileMissing');
    expect(codeOf(await world.report('suitabilityStatement'))).toBe('reports.riskProfileMissing');
    expect(
      codeOf(await world.post(world.adviser, `/contracts/${world.contractId}/optimization-report-data`)),
    ).toBe('reports.planMissing');
    expect(
      codeOf(await world.post(world.adviser, `/contracts/${world.contractId}/comparison-report-data`)),
    ).toBe('reports.planMissing');
    expect(
      codeOf(
        await world.post(world.adviser, `/contracts/${world.otherContractId}/report-data/depotOverview`),
      ),
    ).toBe('reports.portfolioMissing');
    expect(
      codeOf(await world.post(world.adviser, `/contracts/${world.otherContractId}/report-data/performance`)),
    ).toBe('reports.historyMissing');
    expect((await world.report('unknown')).status).toBe(400);
  });

  test('needs permission, right in the group and a visible contract', async () => {
    const path = `/contracts/${world.contractId}/report-data/depotOverview`;
    const withoutPermission = await world.server.caller({ permissions: ['contracts.view'] });
    expect((await world.post(withoutPermission, path)).status).toBe(403);
    const withoutLegal = await world.server.caller({
      permissions: ['contracts.view', 'reports.create', 'documents.view'],
    });
    expect((await world.post(withoutLegal, path)).status).toBe(200);
    expect(
      (await world.post(withoutLegal, `/contracts/${world.contractId}/report-data/legalContract`)).status,
    ).toBe(403);
    const reader = await world.server.caller({
      memberships: [{ groupId: north, groupRights: ['groupContracts.view', 'groupDocuments.view'] }],
    });
    expect((await world.post(reader, path)).status).toBe(403);
    const stranger = await world.server.caller({ memberships: [] });
    expect((await world.post(stranger, path)).status).toBe(404);
    expect((await world.post(await world.server.caller({ tenantId: tenantB }), path)).status).toBe(404);
    expect((await world.post(null, path)).status).toBe(401);
    expect((await world.server.call(world.adviser, 'POST', path, { body: {} })).status).toBe(400);
  });
});

describe('the archive', () => {
  test('refuses every change of content and every early deletion, even to the owner of the tables', async () => {
    const documentId = (await world.report('depotOverview')).headers['x-document-id'];
    const refused = async (statement: string) =>
      expect(world.owner.query(statement, [documentId])).rejects.toThrow(/cannot be changed/);
    await refused(`update documents set content = 'x', byte_size = 1 where id = $1`);
    await refused(`update documents set title = 'anders' where id = $1`);
    await refused(`update documents set created_at = now() where id = $1`);
    await refused(`update documents set retention_until = null where id = $1`);
    await refused('delete from documents where id = $1');
    await refused(`update reports set data = '{}' where document_id = $1`);
    await refused('delete from reports where document_id = $1');
  });

  test('shows a customer only what was released to him', async () => {
    const documentId = String((await world.report('depotOverview')).headers['x-document-id']);
    const customer = await world.client();
    const visible = async () =>
      (
        (await world.server.get(customer, `/documents?customerId=${world.customerId}`))
          .body as ArchivedDocument[]
      ).map((one) => one.id);
    expect(await visible()).not.toContain(documentId);
    expect((await world.server.get(customer, `/documents/${documentId}/content`)).status).toBe(404);
    const released = await world.post(world.adviser, `/documents/${documentId}/release`);
    expect(released.body).toMatchObject({ state: 'released', releasedByName: 'Berta Berater' });
    expect((await world.post(world.adviser, `/documents/${documentId}/release`)).status).toBe(200);
    expect(await visible()).toContain(documentId);
    const readAt = async () => {
      const list = await world.server.get(world.adviser, `/documents?customerId=${world.customerId}`);
      return (list.body as ArchivedDocument[]).find(({ id }) => id === documentId)?.readAt;
    };
    // What the adviser opens himself is no receipt of the customer.
    expect((await world.server.get(world.adviser, `/documents/${documentId}/content`)).status).toBe(200);
    expect(await readAt()).toBeNull();
    expect((await world.server.get(customer, `/documents/${documentId}/content`)).status).toBe(200);
    const first = await readAt();
    expect(Date.parse(first ?? '')).toBe(world.now);
    world.now += 60_000;
    await world.server.get(customer, `/documents/${documentId}/content`);
    expect(await readAt()).toBe(first);
    const { rows } = await world.owner.query(
      `select 1 from audit_entries where action = 'documents.read' and object_id = $1`,
      [documentId],
    );
    expect(rows).toHaveLength(3);
  });

  test('takes files by what they are, not by their name', async () => {
    const upload = (content: string | Buffer, body: object = {}) =>
      world.post(world.adviser, `/documents?contractId=${world.contractId}`, {
        documentType: 'signedContract',
        title: 'Unterschrift',
        fileName: 'vertrag.pdf',
        contentBase64: Buffer.from(content).toString('base64'),
        ...body,
      });
    const stored = await upload(wholePdf('klein'));
    expect(stored.body).toMatchObject({
      mediaType: 'application/pdf',
      customerId: world.customerId,
      contractId: world.contractId,
      reportId: null,
    });
    expect(codeOf(await upload('<script>'))).toBe('documents.wrongFormat');
    const broken = await upload(wholePdf('klein').subarray(0, 200));
    expect(broken).toMatchObject({
      status: 400,
      body: { message: 'Die PDF-Datei ist unvollständig oder beschädigt.', messageKey: 'errors.withReason' },
    });
    const large = await upload(wholePdf('', 2_000_000));
    expect(large.status).toBe(200);
    expect(codeOf(await upload(Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(10 * 1024 * 1024)])))).toBe(
      'common.payloadTooLarge',
    );
    expect(
      (
        await world.post(world.adviser, '/documents', {
          documentType: 'other',
          title: 'x',
          fileName: 'x',
          contentBase64: 'AAAA',
        })
      ).status,
    ).toBe(400);
    const reader = await world.server.caller({
      memberships: [{ groupId: north, groupRights: ['groupDocuments.view'] }],
    });
    const asReader = await world.post(reader, `/documents?contractId=${world.contractId}`, {
      documentType: 'other',
      title: 'x',
      fileName: 'x.pdf',
      contentBase64: wholePdf().toString('base64'),
    });
    expect(asReader.status).toBe(403);
  });
});

describe('one-time addresses', () => {
  const address = async () => {
    const answer = await world.post(world.adviser, `/contracts/${world.contractId}/report-url`, {
      reportType: 'depotOverview',
    });
    expect(answer.status).toBe(200);
    return (answer.body as { url: string }).url.replace('/api', '');
  };

  test('open once, without a session, as a sandboxed download nobody stores', async () => {
    const path = await address();
    expect(path).toMatch(/^\/reports\/addresses\/[A-Za-z0-9_-]{43}$/);
    // Whoever only asks for the head does not use it up.
    expect(
      (await world.server.app.inject({ method: 'HEAD', url: `/api${path}` })).statusCode,
    ).toBeGreaterThanOrEqual(404);
    const opened = await Promise.all([world.server.get(null, path), world.server.get(null, path)]);
    expect(opened.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    const answer = opened.find((one) => one.status === 200);
    expect(answer?.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    expect(answer?.headers['content-disposition']).toMatch(/^attachment/);
    expect(codeOf(await world.server.get(null, path))).toBe('reports.notFound');
    expect(codeOf(await world.server.get(null, `/reports/addresses/${'A'.repeat(43)}`))).toBe(
      'reports.notFound',
    );
  });

  test('are over after 60 seconds', async () => {
    const path = await address();
    world.now += 60_001;
    expect(codeOf(await world.server.get(null, path))).toBe('reports.expired');
    expect((await world.server.get(null, path)).status).toBe(410);
  });

  test('are given only for reports the caller sees, and only their hash is stored', async () => {
    const reportId = String((await world.report('depotOverview')).headers['x-report-id']);
    const answer = await world.post(world.adviser, `/reports/report-url/${reportId}`);
    expect(answer.status).toBe(200);
    const token = (answer.body as { url: string }).url.split('/').at(-1) ?? '';
    const { rows } = await world.owner.query<{ token_hash: Buffer }>(
      'select token_hash from report_urls where token_hash = $1',
      [createHash('sha256').update(token).digest()],
    );
    expect(rows).toHaveLength(1);
    const stranger = await world.server.caller({ memberships: [] });
    expect(codeOf(await world.post(stranger, `/reports/report-url/${reportId}`))).toBe('reports.notFound');
  });
});
