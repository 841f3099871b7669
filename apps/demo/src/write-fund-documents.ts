/** Files key information documents of the demo's funds: samples that say so, as their companies are invented. */
import { createHash } from 'node:crypto';
import { formatDate } from '@depotwerk/domain/date-text';
import { formatPercent } from '@depotwerk/domain/percent';
import type pg from 'pg';
import { CopyTable } from './copy-table.ts';
import type { DemoFund } from './demo-funds.ts';
import type { DemoMarket } from './demo-market.ts';
import { peergroups } from './market-parameters.ts';
import { Random } from './random.ts';
import { type SampleLine, samplePdf } from './sample-pdf.ts';

export const sampleMark = 'Musterdokument der Demo – keine Anlegerinformation';

/** Some funds have none on file, so that what then happens can be seen. */
const shareWithout = 0.04;
const filedPerCopy = 200;

/** Files the documents of one tenant; `filedBy` is the user who did. */
export async function writeFundDocuments(
  client: pg.ClientBase,
  tenantId: string,
  filedBy: string,
  market: DemoMarket,
  anchor: string,
): Promise<void> {
  const table = new CopyTable('documents', [
    'tenant_id',
    'id',
    'fund_id',
    'document_type',
    'title',
    'file_name',
    'media_type',
    'byte_size',
    'content_hash',
    'content',
    'retention_until',
    'created_by',
    'created_at',
  ]);
  const day = `${anchor.slice(0, 4)}-01-02`;
  let waiting = 0;
  for (const fund of market.available) {
    const random = new Random(fund.id, 'keyInformation', tenantId);
    const isGone = fund.status === 'merged' || fund.status === 'liquidated';
    if (isGone || random.chance(shareWithout)) continue;
    const sri = market.figures.funds[fund.id - 1]?.sri ?? null;
    const title = `Basisinformationsblatt ${fund.isin} (Muster)`;
    const content = samplePdf(title, keyInformation(fund, sri, day), sampleMark);
    table.add(
      tenantId,
      random.uuid(),
      fund.id,
      'kiid',
      title,
      `BIB_Muster_${fund.isin}.pdf`,
      'application/pdf',
      content.byteLength,
      `\\x${createHash('sha256').update(content).digest('hex')}`,
      `\\x${content.toString('hex')}`,
      `${Number(anchor.slice(0, 4)) + 10}-12-31`,
      filedBy,
      `${day}T08:00:00Z`,
    );
    waiting += 1;
    if (waiting % filedPerCopy === 0) await table.flush(client);
  }
  await table.flush(client);
}

const heading = (text: string): SampleLine => ({ kind: 'heading', text });
const text = (value: string): SampleLine => ({ kind: 'text', text: value });
const row = (label: string, value: string): SampleLine => ({ kind: 'row', label, value });

/** In the order of the sections of a key information document for packaged products. */
function keyInformation(fund: DemoFund, sri: number | null, day: string): SampleLine[] {
  const group = peergroups[fund.peergroupId - 1]?.name ?? '';
  return [
    { kind: 'title', text: 'Basisinformationsblatt (Muster)' },
    heading('Zweck'),
    text(
      'Dieses Muster zeigt, wo das Basisinformationsblatt eines Fonds steht. Fonds und Fondsgesellschaft sind erfunden, die Angaben stammen aus der Demowelt. Es ist kein Basisinformationsblatt im Sinne der Verordnung (EU) Nr. 1286/2014.',
    ),
    heading('Produkt'),
    row('Name', fund.name.length > 66 ? `${fund.name.slice(0, 65)}.` : fund.name),
    row('ISIN', fund.isin),
    row('Hersteller', `${fund.company} (erfunden)`),
    row('Währung', 'EUR'),
    row('Stand', formatDate(day)),
    heading('Um welche Art von Produkt handelt es sich?'),
    row('Art', fund.isEtf ? 'Börsengehandelter Indexfonds (ETF)' : 'Investmentfonds'),
    row('Anlageschwerpunkt', group),
    row('Erträge', fund.isDistributing ? 'werden ausgeschüttet' : 'werden wieder angelegt'),
    row('Offenlegung', `Artikel ${fund.sfdrArticle} der Verordnung (EU) 2019/2088`),
    heading('Welche Risiken bestehen und was könnte ich im Gegenzug dafür bekommen?'),
    ...(sri === null
      ? [text('Zu diesem Fonds liegt kein Gesamtrisikoindikator vor.')]
      : [
          text(`Gesamtrisikoindikator (SRI): ${sri} von 7`),
          { kind: 'scale', value: sri } satisfies SampleLine,
        ]),
    text(
      'Der Wert kann schwanken; ein Verlust des angelegten Kapitals ist möglich. Performance-Szenarien enthält dieses Muster nicht.',
    ),
    heading('Was geschieht, wenn die Fondsgesellschaft nicht in der Lage ist, die Auszahlung vorzunehmen?'),
    text('Das Fondsvermögen ist Sondervermögen und vom Vermögen der Fondsgesellschaft getrennt.'),
    heading('Welche Kosten entstehen?'),
    row('Einstiegskosten', `höchstens ${formatPercent(fund.entryFee, 2, 2)}`),
    row('Ausstiegskosten', 'keine'),
    row('Laufende Kosten', `${formatPercent(fund.ter, 2, 2)} im Jahr`),
    row('Transaktionskosten', `${formatPercent(fund.isEtf ? 0.0004 : 0.0012, 2, 2)} im Jahr`),
    row('Erfolgsgebühren', 'keine'),
    heading('Wie lange sollte ich die Anlage halten, und kann ich vorzeitig Geld entnehmen?'),
    text('Empfohlene Haltedauer: 5 Jahre. Anteile können an jedem Bewertungstag zurückgegeben werden.'),
    heading('Wie kann ich mich beschweren?'),
    text('Bei Ihrer Beraterin oder Ihrem Berater. Die Fondsgesellschaft dieses Musters gibt es nicht.'),
  ];
}
