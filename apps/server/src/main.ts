import { type Config, readConfig } from './platform/config.ts';
import { createLog, type Log } from './platform/log.ts';
import { OperatorError } from './platform/operator-error.ts';
import { type RunningServer, runServer } from './run-server.ts';

/** Time for a load balancer to notice that we are not ready before the first request is refused. */
const graceMs = 1000;

function greet(log: Log, server: RunningServer): void {
  log.say('');
  log.say(`Depotwerk runs at ${server.address}`);
  const { demoSignIns } = server;
  if (demoSignIns.length > 0) {
    log.say('Demo sign-ins, all with the password Depotwerk-Demo-1:');
    for (let index = 0; index < demoSignIns.length; index += 2) {
      log.say(`  ${(demoSignIns[index] ?? '').padEnd(26)}${demoSignIns[index + 1] ?? ''}`);
    }
    log.say(`SMS of the demo: ${server.address}/demo/outbox`);
  }
  log.say('Ctrl-C ends it.');
}

/** One sentence for what the operator can mend; a stack only for faults of ours. */
function explain(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * Ends the process in an orderly way on a signal, on a fault nobody caught, and when our starter is gone. A start
 * that is not done yet is given up: the supervisor stops PostgreSQL, and the next start begins anew.
 */
function endWell(log: Log, findServer: () => RunningServer | undefined): void {
  let isEnding = false;
  const end = async (grace: number, code: number): Promise<void> => {
    if (isEnding) return;
    isEnding = true;
    log.say('Shutting down …');
    try {
      await findServer()?.stop(grace);
      process.exit(code);
    } catch (error) {
      log.error({ err: error }, 'shutdown.failed');
      process.exit(1);
    }
  };
  process.on('SIGINT', () => void end(0, 0));
  process.on('SIGTERM', () => void end(graceMs, 0));
  process.on('SIGHUP', () => void end(0, 0));
  // A starter on an older Node holds a channel to us; when it is killed, the channel closes.
  process.on('disconnect', () => void end(0, 0));
  // A console that is gone is no fault: telling it about itself would go on for ever.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'process.uncaughtException');
    void end(0, 1);
  });
}

async function main(): Promise<void> {
  let config: Config;
  try {
    config = readConfig(process.env);
  } catch (error) {
    console.error(explain(error));
    process.exit(1);
  }
  const log = await createLog(config.logLevel);
  let server: RunningServer | undefined;
  endWell(log, () => server);
  try {
    server = await runServer(config, log);
    greet(log, server);
    // Whoever started us with a channel starts us again when we die; told once that we run.
    process.send?.('running');
  } catch (error) {
    console.error(explain(error));
    process.exit(1);
  }
}

await main();
