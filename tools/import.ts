/**
 * Imports files: `npm run import -- funds FILE`, `… prices FILE` or `… book FILE`. Works on the database the environment
 * names, also beside a running server. Exit code 0 when the file was taken (rows may be refused), 1 when it was refused as
 * a whole or the command is wrong.
 */
import { runBookCommand } from '../apps/server/src/areas/contracts/book/run-book-command.ts';
import { runImportCommand } from '../apps/server/src/areas/funds/import/import-command.ts';

const args = process.argv.slice(2);
const run = args[0] === 'book' ? runBookCommand : runImportCommand;
process.exitCode = await run(args[0] === 'book' ? args.slice(1) : args, process.env, {
  out: (line) => console.log(line),
  error: (line) => console.error(line),
});
