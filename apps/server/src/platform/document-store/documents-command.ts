import { parseArgs } from 'node:util';
import { type Config, readConfig } from '../config.ts';
import { Database } from '../database/database.ts';
import { DatabaseUnavailable } from '../database/database-errors.ts';
import { listAllTenants } from '../database/every-tenant.ts';
import { type OpenDatabase, openDatabase } from '../open-database.ts';
import { OperatorError } from '../operator-error.ts';
import {
  bringBackContentsOf,
  type Carried,
  checkContentsOf,
  findUnknownObjects,
  lockAgain,
} from './carry-contents.ts';
import { keyOf } from './document-store.ts';
import { measureDocumentStore } from './measure-document-store.ts';
import { workOnContentsOf } from './move-contents.ts';
import { createObjectStore, type ObjectStore } from './object-store.ts';
import { problemTexts, StoreFault } from './store-fault.ts';

interface Console {
  readonly out: (line: string) => void;
  readonly error: (line: string) => void;
}

type OpenConfigured = (config: Config) => Promise<OpenDatabase>;
const openConfigured: OpenConfigured = (config) => openDatabase(config, { mayJoin: true });

const usage = `Usage:
  npm run documents -- move                     moves out what waits, now
  npm run documents -- back                     brings everything back to the database
  npm run documents -- check [--delete-unknown] compares everything in the store with its hash
More in docs/operations.md, "Document store".`;

/** Runs `npm run documents -- …`; answers the exit code, 1 also when something is missing or altered. */
export async function runDocumentsCommand(
  args: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
  console: Console,
  open: OpenConfigured = openConfigured,
): Promise<number> {
  try {
    const command = readCommand(args);
    const { INIT_CWD: _place, ...rest } = variables;
    const config = readConfig(rest);
    if (config.documentStore === null) {
      throw new OperatorError('DOCUMENT_STORE_URL is not set: no document store is named.');
    }
    if (command === back && config.documentStore.moves) {
      throw new OperatorError(
        'Set DOCUMENT_STORE_MOVES=off and restart the product first; it would move out again what comes back.',
      );
    }
    const opened = await open(config);
    const database = new Database(opened.target, { poolSize: 5, connectionTimeout: 60_000 });
    try {
      const objects = createObjectStore(config.documentStore);
      await objects.check();
      return await command({ database, objects, out: console.out });
    } finally {
      await database.close();
      await opened.close();
    }
  } catch (error) {
    if (error instanceof OperatorError) console.error(error.message);
    else if (error instanceof StoreFault) console.error(`${problemTexts[error.problem]} (${error.message})`);
    else if (error instanceof DatabaseUnavailable) console.error('The database cannot be reached.');
    else throw error;
    return 1;
  }
}

interface Place {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly out: (line: string) => void;
}
type Command = (place: Place) => Promise<number>;

function readCommand(args: readonly string[]): Command {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'delete-unknown': { type: 'boolean', default: false } },
    });
    const deletesUnknown = values['delete-unknown'];
    const [verb, ...more] = positionals;
    if (more.length === 0 && verb === 'check') return (place) => check(place, deletesUnknown);
    if (more.length === 0 && !deletesUnknown && verb === 'move') return move;
    if (more.length === 0 && !deletesUnknown && verb === 'back') return back;
  } catch {
    // Told below.
  }
  throw new OperatorError(usage);
}

async function move({ database, objects, out }: Place): Promise<number> {
  const logger = { error: (values: object) => out(JSON.stringify(values)) };
  for (const { tenantId, tenantName } of await listAllTenants(database)) {
    const began = performance.now();
    if (objects.lock !== 'off') await lockAgain(database, tenantId);
    const services = { database, documentStore: { objects, moves: true }, logger };
    const count = await workOnContentsOf(services, tenantId);
    out(`${tenantName}: ${count} contents settled in ${seconds(began)} s.`);
  }
  const { waiting, failing } = await measureDocumentStore(database);
  out(`${waiting} contents are in the database, ${failing} objects wait for another attempt.`);
  return failing === 0 ? 0 : 1;
}

/** Runs one of the walks through what is stored and tells of each content that is not as it should be. */
async function walk(
  { database, objects, out }: Place,
  tenantId: string,
  tenantName: string,
  work: typeof checkContentsOf,
): Promise<number> {
  const began = performance.now();
  const counts: Record<Carried, number> = { done: 0, missing: 0, altered: 0, failed: 0 };
  await work({ database, objects }, tenantId, ({ documentId }, carried) => {
    counts[carried] += 1;
    if (carried !== 'done') out(`${carried}: ${keyOf(tenantId, documentId)}`);
  });
  const { done, missing, altered, failed } = counts;
  out(
    `${tenantName}: ${done} contents well, ${missing} missing, ${altered} altered, ${failed} failed in ${seconds(began)} s.`,
  );
  return missing + altered + failed;
}

const seconds = (began: number) => ((performance.now() - began) / 1000).toFixed(1);

async function back(place: Place): Promise<number> {
  let wrong = 0;
  for (const { tenantId, tenantName } of await listAllTenants(place.database)) {
    wrong += await walk(place, tenantId, tenantName, bringBackContentsOf);
  }
  return wrong === 0 ? 0 : 1;
}

async function check(place: Place, deletesUnknown: boolean): Promise<number> {
  let wrong = 0;
  for (const { tenantId, tenantName } of await listAllTenants(place.database)) {
    wrong += await walk(place, tenantId, tenantName, checkContentsOf);
    const unknown = await findUnknownObjects(place, tenantId);
    for (const key of unknown) {
      place.out(`unknown: ${key}`);
      if (deletesUnknown) await place.objects.remove(key);
    }
    const what = deletesUnknown ? 'deleted' : 'left where they are';
    if (unknown.length > 0) place.out(`${tenantName}: ${unknown.length} objects nobody knows of, ${what}.`);
  }
  return wrong === 0 ? 0 : 1;
}
