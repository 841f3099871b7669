import { randomUUID } from 'node:crypto';
import type { PublicLink } from '@depotwerk/api/reports/public-links';
import type { PublicReport } from '@depotwerk/api/reports/reports';
import { describe, expect, test } from 'vitest';
import { type Answer, north, tenantA } from '../../../test/contract-world.ts';
import { codeOf, textOf, useDocumentWorld } from '../../../test/document-world.ts';
import { wholePdf, wholePng } from '../../../test/whole-files.ts';

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

  const fileDocument = (fundId: number, body: object, caller = world.adviser) =>
    world.post(caller, `/funds/${fundId}/documents`, {
      documentType: 'kiid',
      title: 'BIB 2026',
      fileName: 'bib.pdf',
      contentBase64: wholePdf('bib').toString('base64'),
      ...body,
    });
  const changes = async () => {
    const { rows } = await world.owner.query<{ n: number }>('select count(*)::int as n from advice_changes');
    return rows[0]?.n ?? 0;
  };

  test('key information only where it is on file; the newest is delivered', async () => {
    expect(codeOf(await world.server.get(world.adviser, '/funds/1/report/kiid'))).toBe('reports.kiidMissing');
    expect((await world.server.get(world.adviser, '/funds/99/report/kiid')).status).toBe(404);
    expect((await world.server.get(world.adviser, '/funds/1/documents')).body).toEqual([]);
    const before = await changes();
    const filed = await fileDocument(1, {});
    expect(filed.status).toBe(200);
    expect(filed.body).toMatchObject({
      documentType: 'kiid',
      title: 'BIB 2026',
      byteSize: wholePdf('bib').length,
    });
    // what processes know of funds is old now: plans read whether there is key information
    expect(await changes()).toBe(before + 1);
    const stored = await world.server.get(world.adviser, '/funds/1/report/kiid');
    expect(stored.text).toBe(wholePdf('bib').toString());
    expect(stored.headers['content-disposition']).toContain('bib.pdf');
    world.now += 1000;
    const newer = await fileDocument(1, {
      fileName: 'neu.pdf',
      contentBase64: wholePdf('neu').toString('base64'),
    });
    expect((await world.server.get(world.adviser, '/funds/1/report/kiid')).text).toBe(
      wholePdf('neu').toString(),
    );
    expect((await world.server.get(world.adviser, '/funds/1/documents')).body).toEqual([newer.body]);
    expect(codeOf(await world.server.get(world.adviser, '/funds/2/report/kiid'))).toBe('reports.kiidMissing');
  });

  test('a fact sheet is made from our data until one is filed', async () => {
    const made = await world.server.get(world.adviser, '/funds/2/report/factsheet');
    expect(made.status).toBe(200);
    const text = await textOf(made.bytes);
    expect(text).toContain('Stetig Renten');
    expect(text).toContain('Kein Dokument der Fondsgesellschaft');
    expect((await world.server.get(world.adviser, '/funds/2/documents')).body).toEqual([]);
    const again = await world.server.get(world.adviser, '/funds/2/report/factsheet');
    expect(again.headers['x-document-id']).toBe(made.headers['x-document-id']);
    const before = await changes();
    await fileDocument(2, { documentType: 'factsheet' });
    expect(await changes()).toBe(before);
    expect((await world.server.get(world.adviser, '/funds/2/report/factsheet')).text).toBe(
      wholePdf('bib').toString(),
    );
  });

  test('filing needs the right, a PDF and a fund; the same key files once', async () => {
    const reader = await world.server.caller({ permissions: ['funds.view'] });
    expect((await fileDocument(1, {}, reader)).status).toBe(403);
    expect((await world.server.get(reader, '/funds/1/documents')).status).toBe(200);
    const picture = wholePng(2, 2).toString('base64');
    expect(codeOf(await fileDocument(1, { fileName: 'bib.png', contentBase64: picture }))).toBe(
      'documents.notPdf',
    );
    const half = wholePdf().subarray(0, 200).toString('base64');
    expect((await fileDocument(1, { contentBase64: half })).body).toMatchObject({
      message: 'Die PDF-Datei ist unvollständig oder beschädigt.',
    });
    expect((await fileDocument(99, {})).status).toBe(404);
    expect((await fileDocument(1, { documentType: 'fundProfile' })).status).toBe(400);
    expect((await fileDocument(1, { contentBase64: '<pdf>' })).status).toBe(400);
    const large = Buffer.alloc(10 * 1024 * 1024 + 1, '%PDF-').toString('base64');
    expect(codeOf(await fileDocument(1, { contentBase64: large }))).toBe('common.payloadTooLarge');
    const key = randomUUID();
    const body = {
      documentType: 'kiid',
      title: 'Zweimal',
      fileName: 'z.pdf',
      contentBase64: wholePdf().toString('base64'),
    };
    const first = await world.post(world.adviser, '/funds/1/documents', body, key);
    const second = await world.post(world.adviser, '/funds/1/documents', body, key);
    expect(second.body).toEqual(first.body);
    const { rows } = await world.owner.query("select id from documents where title = 'Zweimal'");
    expect(rows).toHaveLength(1);
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

  test('a comparison is of different funds', async () => {
    for (const fundIds of [
      [1, 1],
      [1, 2, 1],
    ]) {
      const answer = await world.post(world.adviser, '/reports/public-reports', {
        reportType: 'fundComparisonPublic',
        fundIds,
      });
      expect([fundIds, answer.status]).toEqual([fundIds, 400]);
    }
  });

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

  test('funds are compared from the first day on which all of them have a price', async () => {
    // The second fund has no price before the third day, and none on every other day.
    const days = Array.from({ length: 9 }, (_, day) => `2026-03-0${day + 1}`);
    for (const [fundId, first, step] of [
      [1, 0, 1],
      [2, 2, 2],
    ] as const) {
      await world.owner.query('delete from fund_prices where tenant_id = $1 and fund_id = $2', [
        tenantA,
        fundId,
      ]);
      for (let day = first; day < days.length; day += step)
        await world.owner.query(
          'insert into fund_prices (tenant_id, fund_id, price_date, price) values ($1, $2, $3, $4)',
          [tenantA, fundId, days[day], 100 * fundId + 10 * day],
        );
    }
    const { sections } = (await read(await share())).body as PublicReport;
    const chart = sections.find(({ kind }) => kind === 'chart')?.chartData;
    const x = ['2026-03-03', '2026-03-05', '2026-03-07', '2026-03-09'];
    expect(chart).toEqual({
      fund1: [100, 116.67, 133.33, 150].map((y, index) => ({ x: x[index], y })),
      fund2: [100, 109.09, 118.18, 127.27].map((y, index) => ({ x: x[index], y })),
    });
  });

  test('neither secret opens what the other opens, nor does another type', async () => {
    const guid = await share();
    const { reportId } = (await read(guid)).body as PublicReport;
    expect(codeOf(await read(guid, 'costExamplePublic'))).toBe('reports.notFound');
    expect(codeOf(await read(randomUUID()))).toBe('reports.notFound');
    expect(reportId).not.toContain(guid.slice(0, 8));
    const { rows } = await world.owner.query<{ all: string }>(
      'select p::text as all from public_reports p union all select k::text from idempotency_keys k',
    );
    expect(rows.some((one) => one.all.includes(guid) || one.all.includes(reportId))).toBe(false);
  });

  test('10,000 guesses find nothing: one answer for all, no failure', async () => {
    const guid = await share();
    const withoutIds = (text: string) => text.replaceAll(/"(requestId|traceId)":"[^"]*"/g, '');
    const answers = new Map<string, number>();
    for (let round = 0; round < 200; round += 1) {
      const guesses = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          // Every other guess is the guid itself with its last part changed.
          read(index % 2 ? randomUUID() : guid.slice(0, -12) + randomUUID().slice(-12)),
        ),
      );
      for (const { status, text } of guesses) {
        const answer = `${status} ${withoutIds(text)}`;
        answers.set(answer, (answers.get(answer) ?? 0) + 1);
      }
    }
    const [only, ...others] = answers;
    expect(others).toEqual([]);
    expect(only?.[0]).toMatch(/^404 .*reports\.notFound/);
    expect(only?.[1]).toBe(10_000);
    expect((await read(guid)).status).toBe(200);
  }, 120_000);

  test('410 when its time is over', async () => {
    const guid = await share();
    const { reportId } = (await read(guid)).body as PublicReport;
    world.now += 31 * 24 * 60 * 60_000;
    expect(codeOf(await read(guid))).toBe('reports.expired');
    expect((await world.post(null, `/reports/public-report-data/${reportId}`)).status).toBe(410);
    world.now -= 31 * 24 * 60 * 60_000;
  });

  test('no cost example of a fund nobody knows the costs of', async () => {
    await world.owner.query('update funds set ongoing_fee = null where id = 2');
    const body = { reportType: 'costExamplePublic', fundId: 2, amount: 1000, years: 10 };
    const answer = await world.post(world.adviser, '/reports/public-reports', body);
    expect(answer.status).toBe(409);
    expect(codeOf(answer)).toBe('reports.ongoingFeeMissing');
  });

  const limited = async (limits: object) => {
    // The newest link is the first of the list.
    world.now += 1000;
    const answer = await world.post(world.adviser, '/reports/public-reports', {
      reportType: 'costExamplePublic',
      fundId: 1,
      amount: 1000,
      years: 10,
      ...limits,
    });
    return answer.body as { guid: string; expiresAt: string };
  };
  const example = (guid: string) => read(guid, 'costExamplePublic');
  const links = async (query = '?fundId=1', token = world.adviser) =>
    (await world.server.get(token, `/reports/public-reports${query}`)).body as PublicLink[];

  test('opens as often and as long as its maker said, also for many at once', async () => {
    const { guid, expiresAt } = await limited({ maxUses: 3, validDays: 7 });
    expect(Date.parse(expiresAt) - world.now).toBe(7 * 24 * 60 * 60_000);
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => example(guid)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 200, 200, 410, 410, 410,
    ]);
    const [link] = await links();
    expect(link).toMatchObject({ reportType: 'costExamplePublic', maxUses: 3, useCount: 3, revokedAt: null });
    // Who opened it before keeps the way to the paper.
    const open = answers.find(({ status }) => status === 200);
    const reportId = (open?.body as PublicReport | undefined)?.reportId;
    expect((await world.post(null, `/reports/public-report-data/${reportId}`)).status).toBe(200);
    for (const limits of [{ maxUses: 0 }, { validDays: 366 }, { validDays: 0 }, { maxUses: 1.5 }])
      expect(codeOf({ body: await limited(limits) } as Answer)).toBe('common.validationFailed');
  });

  test('an opening asked for again is the same use for five minutes, whatever is left; of two people at the last one wins', async () => {
    const { guid } = await limited({ maxUses: 2 });
    const open = async (opening: string | null) => {
      const query = `reportType=costExamplePublic&guid=${guid}${opening === null ? '' : `&opening=${opening}`}`;
      return (await world.server.get(null, `/reports/public-report-data?${query}`)).status;
    };
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
    const uses = async () => (await links())[0]?.useCount;
    expect(await Promise.all([open(first), open(first), open(first.toUpperCase())])).toEqual([200, 200, 200]);
    expect(await uses()).toBe(1);
    const both = await Promise.all([open(second), open(third)]);
    expect(both.toSorted((a, b) => a - b)).toEqual([200, 410]);
    const [winner, loser] = both[0] === 200 ? [second, third] : [third, second];
    expect([await open(winner), await open(loser), await open(null)]).toEqual([200, 410, 410]);
    expect(await uses()).toBe(2);
    world.now += 4 * 60_000;
    expect(await open(winner)).toBe(200);
    // The second try did not make it longer.
    world.now += 60_000;
    expect(await open(winner)).toBe(410);
    expect(await uses()).toBe(2);
    expect(await open('x')).toBe(400);
  });

  test('taken back, it opens nothing any more, data or paper; of funds alone only its maker sees it and takes it back', async () => {
    const { guid } = await limited({});
    const { reportId } = (await example(guid)).body as PublicReport;
    const [link] = await links();
    const other = await world.server.caller();
    expect((await links('', other)).map(({ id }) => id)).not.toContain(link?.id);
    expect((await world.post(other, `/reports/public-reports/${link?.id}/revoke`)).status).toBe(404);
    const revoked = await world.post(world.adviser, `/reports/public-reports/${link?.id}/revoke`);
    expect((revoked.body as PublicLink).revokedAt).not.toBeNull();
    expect((await world.post(world.adviser, `/reports/public-reports/${link?.id}/revoke`)).body).toEqual(
      revoked.body,
    );
    expect(codeOf(await example(guid))).toBe('reports.expired');
    expect((await world.post(null, `/reports/public-report-data/${reportId}`)).status).toBe(410);
    const { rows } = await world.owner.query(
      `select 1 from audit_entries where action = 'reports.revokeShare' and object_id = $1`,
      [link?.id],
    );
    expect(rows).toHaveLength(1);
  });

  test('the confirmation of a completed invitation names nobody, and is listed with it', async () => {
    const { rows } = await world.owner.query<{ id: string }>(
      `insert into preregistrations (tenant_id, guid_hash, first_name, last_name, email, invited_by, group_id, status, expires_at,
         submitted_at, consent_version, terms_version)
       values ($1, sha256('a'), 'Ilse', 'Eingeladen', 'ilse@post.example', $2, $3, 'submitted', now(), '2026-11-01T10:00:00Z',
         '2026-01', '2026-02') returning id`,
      [tenantA, world.adviser, north],
    );
    const invitationId = rows[0]?.id ?? '';
    const share = (token: string) =>
      world.post(token, '/reports/public-reports', {
        reportType: 'preregistrationConfirmation',
        invitationId,
      });
    const { guid } = (await share(world.adviser)).body as { guid: string };
    const report = await read(guid, 'preregistrationConfirmation');
    expect(report.text).toContain('01.11.2026');
    expect(report.text).not.toMatch(/Ilse|Eingeladen|post\.example/);
    expect((await links(`?invitationId=${invitationId}`)).map(({ title }) => title)).toEqual([
      'Bestätigung der Vorregistrierung',
    ]);
    const other = await world.server.caller({ memberships: [] });
    expect((await share(other)).status).toBe(404);
    await world.owner.query('delete from preregistrations where id = $1', [invitationId]);
    expect(codeOf(await read(guid, 'preregistrationConfirmation'))).toBe('reports.notFound');
  });
});
