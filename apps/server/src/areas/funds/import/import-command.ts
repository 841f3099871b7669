import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chooseTenant } from '../../../platform/choose-tenant.ts';
import type { Database } from '../../../platform/database/database.ts';
import { OperatorError } from '../../../platform/operator-error.ts';
import { type Console, runImport } from '../../../platform/table-files/run-import.ts';
import { describeResult } from './describe-result.ts';
import { importFunds } from './import-funds.ts';
import { importPrices } from './import-prices.ts';
import type { ImportResult } from './import-result.ts';

interface Command {
  readonly type: 'funds' | 'prices';
  readonly path: string;
  readonly tenant: string | undefined;
  readonly isDryRun: boolean;
  readonly acceptsUnitJumps: boolean;
  readonly reportPath: string | undefined;
  readonly mapPath: string | undefined;
  readonly decimal: 'point' | 'comma' | undefined;
}

const usage = `Aufruf:
  npm run import -- funds DATEI  [--tenant SCHLÜSSEL] [--dry-run] [--report BERICHT.csv] [--decimal point|comma]
  npm run import -- prices DATEI [--tenant SCHLÜSSEL] [--dry-run] [--report BERICHT.csv] [--decimal point|comma]
                                 [--map ZUORDNUNG.csv] [--accept-unit-jumps]
  npm run import -- book DATEI   (siehe docs/book-import.md)
Näheres in docs/fund-data.md.`;

/** Runs the import command; answers the exit code. Says what is wrong in one sentence, without a stack. */
export async function runImportCommand(
  args: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
  console: Console,
): Promise<number> {
  return runImport(
    variables,
    console,
    {
      readCommand: (place) => readCommand(args, place),
      unreachable: 'Die Datenbank ist nicht erreichbar; es wurde nichts eingelesen.',
    },
    async (database, command, isEmbedded) => {
      const result = await importInto(database, command, isEmbedded, console);
      return result.counts.rejected === result.counts.rows ? 1 : 0;
    },
  );
}

function readCommand(args: readonly string[], place: string): Command {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    throw new OperatorError(usage, { cause: error });
  }
  const { values, positionals } = parsed;
  const [type, path, ...more] = positionals;
  const { decimal } = values;
  const isKnown = type === 'funds' || type === 'prices';
  if (!isKnown || path === undefined || more.length > 0) throw new OperatorError(usage);
  if (decimal !== undefined && decimal !== 'point' && decimal !== 'comma') throw new OperatorError(usage);
  if (type === 'funds' && (values.map !== undefined || values['accept-unit-jumps']))
    throw new OperatorError(usage);
  const from = (name: string | undefined) => (name === undefined ? undefined : resolve(place, name));
  return {
    type,
    path: resolve(place, path),
    tenant: values.tenant,
    isDryRun: values['dry-run'] ?? false,
    acceptsUnitJumps: values['accept-unit-jumps'] ?? false,
    reportPath: from(values.report),
    mapPath: from(values.map),
    decimal,
  };
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      tenant: { type: 'string' },
      'dry-run': { type: 'boolean' },
      report: { type: 'string' },
      decimal: { type: 'string' },
      map: { type: 'string' },
      'accept-unit-jumps': { type: 'boolean' },
    },
  });
}

async function importInto(
  database: Database,
  command: Command,
  isEmbedded: boolean,
  console: Console,
): Promise<ImportResult> {
  const tenant = await chooseTenant(database, command.tenant, isEmbedded);
  console.out(`Mandant: ${tenant.name} (${tenant.key})`);
  const services = { database, clock: () => Date.now() };
  const operator = { kind: 'system', tenantId: tenant.id, name: `Konsole: ${userInfo().username}` } as const;
  const options = {
    isDryRun: command.isDryRun,
    onProgress: console.out,
    ...(command.decimal === undefined ? {} : { decimal: command.decimal }),
    ...(command.reportPath === undefined ? {} : { reportPath: command.reportPath }),
  };
  const result =
    command.type === 'funds'
      ? await importFunds(services, operator, command.path, options)
      : await importPrices(services, operator, command.path, {
          ...options,
          acceptsUnitJumps: command.acceptsUnitJumps,
          ...(command.mapPath === undefined ? {} : { map: command.mapPath }),
        });
  for (const line of describeResult(result, command)) console.out(line);
  return result;
}
