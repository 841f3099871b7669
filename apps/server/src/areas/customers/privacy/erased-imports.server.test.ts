import { expect, it } from 'vitest';
import { head, line, useBookWorld } from '../../../../test/book-world.ts';
import { tenantA } from '../../../../test/contract-world.ts';
import { ShortYears } from '../../../platform/table-files/import-day.ts';
import { undoBook } from '../../contracts/book/advance-book.ts';
import { eraseContractRows, eraseCustomerRows } from './erase-rows.ts';

const { context, rows, run, services, test } = useBookWorld();

const inTheWay = (id: string) =>
  rows<{ fault: string | null; builtOn: unknown }>(
    'select fault, built_on as "builtOn" from book_imports where id = $1',
    id,
  );
/** An import that somebody tried to take back, in vain; `name` is the last name of its customer. */
async function keptImport(key: string, name: string) {
  const { id } = await run([head, line(key, name, key, 'IE00B4L5Y983', '5')].join('\n'));
  await test.owner.query(`update contracts set row_version = row_version + 1 where external_key = $1`, [key]);
  await test.owner.query(
    `insert into trader_depots (tenant_id, issuer_id, external_key, customer_id)
     select $1, 1, $2, id from customers where external_key = $2`,
    [tenantA, key],
  );
  const labels = await undoBook(services(), context, id, { kind: 'system' });
  expect(labels).toEqual([`Anna ${name} (Bankdepot)`, `${key} (geändert oder geprüft)`]);
  await test.owner.query('update book_imports set fault = $2 where id = $1', [id, labels.join(', ')]);
  return id;
}
const ids = (key: string) =>
  rows<{ customer: string; contract: string }>(
    `select u.id as customer, c.id as contract from contracts c join customers u on u.id = c.customer_id where c.external_key = $1`,
    key,
  );

it('forgets with a customer, and with a contract, what imports said of them', async () => {
  const ofCustomer = await keptImport('E-1', 'Erloschen');
  const ofContract = await keptImport('E-2', 'Bleibt');
  const other = await keptImport('E-3', 'Andere');
  const shown = (id: string) =>
    rows<{ said: string }>('select columns::text || notes::text as said from book_imports where id = $1', id);
  expect(await shown(ofCustomer)).toMatchObject([{ said: expect.stringContaining('Erloschen') }]);
  // A note may repeat a day of birth; what else is said of the file stays.
  const years = new ShortYears();
  years.see('Geburtsdatum', 2, '03.04.85', '1985-04-03');
  const notes = [...years.notes, 'Zeile 6 ist eine Summe und wird nicht übernommen.'];
  await test.owner.query('update book_imports set notes = $2 where id = $1', [
    ofCustomer,
    JSON.stringify(notes),
  ]);
  const [gone] = await ids('E-1');
  const [ended] = await ids('E-2');
  if (!gone || !ended) throw new Error('nothing was imported');
  await test.database.transaction(context, (transaction) => eraseCustomerRows(transaction, gone.customer));
  await test.database.transaction(context, (transaction) => eraseContractRows(transaction, ended.contract));
  expect(await inTheWay(ofCustomer)).toEqual([{ fault: null, builtOn: null }]);
  // Nor do they show her name among the samples of their columns; what the columns are called stays.
  const [left] = await shown(ofCustomer);
  expect(left?.said).not.toContain('Erloschen');
  expect(left?.said).toContain('Nachname');
  expect(left?.said).not.toContain('03.04.85');
  expect(left?.said).toContain('Zeile 6 ist eine Summe');
  expect(await shown(other)).toMatchObject([{ said: expect.stringContaining('Andere') }]);
  expect(await inTheWay(ofContract)).toEqual([{ fault: null, builtOn: null }]);
  expect(await inTheWay(other)).toMatchObject([{ fault: expect.stringContaining('Andere') }]);
});

it('forgets lines about a customer that imports refused, and shows nothing of them among the samples', async () => {
  await run([head, line('E-4', 'Abgelehnt', 'E-4', 'IE00B4L5Y983', '5')].join('\n'));
  const unknownFund = 'IE00BYX2JD69';
  const { id } = await run(
    [
      head,
      line('E-4', 'Abgelehnt', 'E-40', unknownFund, '5'),
      line('E-5', 'Bleibend', 'E-50', unknownFund, '5'),
    ].join('\n'),
  );
  const said = () =>
    rows<{ said: string }>(
      `select concat(columns, (select jsonb_agg(r) from book_import_rows r where r.import_id = b.id),
         (select jsonb_agg(k) from book_import_contracts k where k.import_id = b.id),
         (select jsonb_agg(u) from book_import_customers u where u.import_id = b.id)) as said from book_imports b where id = $1`,
      id,
    );
  expect(await said()).toMatchObject([{ said: expect.stringMatching(/Abgelehnt[^]*E-40/) }]);
  const [gone] = await ids('E-4');
  if (!gone) throw new Error('nothing was imported');
  await test.database.transaction(context, (transaction) => eraseCustomerRows(transaction, gone.customer));
  const [left] = await said();
  expect(left?.said).not.toMatch(/Abgelehnt|E-4/);
  expect(left?.said).toMatch(/Bleibend[^]*E-50/);
});
