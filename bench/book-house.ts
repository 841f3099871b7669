import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Positions of each contract of the book. */
export const positions = 10;
const fundCount = 200;

/** Fills an empty, migrated database with what a book needs to be taken over: a tenant, a bank, a tariff and funds. */
export async function furnishBookHouse(
  run: (statement: string) => Promise<unknown>,
  tenantId: string,
): Promise<void> {
  await run(
    `insert into tenants (tenant_id, tenant_key, tenant_name) values ('${tenantId}', 'bench', 'Bench');
     insert into issuers (tenant_id, id, issuer_name) values ('${tenantId}', 1, 'Bank');
     insert into tariffs (tenant_id, id, name, key, issuer_id, tariff_type_id, published_version_number, risk_class_count)
       values ('${tenantId}', '${randomUUID()}', 'Zukunft', 'zukunft', 1, 7, 1, 5);`,
  );
  const values = isins().map(
    (isin, index) => `('${tenantId}', ${index + 1}, '${isin}', 'Fonds ${index + 1}')`,
  );
  await run(`insert into funds (tenant_id, id, isin, name) values ${values.join(', ')}`);
}

/** ISINs with right check digits. */
function isins(): string[] {
  return Array.from({ length: fundCount }, (_none, index) => {
    const body = `LU${String(100_000_000 + index)}`;
    const digits = [...body].map((sign) => Number.parseInt(sign, 36).toString()).join('');
    const sum = [...digits].toReversed().reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
    return `${body}${(10 - (sum % 10)) % 10}`;
  });
}

/** Writes a book of that many contracts, each of a customer of its own, as one CSV into the folder; answers its path. */
export async function writeBook(folder: string, contracts: number): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `book-${contracts}.csv`);
  const file = createWriteStream(path);
  const funds = isins();
  file.write(
    'Kundennummer;Vorname;Nachname;Geburtsdatum;Depotnummer;Tarif;Beginn;ISIN;Anteile;Anteilswert;Stichtag\n',
  );
  for (let contract = 0; contract < contracts; contract += 1) {
    let text = '';
    for (let position = 0; position < positions; position += 1) {
      const isin = funds[(contract * 7 + position * 13) % funds.length] ?? '';
      text += `K${contract};Anna;Muster${contract};03.04.1964;D${contract};Zukunft;01.02.2020;${isin};${position + 1},5;${10 + (contract % 90)},25;30.10.2026\n`;
    }
    if (!file.write(text)) await new Promise((done) => file.once('drain', () => done(undefined)));
  }
  await new Promise((done) => file.end(() => done(undefined)));
  return path;
}
