import { randomUUID } from 'node:crypto';
import {
  type AnalysisRequest,
  type AnalysisResult,
  type DepotAnalysis,
} from '@depotwerk/api/prospects/depot-analysis';
import { analysisConsentVersion } from '@depotwerk/domain/depot-analysis/consent';
import { checkClassTable, reachOf } from '@depotwerk/domain/questions/class-table';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { AdviceWorld } from '../../../test/advice-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { eraseByNight } from '../../../test/erase-by-night.ts';
import { prospectServices } from '../../../test/prospect-world.ts';
import { readMails } from '../../../test/read-mails.ts';
import { riskAnswers } from '../../../test/risk-answers.ts';
import { contentOf, pdfOf } from '../../../test/statement-pdf.ts';
import type { ProspectServices } from './analysis-services.ts';
import { openAnalysis } from './open-analysis.ts';
import { prospectRoutes } from './routes.ts';

const db = useTestDatabase();
let world: AdviceWorld;
let services: ProspectServices;
let funds: { isin: string; name: string; price: number }[];

beforeAll(async () => {
  world = await AdviceWorld.start(db, 'small', (own) => {
    services = prospectServices(own);
    return prospectRoutes(services);
  });
  ({ rows: funds } = await world.owner.query(
    `select isin, name, price::float8 as price from funds
      where tenant_id = $1 and price > 0 and ongoing_fee is not null and peergroup_id is not null order by id limit 30`,
    [world.tenantId],
  ));
}, 120_000);
afterAll(() => world.stop());
afterEach(() => world.expectNoFailure());

const answers = riskAnswers({ horizon: '2036-06-01', lastPurchase: undefined });
const start = async () => {
  const answer = await world.call<{ guid: string }>(null, 'POST', '/depotanalysis', {
    consentVersion: analysisConsentVersion,
  });
  expect(answer.status).toBe(201);
  return answer.body.guid;
};
const read = (guid: string) => world.call<DepotAnalysis>(null, 'GET', `/depotanalysis/${guid}`);
const put = async (guid: string, body: object, version?: number) =>
  world.call(null, 'PUT', `/depotanalysis/${guid}`, body, {
    'if-match': `"${version ?? (await read(guid)).body.rowVersion}"`,
  });
const holding = (index: number, quantity = 10) => ({
  isin: funds[index]?.isin ?? '',
  name: '',
  quantity,
  value: null,
});
const calculated = async () => {
  const guid = await start();
  const holdings = [
    { ...holding(0), value: 1 },
    holding(1, 20),
    { ...holding(2), quantity: null, value: 5000 },
  ];
  expect((await put(guid, { answers, holdings })).status).toBe(200);
  const result = await world.call<AnalysisResult>(null, 'POST', `/depotanalysis/${guid}/calculate`, {});
  expect(result.body).toMatchObject({ contractScore: {} });
  return { guid, result: result.body };
};

it('is delivered with questions whose tables have no gap', async () => {
  const { questionnaire } = (await read(await start())).body;
  expect(questionnaire.key).toBe('depotAnalysis');
  expect(questionnaire.questions.map(({ id }) => id)).toContain('monthly');
  expect(questionnaire.questions.find(({ id }) => id === 'horizon')?.questionType).toBe('date');
  for (const { key, tables } of questionnaire.scoring?.scales ?? []) {
    // A day counts as years, which have no largest number.
    if (key === 'horizon') continue;
    for (const table of tables)
      expect(checkClassTable(table, reachOf(questionnaire.questions, key))).toEqual([]);
  }
});

it('calls a holding of a file as the fund is called, where the file does not', async () => {
  const guid = await start();
  const known = funds[0]?.isin ?? '';
  const csv = `ISIN;Name;Anteile\n${known};;10\n${funds[1]?.isin};Mein Fonds;3\nUS0378331005;;2`;
  const { body } = await world.call<{ holdings: { isin: string; name: string }[] }>(
    null,
    'POST',
    `/depotanalysis/${guid}/holding-file`,
    { fileName: 'depot.csv', contentBase64: Buffer.from(csv).toString('base64') },
  );
  const { rows } = await world.owner.query<{ name: string }>(
    'select name from funds where tenant_id = $1 and isin = $2',
    [world.tenantId, known],
  );
  expect(rows[0]?.name).toBeTruthy();
  expect(body.holdings.map(({ name }) => name)).toEqual([rows[0]?.name, 'Mein Fonds', '']);
});

