import { createWriteStream } from 'node:fs';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { LikelyPolicy } from '@depotwerk/domain/imports/line-fates';
import { formatNumber } from '@depotwerk/domain/number-text';
import { chooseTenant } from '../../../platform/choose-tenant.ts';
import type { Database, DbContext } from '../../../platform/database/database.ts';
import { OperatorError } from '../../../platform/operator-error.ts';
import { type Console, runImport } from '../../../platform/table-files/run-import.ts';
import type { BookOptions } from './advance-book.ts';
import { importBookFile } from './book-command.ts';
import { readRefusedLines } from './book-rows.view.ts';

const usage = `Aufruf:
  npm run import -- book DATEI [--tenant SCHLÜSSEL] [--dry-run] [--report BERICHT.csv]
                               [--tariff TARIF] [--group GRUPPE] [--likely ask|match|create]
                               [--decimal comma|point]
DATEI ist eine Tabelle (CSV, XLSX), ein Depotauszug (MT535, semt.002) oder ein GDV-Datensatz.
Näheres in docs/book-import.md.`;

const shownRefusals = 20;
/** Milliseconds to wait for a connection: nobody waits at a screen, and a busy server gives one later. */
const connectionTimeout = 60_000;

/** Runs `npm run import -- book …`; answers the exit code. Says what is wrong in one sentence, without a stack. */
export async function runBookCommand(
  args: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
  console: Console,
): Promise<number> {
  return runImport(
    variables,
    console,
    {
      readCommand: (place) => readCommand(args, place),
      connectionTimeout,
      unreachable: 'Die Datenbank ist nicht erreichbar. Derselbe Aufruf setzt die Übernahme fort.',
    },
    async (database, { values, path, report }, isEmbedded) => {
      const tenant = await chooseTenant(database, values.tenant, isEmbedded);
      console.out(`Mandant: ${tenant.name} (${tenant.key})`);
      const context = { tenantId: tenant.id, userId: null };
      const services = { database, clock: () => Date.now() };
      const { id, counts } = await importBookFile(services, context, {
        path,
        actorName: `Konsole: ${userInfo().username}`,
        isDryRun: values['dry-run'] ?? false,
        onProgress: console.out,
        options: {
          likely: likelyOf(values.likely),
          tariffId: await find(database, context, 'tariffs', values.tariff),
          groupId: await find(database, context, 'groups', values.group),
          ...decimalOf(values.decimal),
        },
      });
      const number = (value: number) => formatNumber(value);
      console.out(
        `${number(counts.rows)} ${counts.rows === 1 ? 'Zeile' : 'Zeilen'}: ${number(counts.created)} neu, ${number(counts.changed)} geändert, ` +
          `${number(counts.unchanged)} unverändert, ${number(counts.refused)} abgelehnt.`,
      );
      if (counts.withoutGroup > 0)
        console.out(
          `${number(counts.withoutGroup)} ${counts.withoutGroup === 1 ? 'neuer Kunde' : 'neue Kunden'} ohne Gruppe: nur wer „Kunden ohne Gruppe ansehen“ darf, sieht sie. --group nennt eine.`,
        );
      const refused = await readRefusedLines(
        database,
        context,
        id,
        report === null ? shownRefusals : 100_000,
      );
      if (report !== null) await writeReport(report, refused);
      else for (const { line, reason } of refused) console.out(`Zeile ${line}: ${reason}`);
      return counts.rows === 0 || counts.refused === counts.rows ? 1 : 0;
    },
  );
}

function readCommand(args: readonly string[], place: string) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        tenant: { type: 'string' },
        'dry-run': { type: 'boolean' },
        report: { type: 'string' },
        tariff: { type: 'string' },
        group: { type: 'string' },
        likely: { type: 'string' },
        decimal: { type: 'string' },
      },
    });
    const [path, ...more] = positionals;
    if (path === undefined || more.length > 0) throw new OperatorError(usage);
    const report = values.report === undefined ? null : resolve(place, values.report);
    return { values, path: resolve(place, path), report };
  } catch (error) {
    throw error instanceof OperatorError ? error : new OperatorError(usage, { cause: error });
  }
}

function likelyOf(text: string | undefined): LikelyPolicy {
  if (text === undefined || text === 'ask') return 'ask';
  if (text === 'match' || text === 'create') return text;
  throw new OperatorError(usage);
}

/** The mark of numbers said on the console, which goes before what the file shows. */
function decimalOf(text: string | undefined): Pick<BookOptions, 'decimal'> | Record<string, never> {
  if (text === undefined) return {};
  if (text === 'comma' || text === 'point') return { decimal: text };
  throw new OperatorError(usage);
}

/** The id of a tariff (by name or key) or group (by name) named on the console. */
async function find(
  database: Database,
  context: DbContext,
  table: 'tariffs' | 'groups',
  name: string | undefined,
): Promise<string | null> {
  if (name === undefined) return null;
  const condition = table === 'tariffs' ? '(name = $1 or key = $1) and not is_inactive' : 'group_name = $1';
  const rows = await database.read<{ id: string }>(context, {
    sql: `select id from ${table} where ${condition}`,
    parameters: [name],
  });
  const [row] = rows;
  if (!row || rows.length > 1) {
    const option = table === 'tariffs' ? '--tariff: Einen aktiven Tarif' : '--group: Eine Gruppe';
    throw new OperatorError(`${option} „${name}“ gibt es nicht oder mehrfach.`);
  }
  return row.id;
}

function writeReport(path: string, lines: readonly { line: number; reason: string }[]): Promise<void> {
  return new Promise((done, fail) => {
    const file = createWriteStream(path);
    file.on('error', fail);
    file.on('finish', () => done());
    file.write('\uFEFFZeile;Grund\r\n');
    for (const { line, reason } of lines) file.write(`${line};"${reason.replaceAll('"', '""')}"\r\n`);
    file.end();
  });
}
