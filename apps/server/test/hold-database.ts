/** A process that opens the embedded database of the folder in its first argument and holds it until it is killed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../src/platform/open-database.ts';

const dataDirectory = process.argv[2] ?? '';
await openDatabase(
  { databaseUrl: null, dataDirectory },
  { mayJoin: false, onEvent: (event) => process.stdout.write(`${event}\n`) },
);
const postmaster = readFileSync(join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0];
process.stdout.write(`ready ${postmaster}\n`);
setInterval(() => {}, 1000);