it('goes from consent to a result that adds up, as PDF, and to a request the house sees', async () => {
  const { guid, result } = await calculated();
  const values = [0, 1].map((index) => (funds[index]?.price ?? 0) * (index + 1) * 10);
  expect(result.totalValue).toBeCloseTo((values[0] ?? 0) + (values[1] ?? 0) + 5000, 1);
  expect(result.positions).toHaveLength(3);
  // Units at the price count; what was stated otherwise is said.
  const stated = result.positions.filter(({ statedValue }) => statedValue !== null);
  expect(stated).toMatchObject([{ isin: funds[0]?.isin, statedValue: 1 }]);
  const costs = result.positions.reduce((sum, one) => sum + (one.value ?? 0) * (one.ongoingFee ?? 0), 0);
  expect(result.yearlyCosts).toBeCloseTo(costs, 1);
  expect(result.costKnownShare).toBe(1);
  expect(result.riskAssessment.riskClassId).toBeGreaterThan(0);
  const shares = Object.values(result.chartData).flatMap((points) => points.map(({ y }) => y));
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 9);
  expect(JSON.stringify(result.optimizationHints)).not.toMatch(/[A-Z]{2}[A-Z0-9]{9}\d/);

  const paper = await world.file(null, 'POST', `/depotanalysis/${guid}/report`, {});
  expect(paper.bytes.subarray(0, 4).toString()).toBe('%PDF');
  const contact = {
    firstName: 'Ida',
    lastName: 'Interessent',
    email: 'ida@post.example',
    phoneNumber: '',
    message: '',
  };
  const wrong = await world.call(null, 'POST', `/depotanalysis/${guid}/submit`, { ...contact, email: 'ida' });
  expect(wrong.body).toMatchObject({ validation: [{ path: 'email', code: 'mailAddress' }] });
  expect((await world.call(null, 'POST', `/depotanalysis/${guid}/submit`, contact)).status).toBe(204);
  const again = await world.call(null, 'POST', `/depotanalysis/${guid}/submit`, contact);
  expect(again.body).toMatchObject({ code: 'depotanalysis.submitted' });
  expect((await put(guid, { answers, holdings: [] })).body).toMatchObject({
    code: 'depotanalysis.submitted',
  });

  const adviser = await world.caller({ permissions: ['customers.create'] });
  const { body: list } = await world.call<AnalysisRequest[]>(adviser, 'GET', '/prospects');
  expect(list).toMatchObject([{ contact, score: result.contractScore.value, totalValue: result.totalValue }]);
  const detail = await world.call(adviser, 'GET', `/prospects/${list[0]?.id}`);
  expect(detail.body).toMatchObject({ result: { totalValue: result.totalValue } });
  const mails = await readMails(world, { services }, { tenantId: world.tenantId, userId: null });
  expect(mails.map(({ body }) => body.split('/goto/')[1])).toEqual([`prospect/${list[0]?.id}`]);
  const foreign = await world.caller({ tenant: 'nord.example' });
  expect((await world.call(foreign, 'GET', '/prospects')).body).toEqual([]);
  expect((await world.call(foreign, 'GET', `/prospects/${list[0]?.id}`)).status).toBe(404);
});

it('stores what is typed, refuses an old version, and forgets the result of other answers', async () => {
  const { guid } = await calculated();
  const { rowVersion } = (await read(guid)).body;
  expect((await put(guid, { answers: [], holdings: [] })).status).toBe(200);
  expect((await read(guid)).body).toMatchObject({ state: 'open', result: null, answers: [], holdings: [] });
  expect((await put(guid, { answers: [], holdings: [] }, rowVersion)).status).toBe(412);
  const code = async (body: object) => (await put(guid, body)).body['code'];
  expect(await code({ answers: [{ questionId: 'fremd', value: 1 }], holdings: [] })).toBe(
    'questionnaire.unknownQuestion',
  );
  expect(await code({ answers, holdings: [{ ...holding(0), isin: 'DE0000000000' }] })).toBe(
    'common.validationFailed',
  );
  expect(await code({ answers, holdings: [{ ...holding(0), quantity: null }] })).toBe(
    'common.validationFailed',
  );
  const calculate = async () =>
    (await world.call(null, 'POST', `/depotanalysis/${guid}/calculate`, {})).body['code'];
  expect(await calculate()).toBe('depotanalysis.withoutHoldings');
  await put(guid, { answers: [], holdings: [holding(0)] });
  expect(await calculate()).toBe('common.validationFailed');
});

it('says what it does not know: a security nobody has counts by its value, without risk data or costs', async () => {
  const guid = await start();
  const unknown = { isin: 'DE0007164600', name: 'Aktie', quantity: 5, value: 900 };
  await put(guid, { answers, holdings: [unknown, { ...unknown, isin: 'US0378331005', value: null }] });
  const { body } = await world.call<AnalysisResult>(null, 'POST', `/depotanalysis/${guid}/calculate`, {});
  expect(body).toMatchObject({
    totalValue: 900,
    yearlyCosts: null,
    costShare: null,
    riskAssessment: { riskValue: null, status: 'unknown' },
  });
  expect(body.positions.map(({ value }) => value)).toEqual([900, null]);
});

