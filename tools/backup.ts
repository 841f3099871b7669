import { backUp } from '../apps/server/src/platform/backup/back-up.ts';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { OperatorError } from '../apps/server/src/platform/operator-error.ts';

/** `npm run backup -- FOLDER`: a consistent copy of the embedded database of DATA_DIR while the product runs. */
try {
  const [target] = process.argv.slice(2);
  const config = readConfig(process.env);
  if (target === undefined)
    throw new OperatorError('Name a folder that is not there yet: npm run backup -- FOLDER');
  if (config.databaseUrl !== null)
    throw new OperatorError(
      'With DATABASE_URL the tools of PostgreSQL make the backup (docs/operations.md).',
    );
  const started = Date.now();
  const { files } = await backUp(config.dataDirectory, target, new Date().toISOString());
  const megabytes = files.reduce((sum, { size }) => sum + size, 0) / 1e6;
  console.log(
    `${files.length} files, ${megabytes.toFixed(0)} MB in ${((Date.now() - started) / 1000).toFixed(1)} s: ${target}`,
  );
  console.log('The keys are not among them: keep them elsewhere.');
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : error);
  process.exitCode = 1;
}
