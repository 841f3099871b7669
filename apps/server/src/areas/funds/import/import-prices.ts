import type { Services } from '../../../platform/services.ts';
import { ShortYears } from '../../../platform/table-files/import-day.ts';
import type { ImportActor } from './import-actor.ts';
import { type ImportFile, openImportFile } from './import-file.ts';
import type { ImportOptions, ImportResult } from './import-result.ts';
import { planPriceImport } from './price-plan.ts';
import { type PriceReading, readPriceRows } from './price-row.ts';
import {
  loadPricedFunds,
  priceStaging,
  remarkLeftBehind,
  settlePrices,
  stagePrices,
} from './price-staging.ts';
import { readSymbolMap } from './read-symbol-map.ts';
import { runImport } from './run-import.ts';
import { priceTableReader, symbolTableReader } from './table-readers.ts';

export interface PriceImportOptions extends ImportOptions {
  /** File with the columns symbol and isin for wide files that are not headed by ISINs. */
  readonly map?: ImportFile;
  /** Take prices that jump by about 100, for funds that were really split that way. */
  readonly acceptsUnitJumps?: boolean;
}

/**
 * Imports price series, wide (a date column and one column per fund) or long (isin, date, price and currency).
 * Counts prices, not lines. Every price ends as new, changed, unchanged or refused with a reason; all of it in
 * one transaction. Needs `funds.import`. Throws `ImportRefused` for a file that is refused as a whole.
 */
export async function importPrices(
  services: Services,
  actor: ImportActor,
  file: ImportFile,
  options: PriceImportOptions = {},
): Promise<ImportResult> {
  return runImport(services, actor, options, {
    type: 'prices',
    open: () => openImportFile(file, priceTableReader),
    stagingTable: priceStaging,
    plan: async (table) => {
      const isinBySymbol =
        options.map === undefined
          ? new Map<string, string>()
          : await readSymbolMap(await openImportFile(options.map, symbolTableReader));
      const plan = await planPriceImport(table, options.decimal, isinBySymbol);
      return {
        notes: plan.notes,
        stage: async (connection) => {
          const reading: PriceReading = {
            plan,
            funds: await loadPricedFunds(connection),
            today: dayInBerlin(services.clock()),
            gaps: 0,
            shortYears: new ShortYears(),
          };
          options.onProgress?.('Kurse werden eingelesen …');
          await stagePrices(connection, readPriceRows(table, reading));
          options.onProgress?.('Kurse werden geprüft und geschrieben …');
          await settlePrices(connection, options.acceptsUnitJumps ?? false);
          const leftBehind = await remarkLeftBehind(connection);
          return [
            ...(reading.gaps > 0
              ? [`${reading.gaps.toLocaleString('de-DE')} leere Felder: kein Kurs an diesem Tag.`]
              : []),
            ...reading.shortYears.notes,
            ...(leftBehind === null ? [] : [leftBehind]),
          ];
        },
      };
    },
  });
}

/** Funds here are priced on Central European days. */
function dayInBerlin(now: number): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(now);
}