it('answers unknown, foreign, deleted and expired guids alike, and ends with its time', async () => {
  const guid = await start();
  const shown = async (path: string) => {
    const { status, body } = await world.call(null, 'GET', path);
    return { status, code: body['code'], title: body['title'], detail: body['detail'] };
  };
  const missing = await shown(`/depotanalysis/${randomUUID()}`);
  expect(missing.status).toBe(404);
  const other = await start();
  await world.owner.query(
    `update depot_analyses set tenant_id = (select tenant_id from tenants where tenant_key = 'nord.example'),
       questionnaire_id = (select q.id from questionnaires q join tenants t using (tenant_id)
         where t.tenant_key = 'nord.example' and q.questionnaire_key = 'depotAnalysis')
     where guid_hash = sha256(convert_to($1, 'UTF8'))`,
    [other],
  );
  expect(await shown(`/depotanalysis/${other}`)).toEqual(missing);
  const deleted = await start();
  expect((await world.call(null, 'DELETE', `/depotanalysis/${deleted}`)).status).toBe(204);
  expect(await shown(`/depotanalysis/${deleted}`)).toEqual(missing);
  world.later = 31 * 86_400_000;
  expect(await shown(`/depotanalysis/${guid}`)).toEqual(missing);
  world.later = 0;
});

