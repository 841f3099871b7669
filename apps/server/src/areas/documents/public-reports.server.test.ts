import { randomUUID } from 'node:crypto';
import type { PublicReport } from '@depotwerk/api/reports';
import { describe, expect, test } from 'vitest';
import { tenantA } from '../../../test/contract-world.ts';
import { codeOf, textOf, useDocumentWorld } from '../../../test/document-world.ts';

const world = useDocumentWorld();

describe('funds', () => {
  test('profile from our data, from the archive while the data is the same', async () => {
    const first = await world.server.get(world.adviser, '/funds/1/report/fundProfile');
    expect(first.status).toBe(200);
    expect(await textOf(first.bytes)).toContain('Globalis Aktien Welt');
    const second = await world.server.get(world.adviser, '/funds/1/report/fundProfile');
    expect(second.headers['x-document-id']).toBe(first.headers['x-document-id']);
    await world.owner.query(`update funds set ongoing_fee = 0.012 where id = 1`);
    const third = await world.server.get(world.adviser, '/funds/1/report/fundProfile');
    expect(third.headers['x-document-id']).not.toBe(first.headers['x-document-id']);
    expect(await textOf(third.bytes)).toContain('1,20 %');
  });

  test('key information only where it is on file', async () => {
    expect(codeOf(await world.server.get(world.adviser, '/funds/1/report/kiid'))).toBe('reports.kiidMissing');
    expect(codeOf(await world.server.get(world.adviser, '/funds/1/report/factsheet'))).toBe(
      'reports.factsheetMissing',
    );
    expect((await world.server.get(world.adviser, '/funds/99/report/kiid')).status).toBe(404);
    await world.owner.query(
      `insert into documents (tenant_id, fund_id, document_type, title, file_name, media_type, byte_size, content_hash, content, created_by)
       values ($1, 1, 'kiid', 'BIB', 'bib.pdf', 'application/pdf', 5, sha256('%PDF-'), '%PDF-', $2)`,
      [tenantA, world.adviser],
    );
    const stored = await world.server.get(world.adviser, '/funds/1/report/kiid');
    expect(stored.text).toBe('%PDF-');
    expect(stored.headers['content-disposition']).toContain('bib.pdf');
  });
});

describe('public reports', () => {
  const share = async () => {
    const answer = await world.post(world.adviser, '/reports/public-reports', {
      reportType: 'fundComparisonPublic',
      fundIds: [1, 2],
    });
    expect(answer.status).toBe(200);
    return (answer.body as { guid: string }).guid;
  };
  const read = (guid: string, type = 'fundComparisonPublic') =>
    world.server.get(null, `/reports/public-report-data?reportType=${type}&guid=${guid}`);

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
    const paper = await world.post(null, `/reports/public-report-data/${data.reportId}`);
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
    expect(codeOf(await read(guid, 'costExamplePublic'))).toBe('reports.notFound');
    expect(codeOf(await read(randomUUID()))).toBe('reports.notFound');
    expect(reportId).not.toContain(guid.slice(0, 8));
    const { rows } = await world.owner.query<{ all: string }>(
      'select public_reports::text as all from public_reports',
    );
    expect(rows.some((one) => one.all.includes(guid) || one.all.includes(reportId))).toBe(false);
  });

  test('410 when its time is over', async () => {
    const guid = await share();
    const { reportId } = (await read(guid)).body as PublicReport;
    world.now += 31 * 24 * 60 * 60_000;
    expect(codeOf(await read(guid))).toBe('reports.expired');
    expect((await world.post(null, `/reports/public-report-data/${reportId}`)).status).toBe(410);
    world.now -= 31 * 24 * 60 * 60_000;
  });
});
