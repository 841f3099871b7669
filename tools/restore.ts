import { restore } from '../apps/server/src/platform/backup/restore.ts';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { OperatorError } from '../apps/server/src/platform/operator-error.ts';

/** `npm run restore -- FOLDER`: puts a backup into DATA_DIR, which must not be there yet. */
try {
  const [backup] = process.argv.slice(2);
  const config = readConfig(process.env);
  if (backup === undefined)
    throw new OperatorError('Name the folder of the backup: npm run restore -- FOLDER');
  if (config.databaseUrl !== null)
    throw new OperatorError(
      'With DATABASE_URL the tools of PostgreSQL restore the backup (docs/operations.md).',
    );
  const { madeAt, files } = restore(backup, config.dataDirectory);
  console.log(
    `${files.length} files of ${madeAt} are in ${config.dataDirectory}. Put the key file back, then start.`,
  );
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : error);
  process.exitCode = 1;
}