it('refuses ten thousand guesses without looking at them, and a house that takes nobody', async () => {
  const guid = await start();
  const context = { host: 'demo.example', clientAddress: '203.0.113.9' };
  const codes = new Map<string, number>();
  for (let guess = 0; guess < 10_000; guess += 1) {
    const code = await openAnalysis(services, context, randomUUID()).then(
      () => 'opened',
      (error: { code: string }) => error.code,
    );
    codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  expect([...codes.keys()].toSorted()).toEqual(['common.notFound', 'common.tooManyRequests']);
  expect(codes.get('common.notFound')).toBe(60);
  const elsewhere = await openAnalysis(services, { ...context, clientAddress: '198.51.100.1' }, guid);
  expect(elsewhere.analysis.state).toBe('open');
  await expect(openAnalysis(services, { ...context, host: 'nord.example' }, guid)).rejects.toMatchObject({
    code: 'auth.registrationClosed',
  });
});

it('begins only under the newest text of the consent, and not without end', async () => {
  const old = await world.call(null, 'POST', '/depotanalysis', { consentVersion: '2020-01' });
  expect(old.body).toMatchObject({ code: 'depotanalysis.consentOutdated' });
  let last = 0;
  for (let count = 0; count < 70 && last !== 429; count += 1)
    last = (await world.call(null, 'POST', '/depotanalysis', { consentVersion: analysisConsentVersion }))
      .status;
  expect(last).toBe(429);
  await world.owner.query('delete from login_throttles');
});

it('reads sixty files an hour for one network', async () => {
  const guid = await start();
  const file = { fileName: 'bestand.csv', contentBase64: Buffer.from('ISIN;Wert\n').toString('base64') };
  const statuses: number[] = [];
  for (let count = 0; count < 61; count += 1)
    statuses.push((await world.call(null, 'POST', `/depotanalysis/${guid}/holding-file`, file)).status);
  expect(statuses.indexOf(429)).toBe(60);
  await world.owner.query('delete from login_throttles');
});

it('reads a statement as PDF: proves what adds up, asks about the rest, refuses what it cannot read in words', async () => {
  const guid = await start();
  const upload = (bytes: Buffer, fileName = 'auszug.pdf') =>
    world.call(null, 'POST', `/depotanalysis/${guid}/holding-file`, {
      fileName,
      contentBase64: bytes.toString('base64'),
    });
  const row = (y: number, ...texts: string[]) =>
    texts.map((text, index) => ({ x: [40, 200, 300, 400][index] ?? 0, y, text }));
  const heading = row(80, 'ISIN', 'Stück', 'Kurs EUR', 'Kurswert EUR');
  const rows = [
    ...row(100, funds[0]?.isin ?? '', '10,5', '100,00', '1.050,00'),
    ...row(115, funds[1]?.isin ?? '', '3', '20,00', '61,00'),
  ];
  const total = [...row(140, 'Summe'), { x: 400, y: 140, text: '1.110,00' }];
  const asked = await upload(pdfOf([contentOf([...heading, ...rows, ...total])]));
  expect(asked.body).toMatchObject({
    holdings: [{ isin: funds[0]?.isin, quantity: 10.5, value: 1050 }],
    asked: [{ isin: funds[1]?.isin, quantity: 3, value: 61, page: 1 }],
    statement: { total: 1110, isProved: false },
  });
  const proved = await upload(
    pdfOf([contentOf([...heading, ...rows, ...total]).replace('(61,00)', '(60,00)')]),
  );
  expect(proved.body).toMatchObject({ asked: [], statement: { isProved: true } });
  const scan = await upload(pdfOf(['0.5 g 10 10 500 700 re f\n']));
  expect(scan).toMatchObject({ status: 400, body: { code: 'import.wrongFormat' } });
  expect(JSON.stringify(scan.body)).toContain('keinen lesbaren Text');
  await world.owner.query('delete from login_throttles');
});

it('the retention job erases what is over', async () => {
  const guid = await start();
  const over = await world.owner.query(
    `update depot_analyses set expires_at = now() - interval '1 minute' where tenant_id = $1`,
    [world.tenantId],
  );
  await eraseByNight(db, world.tenantId);
  const left = await world.owner.query('select from depot_analyses where tenant_id = $1', [world.tenantId]);
  expect(left.rows).toHaveLength(0);
  expect((await read(guid)).status).toBe(404);
  // One entry tells how many went, and a night in which nothing is over leaves none.
  await eraseByNight(db, world.tenantId);
  const told = await world.owner.query(
    `select details from audit_entries where tenant_id = $1 and action = 'retention.forget'`,
    [world.tenantId],
  );
  expect(told.rows).toEqual([{ details: { analyses: over.rowCount } }]);
});

it("begins for a customer with the funds of her contracts and her answers, and with nobody else's", async () => {
  const { rows } = await world.owner.query<{ customer_id: string; ids: string[] }>(
    `select c.customer_id, array_agg(c.id order by c.id) as ids from contracts c
       join portfolios p on p.tenant_id = c.tenant_id and p.contract_id = c.id and p.is_current
      where c.tenant_id = $1 and c.deleted_at is null group by c.customer_id order by count(*) desc, 1 limit 2`,
    [world.tenantId],
  );
  const [own, foreign] = rows;
  if (!own || !foreign) throw new Error('the world has too few customers');
  await world.owner.query(
    `insert into own_answers (tenant_id, customer_id, questionnaire_id, answers, submitted_by, submitted_at)
      select $1, $2, q.id, $3::jsonb, (select id from users where tenant_id = $1 order by id limit 1), now() from questionnaires q
       where q.tenant_id = $1 and q.questionnaire_key = 'riskProfile' order by q.version limit 1`,
    [world.tenantId, own.customer_id, JSON.stringify(riskAnswers())],
  );
  const client = await world.caller({ ownCustomerId: own.customer_id });
  const begin = (contractIds: string[], token = client, consentVersion = analysisConsentVersion) =>
    world.call<{ guid: string }>(token, 'POST', '/my/depot-analysis', { consentVersion, contractIds });
  expect((await begin([own.ids[0] ?? '', foreign.ids[0] ?? ''])).status).toBe(404);
  expect((await begin(own.ids, await world.caller())).status).toBe(403);
  expect((await begin(own.ids, client, 'old')).status).toBe(409);
  const change = `update funds set currency = $2 where tenant_id = $1 and id = (select min(e.fund_id) from portfolio_entries e
    join portfolios p on p.id = e.portfolio_id and p.is_current where p.contract_id = $3 and e.quantity > 0)`;
  const price = (currency: string) => world.owner.query(change, [world.tenantId, currency, own.ids[0]]);
  await price('USD');
  const started = await begin(own.ids);
  expect(started.status).toBe(201);
  const { body } = await read(started.body.guid);
  type Held = Omit<DepotAnalysis['holdings'][number], 'name'>;
  const { rows: held } = await world.owner.query<Held>(
    `select f.isin, sum(e.quantity)::float8 as quantity, case when f.currency <> 'EUR' then sum(e.value)::float8 end as value from portfolios p
       join portfolio_entries e on e.tenant_id = p.tenant_id and e.portfolio_id = p.id and e.quantity > 0
       join funds f on f.tenant_id = e.tenant_id and f.id = e.fund_id
      where p.contract_id = any ($1::uuid[]) and p.is_current group by f.isin, f.currency`,
    [own.ids],
  );
  const plain = ({ isin, quantity, value }: Held) => `${isin} ${quantity} ${value}`;
  expect(body.holdings.map(plain).toSorted()).toEqual(held.map(plain).toSorted());
  expect(held.filter(({ value }) => value !== null)).toHaveLength(1);
  await price('EUR');
  expect(body.answers.length).toBeGreaterThan(5);
  expect(body).toMatchObject({ state: 'open', invited: null });
  // What is asked of her as a visitor is stored and counted like a visitor's.
  expect((await put(started.body.guid, { answers, holdings: body.holdings })).status).toBe(200);
  const path = `/depotanalysis/${started.body.guid}/calculate`;
  const result = await world.call<AnalysisResult>(null, 'POST', path, {});
  expect(result.body.totalValue).toBeGreaterThan(0);
});
