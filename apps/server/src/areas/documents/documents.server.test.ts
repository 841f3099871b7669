import { createHash, randomUUID } from 'node:crypto';
import type { Consultation } from '@depotwerk/api/consultations';
import type { ArchivedDocument } from '@depotwerk/api/documents';
import type { PublicReport } from '@depotwerk/api/reports';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Answer,
  ContractWorld,
  north,
  south,
  TestServer,
  tenantA,
  tenantB,
} from '../../../test/contract-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { canonicalJson } from '../../platform/audit/write-audit.ts';
import { builtInWhiteLabel } from '../white-label/built-in-config.ts';
import { createCreationLimit } from './creation-limit.ts';
import type { PdfJob } from './pdf/compile-report.ts';
import { createPdfPool, type PdfEngine } from './pdf/pdf-pool.ts';
import { documentRoutes } from './routes.ts';

const world = useTestDatabase();

let server: TestServer;
let fill: ContractWorld;
let pdf: PdfEngine;
let now = Date.now();
let contractId: string;
let customerId: string;
let otherContractId: string;
let adviser: string;

beforeAll(async () => {
  fill = new ContractWorld(world.owner);
  await fill.fill();
  const tariffId = await fill.addTariff(tenantA, 'Tarif <b>', 1);
  const customer = await fill.addCustomer(tenantA, { lastName: 'Öztürk #1' });
  customerId = customer.id;
  contractId = await fill.addContract(tenantA, customer.id, tariffId, {
    external_key: 'V-1',
    risk_class_id: 3,
  });
  otherContractId = await fill.addContract(
    tenantA,
    (await fill.addCustomer(tenantA, { groupId: south })).id,
    tariffId,
  );
  await addFund(1, 'Globalis Aktien Welt');
  await addFund(2, 'Stetig Renten');
  await addPortfolios();
  pdf = createPdfPool({ size: 1 });
  const clock = () => now;
  server = await TestServer.start(
    world.database,
    world.owner,
    documentRoutes({
      database: world.database,
      clock,
      pdf: { ...pdf, render: (job: PdfJob) => pdf.render(job) },
      logger: { info: () => {}, error: () => {} },
      whiteLabel: () => Promise.resolve({ config: builtInWhiteLabel, etag: '""' }),
      limitCreation: createCreationLimit(clock, 1000),
      outdatedReasons: () => Promise.resolve([]),
    }),
  );
  adviser = await server.caller();
});
afterAll(() => pdf.stop());

async function addFund(id: number, name: string): Promise<void> {
  await world.owner.query(
    `insert into funds (tenant_id, id, isin, name, ongoing_fee, price, price_date) values ($1, $2, $3, $4, 0.01, 50, '2026-11-20')`,
    [tenantA, id, id === 1 ? 'DE000A0F5UF5' : 'DE0005933931', name],
  );
}

async function addPortfolios(): Promise<void> {
  for (const [date, value, paid, isCurrent] of [
    ['2024-01-02', 9000, 9000, false],
    ['2025-01-02', 10_500, 10_000, false],
    ['2026-11-20', 12_345.5, 11_000, true],
  ]) {
    const id = randomUUID();
    await world.owner.query(
      `insert into portfolios (tenant_id, id, contract_id, valuation_date, is_current, total_value, cash_value, contributions_value)
       values ($1, $2, $3, $4, $5, $6, $6, $7)`,
      [tenantA, id, contractId, date, isCurrent, value, paid],
    );
    if (isCurrent === true) {
      await world.owner.query(
        `insert into portfolio_entries (tenant_id, portfolio_id, fund_id, quantity, price, price_date, value, fraction)
         values ($1, $2, 1, 246.91, 50, '2026-11-20', 12345.50, 1)`,
        [tenantA, id],
      );
    }
  }
}

const post = (
  token: string | null,
  path: string,
  body: unknown = {},
  key: string = randomUUID(),
): Promise<Answer> => server.call(token, 'POST', path, { body, headers: { 'idempotency-key': key } });
const report = (type: string, body: unknown = {}, key?: string) =>
  post(adviser, `/contracts/${contractId}/report-data/${type}`, body, key);
