import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { createKeyFile } from '../apps/server/src/platform/keys.ts';
import { writeWhole } from '../apps/server/src/platform/write-whole.ts';

/** Makes the key file of an installation: `node tools/run.mjs tools/make-keys.ts FILE`. Never overwrites one. */
const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('Usage: node tools/run.mjs tools/make-keys.ts FILE');
  process.exitCode = 1;
} else if (existsSync(file)) {
  console.error(`${resolve(file)} exists; its keys may be in use.`);
  process.exitCode = 1;
} else {
  writeWhole(resolve(file), createKeyFile());
  console.log(`Keys written to ${resolve(file)}. Keep it apart from the database and its backups.`);
}
