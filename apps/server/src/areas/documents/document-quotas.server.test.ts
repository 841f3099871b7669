import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, tenantA } from '../../../test/contract-world.ts';
import { useDocumentWorld } from '../../../test/document-world.ts';
import { wholePdf } from '../../../test/whole-files.ts';
import { defaultQuotas, type QuotaName } from '../../platform/quotas.ts';

const world = useDocumentWorld();
/** Two megabytes, so that bytes are counted in a few files. */
const content = wholePdf('', 2 * 1024 * 1024);
let other: string;

beforeAll(async () => {
  other = await world.server.caller();
});
afterEach(() => Object.assign(world.quotas, defaultQuotas));

const upload = (token: string, contractId = world.contractId) =>
  world.post(token, `/documents?contractId=${contractId}`, {
    documentType: 'other',
    title: 'Beleg',
    fileName: 'beleg.pdf',
    contentBase64: content.toString('base64'),
  });
const refusalOf = ({ status, body }: Answer) => {
  const { code, message, messageKey } = body as Record<'code' | 'message' | 'messageKey', string>;
  expect([status, code, messageKey]).toEqual([409, 'common.quotaExceeded', 'errors.withReason']);
  return message;
};
const countDocuments = async () => {
  const { rows } = await world.owner.query<{ n: number }>('select count(*)::int as n from documents');
  return rows[0]?.n ?? 0;
};

describe('documents', () => {
  it.each<[QuotaName, number, RegExp]>([
    ['documentsPerCustomer', 1, /Für diesen Kunden sind bereits 1 Dokumente/],
    ['documentMegabytesPerCustomer', 3, /Dokumente dieses Kunden würden mehr als 3 MB/],
  ])(
    'of one customer end at %s, uploads and reports alike; another customer has his own',
    async (name, limit, words) => {
      const { rows } = await world.owner.query<{ id: string }>(
        `insert into customers (tenant_id, first_name, last_name) values ($1, 'Neu', $2) returning id`,
        [tenantA, name],
      );
      const customerId = rows[0]?.id;
      const file = () =>
        world.post(world.adviser, `/documents?customerId=${customerId}`, {
          documentType: 'other',
          title: 'Beleg',
          fileName: 'beleg.pdf',
          contentBase64: content.toString('base64'),
        });
      Object.assign(world.quotas, { [name]: limit });
      expect((await file()).status).toBe(200);
      expect(refusalOf(await file())).toMatch(words);
      expect((await upload(world.adviser, world.otherContractId)).status).toBe(
        name === 'documentsPerCustomer' ? 200 : 409,
      );
    },
  );

  it.each<[QuotaName, number]>([
    ['documentsPerUserAndDay', 1],
    ['documentMegabytesPerUserAndDay', 3],
  ])('of one user end at %s, until the day is over; a colleague goes on', async (name, limit) => {
    const eager = await world.server.caller();
    Object.assign(world.quotas, { [name]: limit });
    expect((await upload(eager)).status).toBe(200);
    const before = await countDocuments();
    expect(refusalOf(await upload(eager))).toMatch(/24 Stunden/);
    expect(await countDocuments()).toBe(before);
    expect((await upload(await world.server.caller())).status).toBe(200);
    world.now += 25 * 60 * 60_000;
    expect((await upload(eager)).status).toBe(200);
    world.now -= 25 * 60 * 60_000;
  });

  it('made as reports are counted like uploads', async () => {
    const eager = await world.server.caller();
    Object.assign(world.quotas, { documentsPerUserAndDay: 1 });
    const report = () => world.post(eager, `/contracts/${world.contractId}/report-data/depotOverview`);
    expect((await report()).status).toBe(200);
    const before = await countDocuments();
    for (const answer of [await report(), await world.server.get(eager, '/funds/1/report/fundProfile')]) {
      expect(refusalOf(answer)).toMatch(/24 Stunden/);
    }
    expect(await countDocuments()).toBe(before);
  });

  it.each<[QuotaName, number]>([
    ['documentsPerTenant', 2],
    ['documentMegabytesPerTenant', 2],
  ])('of the house end at %s', async (name, limit) => {
    expect((await upload(other)).status).toBe(200);
    Object.assign(world.quotas, { [name]: limit });
    expect(refusalOf(await upload(other))).toMatch(/des Hauses|Im Haus/);
    const fund = await world.post(other, '/funds/1/documents', {
      documentType: 'kiid',
      title: 'BIB',
      fileName: 'bib.pdf',
      contentBase64: content.toString('base64'),
    });
    refusalOf(fund);
  });

  it('shared openly end at the number of one user', async () => {
    Object.assign(world.quotas, { publicReportsPerUser: 1 });
    const share = () =>
      world.post(other, '/reports/public-reports', { reportType: 'fundComparisonPublic', fundIds: [1, 2] });
    expect((await share()).status).toBe(200);
    expect(refusalOf(await share())).toMatch(/bereits 1 öffentliche Berichte/);
    world.now += 31 * 24 * 60 * 60_000;
    expect((await share()).status).toBe(200);
  });
});