const code = (answer: Answer) => (answer.body as { code: string } | null)?.code;
const textOf = async (bytes: Buffer) =>
  (await extractText(await getDocumentProxy(Uint8Array.from(bytes)), { mergePages: true })).text;

describe('a report', () => {
  test('comes as a file with a name, is archived with who and when, and can be fetched again byte for byte', async () => {
    const answer = await report('depotOverview');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="Depotuebersicht_V-1_.*"; filename\*=UTF-8''Depot%C3%BCbersicht_V-1_\d{4}-\d\d-\d\d\.pdf$/,
    );
    const text = await textOf(answer.bytes);
    expect(text).toContain('12.345,50 €');
    expect(text).toContain('Öztürk #1');
    const documentId = String(answer.headers['x-document-id']);
    const listed = (await server.get(adviser, `/documents?contractId=${contractId}`))
      .body as ArchivedDocument[];
    const document = listed.find((one) => one.id === documentId);
    expect(document).toMatchObject({
      documentType: 'depotOverview',
      createdByName: 'Berta Berater',
      state: 'draft',
      customerId,
      byteSize: answer.bytes.byteLength,
      contentHash: createHash('sha256').update(answer.bytes).digest('hex'),
      reportId: answer.headers['x-report-id'],
    });
    expect(text).toContain(document?.dataHash);
    const again = await server.get(adviser, `/documents/${documentId}/content`);
    expect(again.bytes.equals(answer.bytes)).toBe(true);
    const byReport = await post(
      adviser,
      `/contracts/${contractId}/report-data/depotOverview?reportId=${document?.reportId}`,
    );
    expect(byReport.bytes.equals(answer.bytes)).toBe(true);
    expect(
      code(
        await post(
          adviser,
          `/contracts/${contractId}/report-data/performance?reportId=${document?.reportId}`,
        ),
      ),
    ).toBe('reports.notFound');
  });

  test('keeps the data its printed hash is made of', async () => {
    const answer = await report('performance');
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
    const first = await report('legalContract', {}, key);
    const second = await report('legalContract', {}, key);
    expect(second.headers['x-document-id']).toBe(first.headers['x-document-id']);
    expect(second.bytes.equals(first.bytes)).toBe(true);
    expect((await report('legalContract', { withCharts: false }, key)).status).toBe(422);
  });

  test('is recorded in the audit log', async () => {
    const answer = await report('costInformationExAnte');
    const { rows } = await world.owner.query<{ details: { reportType: string } }>(
      `select details from audit_entries where action = 'reports.create' and details->>'documentId' = $1`,
      [answer.headers['x-document-id']],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.details.reportType).toBe('costInformationExAnte');
  });

  test('says what is missing', async () => {
    expect(code(await report('riskProfile'))).toBe('reports.riskProfileMissing');
    expect(code(await report('suitabilityStatement'))).toBe('reports.riskProfileMissing');
    expect(code(await post(adviser, `/contracts/${contractId}/optimization-report-data`))).toBe(
      'reports.planMissing',
    );
    expect(code(await post(adviser, `/contracts/${contractId}/comparison-report-data`))).toBe(
      'reports.planMissing',
    );
    expect(code(await post(adviser, `/contracts/${otherContractId}/report-data/depotOverview`))).toBe(
      'reports.portfolioMissing',
    );
    expect(code(await post(adviser, `/contracts/${otherContractId}/report-data/performance`))).toBe(
      'reports.historyMissing',
    );
    expect((await report('unknown')).status).toBe(400);
  });

  test('needs permission, right in the group and a visible contract', async () => {
    const path = `/contracts/${contractId}/report-data/depotOverview`;
    const withoutPermission = await server.caller({ permissions: ['contracts.view'] });
    expect((await post(withoutPermission, path)).status).toBe(403);
    const withoutLegal = await server.caller({
      permissions: ['contracts.view', 'reports.create', 'documents.view'],
    });
    expect((await post(withoutLegal, path)).status).toBe(200);
    expect((await post(withoutLegal, `/contracts/${contractId}/report-data/legalContract`)).status).toBe(403);
    const reader = await server.caller({
      memberships: [{ groupId: north, groupRights: ['groupContracts.view', 'groupDocuments.view'] }],
    });
    expect((await post(reader, path)).status).toBe(403);
    const stranger = await server.caller({ memberships: [] });
    expect((await post(stranger, path)).status).toBe(404);
    expect((await post(await server.caller({ tenantId: tenantB }), path)).status).toBe(404);
    expect((await post(null, path)).status).toBe(401);
    expect((await server.call(adviser, 'POST', path, { body: {} })).status).toBe(400);
  });
});

