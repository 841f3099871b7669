/**
 * Imports fund data: `npm run import -- funds FILE` or `npm run import -- prices FILE`. Works on the database the
 * environment names, also beside a running server. Exit code 0 when the file was taken (rows may be refused), 1 when
 * it was refused as a whole or the command is wrong.
 */
import { runImportCommand } from '../apps/server/src/areas/funds/import/import-command.ts';

process.exitCode = await runImportCommand(process.argv.slice(2), process.env, {
  out: (line) => console.log(line),
  error: (line) => console.error(line),
});
