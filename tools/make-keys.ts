import { chmodSync, chownSync, existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { changeKeyFile, type KeyChange, keyChanges } from '../apps/server/src/platform/change-keys.ts';
import { createKeyFile } from '../apps/server/src/platform/keys.ts';
import { OperatorError } from '../apps/server/src/platform/operator-error.ts';
import { writeWhole } from '../apps/server/src/platform/write-whole.ts';

/**
 * Makes the key file of an installation, and changes its keys (docs/operations.md, "Changing keys"). Never overwrites one
 * with another's keys.
 */
const [path, flag, ...rest] = process.argv.slice(2);
const change = keyChanges.find((each) => flag === `--${each}`);

const told: Readonly<Record<KeyChange, string>> = {
  add: 'Keys added. Bring the file to every machine and restart each process; then --use-newest.',
  'use-newest':
    'The newest keys are used from now on. Bring the file to every machine and restart each process; then wrap the secrets anew with tools/rewrap-secrets.ts, and copy the file to a safe place before --drop-old: it opens the secrets in earlier backups.',
  'drop-old':
    'Old keys removed. Keep the copy from before as long as a backup from before is kept: nothing else opens its secrets.',
};

try {
  if (
    path === undefined ||
    path.startsWith('--') ||
    (flag !== undefined && change === undefined) ||
    rest.length > 0
  ) {
    throw new OperatorError(
      `Usage: node tools/run.mjs tools/make-keys.ts FILE [${keyChanges.map((each) => `--${each}`).join(' | ')}]`,
    );
  }
  const file = resolve(path);
  if (change === undefined) {
    if (existsSync(file)) throw new OperatorError(`${file} exists; its keys may be in use.`);
    writeWhole(file, createKeyFile());
    console.log(`Keys written to ${file}. Keep it apart from the database and its backups.`);
  } else {
    if (!existsSync(file)) throw new OperatorError(`${file} is not there.`);
    const { mode, uid, gid } = statSync(file);
    writeWhole(file, changeKeyFile(readFileSync(file, 'utf8'), change, file));
    // Whoever could read it can still: the operator may be root, the product is not.
    chownSync(file, uid, gid);
    chmodSync(file, mode & 0o777);
    console.log(told[change]);
  }
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
