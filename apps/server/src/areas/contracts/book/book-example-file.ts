import { Readable } from 'node:stream';
import type { bookExampleKind } from '@depotwerk/api/contracts/book-imports';
import { type BookFieldName, bookFields } from '@depotwerk/domain/book/book-fields';
import { locale } from '@depotwerk/domain/locale';
import type * as z from 'zod/mini';
import type { ExportColumn } from '../../../platform/export/export-column.ts';
import { tableContentTypes, writeTable } from '../../../platform/export/write-table.ts';
import { Reply } from '../../../platform/http/route.ts';
import type { BookExample, ExampleContract, ExampleHolding } from './book-example.view.ts';
import { gdvExample } from './gdv/gdv-example.ts';

type Kind = z.output<typeof bookExampleKind>;

/** Nobody's contract, and a share that is no fund. */
const unknownNumber = 'BEISPIEL-2';
const unknownIsin = 'US0378331005';

/** One line of a table. */
interface Line {
  /** null in a house that can have no contract yet: its new line is a customer alone. */
  readonly bought: { readonly contract: ExampleContract; readonly holding: ExampleHolding } | null;
  /** Who a new contract belongs to. */
  readonly isNew: boolean;
}

/**
 * An example file of one kind: a contract as it is, one with another quantity, one nobody knows; in a table a new one, too,
 * or at least a new customer.
 */
export function exampleFile(kind: Kind, example: BookExample): Reply<never> {
  if (kind === 'csv' || kind === 'xlsx') return tableFile(kind, example);
  const contracts = statementsOf(example);
  if (kind === 'gdv') return file('bestand.gdv', 'text/plain; charset=utf-8', gdvExample(contracts));
  return kind === 'mt535'
    ? file('depotauszug.mt535', 'text/plain; charset=utf-8', contracts.map(mt535Of).join(''))
    : file('depotauszug-semt002.xml', 'application/xml; charset=utf-8', semt002Of(contracts));
}

const file = (fileName: string, contentType: string, text: string) =>
  Reply.file({ fileName: `beispiel-${fileName}`, contentType, body: Readable.from([Buffer.from(text)]) });

/** The contracts of the example: the first as it is, the second with one more share, the last unknown. */
function statementsOf({ contracts, today }: BookExample): ExampleContract[] {
  const [same, other] = contracts;
  const changed = other && {
    ...other,
    holdings: other.holdings.map((holding, place) => ({
      ...holding,
      quantity: place === 0 ? holding.quantity + 1 : holding.quantity,
    })),
  };
  const unknown = {
    number: unknownNumber,
    day: today,
    paidIn: null,
    holdings: [{ isin: unknownIsin, quantity: 1, price: 100 }],
  };
  return [...(same ? [same] : []), ...(changed ? [changed] : []), unknown];
}

function tableFile(kind: 'csv' | 'xlsx', example: BookExample): Reply<never> {
  const lines: Line[] = statementsOf(example).flatMap((contract) =>
    contract.holdings.map((holding) => ({ bought: { contract, holding }, isNew: false })),
  );
  const known = example.contracts[0]?.holdings[0];
  const contract = { number: 'BEISPIEL-1', day: example.today, paidIn: 500 };
  const bought =
    known !== undefined && example.tariffName !== null
      ? { contract: { ...contract, holdings: [known] }, holding: { ...known, quantity: 10 } }
      : null;
  lines.push({ bought, isNew: true });
  const onlyNew =
    (value: string | null) =>
    ({ isNew }: Line) =>
      isNew ? value : null;
  const columns = [
    column('customerKey', 'text', onlyNew('BEISPIEL-1')),
    column('firstName', 'text', onlyNew('Bea')),
    column('lastName', 'text', onlyNew('Beispiel')),
    column('dateOfBirth', 'day', onlyNew('1980-01-31')),
    column(
      'contractNumber',
      'text',
      ofBought(({ contract: { number } }) => number),
    ),
    column('tariffName', 'text', onlyNew(bought && example.tariffName)),
    column('startDate', 'day', onlyNew(bought && '2020-02-01')),
    column(
      'isin',
      'text',
      ofBought(({ holding }) => holding.isin),
    ),
    column(
      'quantity',
      'number',
      ofBought(({ holding }) => rounded(holding.quantity)),
    ),
    column(
      'price',
      'number',
      ofBought(({ holding }) => rounded(holding.price)),
    ),
    column(
      'valuationDate',
      'day',
      ofBought(({ contract: { day } }) => day),
    ),
    column(
      'paidIn',
      'money',
      ofBought(({ contract: { paidIn } }) => paidIn),
    ),
  ];
  const batches = (async function* () {
    yield lines;
  })();
  const body = writeTable({ format: kind, columns, timeZone: locale.timeZone }, 'Bestand', batches);
  return Reply.file({
    fileName: `beispiel-bestand.${kind}`,
    contentType: tableContentTypes[kind],
    body: Readable.from(body, { objectMode: false }),
  });
}

