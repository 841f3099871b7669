import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const reference = process.env['REFERENCE_DIR'] ?? join(root, '../shared/reference');
const realPrices = join(reference, 'realdata/frapo_EuroStoxx50_weekly.csv');

/** A file as a browser hands it over. */
export interface HouseFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const table = (name: string, text: string | Buffer): HouseFile => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});

/** Peer groups of the house with six funds of the real list each. */
export const houseGroups: Readonly<Record<string, readonly string[]>> = {
  'Aktien Welt': [
    'LU1681043599',
    'IE00BJ5JNY98',
    'IE00BJ5JNZ06',
    'LU1681045537',
    'LU0274208692',
    'IE00BHZPJ569',
  ],
  'Aktien Schwellenländer': [
    'LU1437017350',
    'LU1861138961',
    'LU1681045370',
    'LU0292107645',
    'DE000ETFL342',
    'LU1291097779',
  ],
  'Aktien Europa': [
    'LU1681040223',
    'LU0328475792',
    'LU0292100806',
    'LU0292101796',
    'LU0292103222',
    'LU0292103651',
  ],
};

/** ISINs of the funds that have prices. */
export const pricedFunds = Object.values(houseGroups).flat();

/** Columns of the real file whose series are clean; the shares stand in for funds of the list. */
const symbols = (
  'AABA.AS ACA.PA AGN.AS AIB.IR ALV.DE BAS.DE BAY.DE BBVA.MC BNP.PA CA.PA DBK.DE DAI.DE DTE.DE ELE.MC ' +
  'ENEL.MI ENI.MI MC.PA SAP.DE'
).split(' ');

/** The funds on sale at Xetra, 1,611 rows as published (see fixtures/NOTES.md). */
export const fundList = (): HouseFile =>
  table(
    'financedatabase_etfs_XETRA.csv',
    readFileSync(join(root, 'e2e/fixtures/financedatabase_etfs_XETRA.csv')),
  );

/**
 * Weekly prices of 18 columns named by exchange symbol: the real ones of the EuroStoxx 50 where the reference folder is at
 * hand (their licence forbids a copy here), else a walk of the same shape.
 */
export function priceFile(): HouseFile {
  const text = existsSync(realPrices) ? readFileSync(realPrices) : walkedPrices();
  return table('frapo_EuroStoxx50_weekly.csv', text);
}

/** Which fund each column stands in for. */
export const symbolMap = (): HouseFile =>
  table(
    'zuordnung.csv',
    `symbol;isin\n${symbols.map((symbol, at) => `${symbol};${pricedFunds[at]}`).join('\n')}\n`,
  );

/** 265 weeks from a fixed seed: one market, one factor for each group, something of its own for each column. */
function walkedPrices(): string {
  let seed = 7;
  const uniform = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  const lines = [`"",${symbols.map((symbol) => `"${symbol}"`).join(',')}`];
  const prices = symbols.map((_symbol, at) => 20 + at);
  const first = Date.UTC(2003, 2, 3);
  for (let week = 0; week < 265; week += 1) {
    const market = normal();
    const factors = Object.keys(houseGroups).map(() => normal());
    symbols.forEach((_symbol, at) => {
      const place = Math.floor(at / 6);
      // The groups differ in risk, so that three classes can be reached.
      const step =
        0.0015 +
        (0.85 + 0.14 * place) * (0.0165 * market + 0.0115 * (factors[place] ?? 0) + 0.022 * normal());
      prices[at] = (prices[at] ?? 0) * Math.exp(step);
    });
    const day = new Date(first + week * 7 * 86_400_000).toISOString().slice(0, 10);
    lines.push(`"${day}",${prices.map((price) => price.toFixed(2)).join(',')}`);
  }
  return `${lines.join('\n')}\n`;
}

/** A book of 200 customers with a contract of three positions each, under the tariff of the house. */
export function bookFile(tariff: string): HouseFile {
  const lines = [
    'Kundennummer;Vorname;Nachname;Geburtsdatum;Vertragsnummer;Tarif;Beginn;ISIN;Anteile;Anteilswert;Kursdatum',
  ];
  for (let number = 0; number < 200; number += 1) {
    for (let position = 0; position < 3; position += 1) {
      const isin = pricedFunds[(number * 7 + position * 5) % pricedFunds.length] ?? '';
      lines.push(
        `K${1000 + number};Anna;Muster${number};03.04.19${60 + (number % 30)};D-${5000 + number};${tariff};` +
          `01.02.2020;${isin};${10 + position},5;${20 + (number % 60)},25;20.11.2026`,
      );
    }
  }
  return table('bestand.csv', `${lines.join('\n')}\n`);
}
