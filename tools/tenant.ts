/**
 * Tenants of an installation: `npm run tenant -- create --key KEY --name NAME [--host HOST …]`, `… link --key KEY` (a new
 * link for the first administrator), `… list`. Works on the database the environment names, also beside a running server.
 */
import { runTenantCommand } from '../apps/server/src/tenants/tenant-command.ts';

process.exitCode = await runTenantCommand(process.argv.slice(2), process.env, {
  out: (line) => console.log(line),
  error: (line) => console.error(line),
});