describe('the archive', () => {
  test('refuses every change of content and every early deletion, even to the owner of the tables', async () => {
    const documentId = (await report('depotOverview')).headers['x-document-id'];
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
    const documentId = String((await report('depotOverview')).headers['x-document-id']);
    const customer = await server.caller({
      permissions: ['documents.view', 'contracts.view'],
      memberships: [],
      ownCustomerId: customerId,
    });
    const visible = async () =>
      ((await server.get(customer, `/documents?customerId=${customerId}`)).body as ArchivedDocument[]).map(
        (one) => one.id,
      );
    expect(await visible()).not.toContain(documentId);
    expect((await server.get(customer, `/documents/${documentId}/content`)).status).toBe(404);
    const released = await post(adviser, `/documents/${documentId}/release`);
    expect(released.body).toMatchObject({ state: 'released', releasedByName: 'Berta Berater' });
    expect((await post(adviser, `/documents/${documentId}/release`)).status).toBe(200);
    expect(await visible()).toContain(documentId);
    expect((await server.get(customer, `/documents/${documentId}/content`)).status).toBe(200);
    const { rows } = await world.owner.query(
      `select 1 from audit_entries where action = 'documents.read' and object_id = $1`,
      [documentId],
    );
    expect(rows).toHaveLength(1);
  });

  test('takes files by what they are, not by their name', async () => {
    const upload = (content: string | Buffer, body: object = {}) =>
      post(adviser, `/documents?contractId=${contractId}`, {
        documentType: 'signedContract',
        title: 'Unterschrift',
        fileName: 'vertrag.pdf',
        contentBase64: Buffer.from(content).toString('base64'),
        ...body,
      });
    const stored = await upload('%PDF-1.7 klein');
    expect(stored.body).toMatchObject({
      mediaType: 'application/pdf',
      customerId,
      contractId,
      reportId: null,
    });
    expect(code(await upload('<script>'))).toBe('documents.wrongFormat');
    const large = await upload(Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(2_000_000)]));
    expect(large.status).toBe(200);
    expect(code(await upload(Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(10 * 1024 * 1024)])))).toBe(
      'common.payloadTooLarge',
    );
    expect(
      (
        await post(adviser, '/documents', {
          documentType: 'other',
          title: 'x',
          fileName: 'x',
          contentBase64: 'AAAA',
        })
      ).status,
    ).toBe(400);
    const reader = await server.caller({
      memberships: [{ groupId: north, groupRights: ['groupDocuments.view'] }],
    });
    const asReader = await post(reader, `/documents?contractId=${contractId}`, {
      documentType: 'other',
      title: 'x',
      fileName: 'x.pdf',
      contentBase64: Buffer.from('%PDF-').toString('base64'),
    });
    expect(asReader.status).toBe(403);
    expect((await server.get(adviser, '/documents')).status).toBe(400);
  });
});