const column = (
  key: BookFieldName,
  kind: ExportColumn<Line>['kind'],
  value: NonNullable<ExportColumn<Line>['value']>,
): ExportColumn<Line> => ({ key, header: bookFields[key].label, kind, value });
const ofBought =
  (value: (bought: NonNullable<Line['bought']>) => string | number | null) =>
  ({ bought }: Line) =>
    bought && value(bought);
const rounded = (value: number) => Number(value.toFixed(6));
const plain = (value: number) => value.toFixed(6).replace(/\.?0+$/, '');
const worth = ({ quantity, price }: ExampleHolding) => (quantity * price).toFixed(2);

/** One message of ISO 15022, with a decimal comma in every number. */
function mt535Of({ number, day, holdings }: ExampleContract): string {
  const swiftDay = day.replaceAll('-', '');
  const swift = (text: string) => (text.includes('.') ? text.replace('.', ',') : `${text},`);
  const positions = holdings.flatMap((holding) => [
    ':16R:FIN',
    `:35B:ISIN ${holding.isin}`,
    `:90B::MRKT//ACTU/EUR${swift(plain(holding.price))}`,
    `:98A::PRIC//${swiftDay}`,
    `:93B::AGGR//UNIT/${swift(plain(holding.quantity))}`,
    `:19A::HOLD//EUR${swift(worth(holding))}`,
    ':16S:FIN',
  ]);
  return [
    '{1:F01BEISDEFFXXXX0000000000}{2:I535BERADEFFXXXXN}{4:',
    ':16R:GENL',
    ':28E:1/ONLY',
    `:20C::SEME//BEISPIEL${swiftDay}`,
    ':23G:NEWM',
    `:98A::STAT//${swiftDay}`,
    ':22F::STTY//CUST',
    `:97A::SAFE//${number}`,
    ':17B::ACTI//Y',
    ':16S:GENL',
    ...positions,
    '-}',
    '',
  ].join('\r\n');
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** One message a contract, as ISO 20022 has it, in one envelope. */
function semt002Of(contracts: readonly ExampleContract[]): string {
  const documents = contracts.map(({ number, day, holdings }) => {
    const rows = holdings.map(
      (holding) => `      <BalForAcct>
        <FinInstrmId><ISIN>${holding.isin}</ISIN></FinInstrmId>
        <AggtBal><ShrtLngInd>LONG</ShrtLngInd><Qty><Qty><Qty><Unit>${plain(holding.quantity)}</Unit></Qty></Qty></Qty></AggtBal>
        <PricDtls><Tp><Cd>MRKT</Cd></Tp><Val><Amt Ccy="EUR">${plain(holding.price)}</Amt></Val><QtnDt><Dt>${day}</Dt></QtnDt></PricDtls>
        <AcctBaseCcyAmts><HldgVal><Amt Ccy="EUR">${worth(holding)}</Amt></HldgVal></AcctBaseCcyAmts>
      </BalForAcct>`,
    );
    return `  <Document xmlns="urn:iso:std:iso:20022:tech:xsd:semt.002.001.11">
    <SctiesBalCtdyRpt>
      <Pgntn><PgNb>1</PgNb><LastPgInd>true</LastPgInd></Pgntn>
      <StmtGnlDtls><StmtDtTm><Dt>${day}</Dt></StmtDtTm></StmtGnlDtls>
      <SfkpgAcct><Id>${escaped(number)}</Id></SfkpgAcct>
${rows.join('\n')}
    </SctiesBalCtdyRpt>
  </Document>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Envelope>\n${documents.join('\n')}\n</Envelope>\n`;
}
