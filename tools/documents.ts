/**
 * Contents of documents between database and document store: `npm run documents -- move`, `… back`, `… check`. Works on the
 * database the environment names, also beside a running server.
 */
import { runDocumentsCommand } from '../apps/server/src/platform/document-store/documents-command.ts';

process.exitCode = await runDocumentsCommand(process.argv.slice(2), process.env, {
  out: (line) => console.log(line),
  error: (line) => console.error(line),
});