describe('one-time addresses', () => {
  const address = async () => {
    const answer = await post(adviser, `/contracts/${contractId}/report-url`, {
      reportType: 'depotOverview',
    });
    expect(answer.status).toBe(200);
    return (answer.body as { url: string }).url.replace('/api', '');
  };

  test('open once, without a session, as a sandboxed download nobody stores', async () => {
    const path = await address();
    expect(path).toMatch(/^\/reports\/addresses\/[A-Za-z0-9_-]{43}$/);
    const opened = await Promise.all([server.get(null, path), server.get(null, path)]);
    expect(opened.map((one) => one.status).toSorted()).toEqual([200, 404]);
    const answer = opened.find((one) => one.status === 200);
    expect(answer?.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    expect(answer?.headers['content-disposition']).toMatch(/^attachment/);
    expect(code(await server.get(null, path))).toBe('reports.notFound');
    expect(code(await server.get(null, `/reports/addresses/${'A'.repeat(43)}`))).toBe('reports.notFound');
  });

  test('are over after 60 seconds', async () => {
    const path = await address();
    now += 60_001;
    expect(code(await server.get(null, path))).toBe('reports.expired');
    expect((await server.get(null, path)).status).toBe(410);
  });

  test('are given only for reports the caller sees, and only their hash is stored', async () => {
    const reportId = (await report('depotOverview')).headers['x-report-id'];
    const answer = await post(adviser, `/reports/report-url/${reportId}`);
    expect(answer.status).toBe(200);
    const token = (answer.body as { url: string }).url.split('/').at(-1) ?? '';
    const { rows } = await world.owner.query<{ token_hash: Buffer }>(
      'select token_hash from report_urls where token_hash = $1',
      [createHash('sha256').update(token).digest()],
    );
    expect(rows).toHaveLength(1);
    const stranger = await server.caller({ memberships: [] });
    expect(code(await post(stranger, `/reports/report-url/${reportId}`))).toBe('reports.notFound');
  });
});

describe('funds', () => {
  test('profile from our data, from the archive while the data is the same', async () => {
    const first = await server.get(adviser, '/funds/1/report/fundProfile');
    expect(first.status).toBe(200);
    expect(await textOf(first.bytes)).toContain('Globalis Aktien Welt');
    const second = await server.get(adviser, '/funds/1/report/fundProfile');
    expect(second.headers['x-document-id']).toBe(first.headers['x-document-id']);
    await world.owner.query(`update funds set ongoing_fee = 0.012 where id = 1`);
    const third = await server.get(adviser, '/funds/1/report/fundProfile');
    expect(third.headers['x-document-id']).not.toBe(first.headers['x-document-id']);
    expect(await textOf(third.bytes)).toContain('1,20 %');
  });

  test('key information only where it is on file', async () => {
    expect(code(await server.get(adviser, '/funds/1/report/kiid'))).toBe('reports.kiidMissing');
    expect(code(await server.get(adviser, '/funds/1/report/factsheet'))).toBe('reports.factsheetMissing');
    expect((await server.get(adviser, '/funds/99/report/kiid')).status).toBe(404);
    await world.owner.query(
      `insert into documents (tenant_id, fund_id, document_type, title, file_name, media_type, byte_size, content_hash, content, created_by)
       values ($1, 1, 'kiid', 'BIB', 'bib.pdf', 'application/pdf', 5, sha256('%PDF-'), '%PDF-', $2)`,
      [tenantA, adviser],
    );
    const stored = await server.get(adviser, '/funds/1/report/kiid');
    expect(stored.text).toBe('%PDF-');
    expect(stored.headers['content-disposition']).toContain('bib.pdf');
  });
});

describe('public reports', () => {
  const share = async () => {
    const answer = await post(adviser, '/reports/public-reports', {
      reportType: 'fundComparisonPublic',
      fundIds: [1, 2],
    });
    expect(answer.status).toBe(200);
    return (answer.body as { guid: string }).guid;
  };
  const read = (guid: string, type = 'fundComparisonPublic') =>
    server.get(null, `/reports/public-report-data?reportType=${type}&guid=${guid}`);

  test('data behind the guid, paper behind the report id, both without a session', async () => {
    const guid = await share();
    const answer = await read(guid.toUpperCase());
    expect(answer.status).toBe(200);
    const data = answer.body as PublicReport;
    expect(data).toMatchObject({
      reportType: 'fundComparisonPublic',
      title: 'Fondsvergleich',
      language: 'de',
    });
    const paper = await post(null, `/reports/public-report-data/${data.reportId}`);
    expect(paper.headers['content-type']).toBe('application/pdf');
    const text = (await textOf(paper.bytes)).replaceAll(/\s/g, '');
    for (const section of data.sections) {
      for (const cells of section.rows) {
        for (const cell of Object.values(cells)) expect(text).toContain(cell.replaceAll(/\s/g, ''));
      }
    }
  });

  test('neither secret opens what the other opens, nor does another type', async () => {
    const guid = await share();
    const { reportId } = (await read(guid)).body as PublicReport;
    expect(code(await read(guid, 'costExamplePublic'))).toBe('reports.notFound');
    expect(code(await read(randomUUID()))).toBe('reports.notFound');
    expect(reportId).not.toContain(guid.slice(0, 8));
    const { rows } = await world.owner.query<{ all: string }>(
      'select public_reports::text as all from public_reports',
    );
    expect(rows.some((one) => one.all.includes(guid) || one.all.includes(reportId))).toBe(false);
  });

  test('410 when its time is over', async () => {
    const guid = await share();
    const { reportId } = (await read(guid)).body as PublicReport;
    now += 31 * 24 * 60 * 60_000;
    expect(code(await read(guid))).toBe('reports.expired');
    expect((await post(null, `/reports/public-report-data/${reportId}`)).status).toBe(410);
    now -= 31 * 24 * 60 * 60_000;
  });
});

describe('a consultation record', () => {
  const draft = async (body: object = {}): Promise<Consultation> => {
    const answer = await post(adviser, '/consultations', {
      customerId,
      contractIds: [contractId],
      consultationKind: 'periodicReview',
      initiative: 'adviser',
      ...body,
    });
    expect(answer.status).toBe(201);
    return answer.body as Consultation;
  };
  const bodyOf = (record: Consultation, more: object = {}) => ({
    contractIds: record.contractIds,
    consultationKind: record.consultationKind,
    place: 'Filiale',
    initiative: record.initiative,
    participants: ['Anna Öztürk'],
    startedAt: record.startedAt,
    recommendations: [
      {
        contractId,
        fundId: 1,
        action: 'buy',
        reason: 'Passt zum Ziel.',
        keyInformationHandedOverAt: '2026-11-21T08:00:00.000Z',
        keyInformationForm: 'mail',
      },
    ],
    reasonText: 'Wie besprochen.',
    isPeriodicReviewAgreed: true,
    ...more,
  });
  const put = (record: Consultation, body: object, version = record.rowVersion) =>
    server.call(adviser, 'PUT', `/consultations/${record.id}`, {
      body,
      headers: { 'if-match': `"${version}"` },
    });

  test('is resumed with its version and refuses stale and foreign edits', async () => {
    const record = await draft();
    expect(record.missing.map((one) => one.key)).toEqual(['riskProfile', 'recommendations', 'reasonText']);
    const saved = await put(record, bodyOf(record));
    expect(saved.status).toBe(200);
    expect(saved.headers['etag']).toBe(`"${(saved.body as Consultation).rowVersion}"`);
    expect((saved.body as Consultation).recommendations[0]).toMatchObject({
      fundName: 'Globalis Aktien Welt',
    });
    expect((await put(record, bodyOf(record))).status).toBe(412);
    expect(
      (await server.call(adviser, 'PUT', `/consultations/${record.id}`, { body: bodyOf(record) })).status,
    ).toBe(428);
    const fresh = saved.body as Consultation;
    expect(code(await put(fresh, bodyOf(fresh, { contractIds: [otherContractId] })))).toBe(
      'consultations.foreignContract',
    );
    expect((await put(fresh, bodyOf(fresh, { startedAt: '2099-01-01T00:00:00.000Z' }))).status).toBe(400);
  });

  test('is completed only when all is there, and then never changes', async () => {
    const opened = await draft();
    const record = (await put(opened, bodyOf(opened))).body as Consultation;
    const complete = (body: object = {}) => post(adviser, `/consultations/${record.id}/complete`, body);
    const refused = await complete();
    expect(refused.status).toBe(409);
    expect(code(refused)).toBe('consultations.incomplete');
    const { current } = refused.body as { current: { missing: Consultation['missing'] } };
    expect(current.missing.map((one) => one.text)).toEqual([
      'Für den Vertrag V-1 fehlt ein Risikoprofil.',
      'Für den Vertrag V-1 fehlt die Kosteninformation.',
    ]);
    await world.owner.query(
      `insert into risk_assessments (tenant_id, contract_id, assessment_date, valid_until, risk_class_id, risk_type_id, status)
       values ($1, $2, '2026-01-01', '2036-01-01', 3, 1, 'valid')`,
      [tenantA, contractId],
    );
    const costs = await report('costInformationExAnte', { consultationId: record.id });
    expect(costs.status).toBe(200);
    const done = await complete();
    expect(done.body).toMatchObject({
      state: 'completed',
      missing: [],
      documents: [{ id: costs.headers['x-document-id'] }],
      profileSnapshot: [{ contractId, riskClassId: 3, isValid: true }],
    });
    const contract = (await server.get(adviser, `/contracts/${contractId}`)).body as {
      contract: { lastConsultation: string };
    };
    expect(contract.contract.lastConsultation).toBe(
      new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date(record.startedAt)),
    );
    const completed = done.body as Consultation;
    expect(code(await put(completed, bodyOf(completed)))).toBe('consultations.completed');
    expect(code(await complete())).toBe('consultations.completed');
    expect(code(await report('costInformationExAnte', { consultationId: record.id }))).toBe(
      'consultations.completed',
    );
    await expect(
      world.owner.query(`update consultations set reason_text = 'anders' where id = $1`, [record.id]),
    ).rejects.toThrow(/cannot be changed/);
    await world.owner.query(`update risk_assessments set status = 'superseded' where contract_id = $1`, [
      contractId,
    ]);
    const later = (await server.get(adviser, `/consultations/${record.id}`)).body as Consultation;
    expect(later.profileSnapshot[0]).toMatchObject({ riskClassId: 3, isValid: true });
    const addendum = await draft({ addendumToId: record.id });
    expect(addendum.addendumToId).toBe(record.id);
    expect(
      code(
        await post(adviser, '/consultations', {
          customerId,
          contractIds: [contractId],
          consultationKind: 'other',
          initiative: 'customer',
          addendumToId: addendum.id,
        }),
      ),
    ).toBe('consultations.notCompleted');
  });

  test('can be closed as not pursued whatever is missing', async () => {
    const record = await draft();
    const closed = await post(adviser, `/consultations/${record.id}/complete`, { state: 'notPursued' });
    expect(closed.body).toMatchObject({ state: 'notPursued', completedAt: null, missing: [] });
    const listed = (await server.get(adviser, `/consultations?contractId=${contractId}&state=notPursued`))
      .body;
    expect(listed).toMatchObject([{ id: record.id }]);
  });

  test('is for those who may see and edit the customer', async () => {
    const record = await draft();
    const stranger = await server.caller({ memberships: [] });
    expect((await server.get(stranger, `/consultations/${record.id}`)).status).toBe(404);
    const reader = await server.caller({
      memberships: [{ groupId: north, groupRights: ['groupCustomers.view', 'groupContracts.view'] }],
    });
    expect((await server.get(reader, `/consultations/${record.id}`)).status).toBe(200);
    const asReader = await server.call(reader, 'PUT', `/consultations/${record.id}`, {
      body: bodyOf(record),
      headers: { 'if-match': `"${record.rowVersion}"` },
    });
    expect(asReader.status).toBe(403);
    expect(
      code(
        await post(adviser, '/consultations', {
          customerId,
          contractIds: [otherContractId],
          consultationKind: 'other',
          initiative: 'customer',
        }),
      ),
    ).toBe('consultations.foreignContract');
  });
});
