import { type Config, readConfig } from './platform/config.ts';
import { createLog, type Log } from './platform/log.ts';
import { OperatorError } from './platform/operator-error.ts';
import { type RunningServer, runServer } from './run-server.ts';

/** Time for a load balancer to notice that we are not ready before the first request is refused. */
const graceMs = 1000;

const demoSignIns = [
  'admin@demo.example',
  'tarif@demo.example',
  'freigabe@demo.example',
  'berater@demo.example',
  'beraterin@demo.example',
  'assistenz@demo.example',
  'revision@demo.example',
  'kunde@demo.example',
  'admin@nord.example',
  'berater@nord.example',
];

function greet(log: Log, server: RunningServer): void {
  log.say('');
  log.say(`Depotwerk runs at ${server.address}`);
  if (server.isDemo) {
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

/** Ends the process in an orderly way on a signal, on a fault nobody caught, and when our starter is gone. */
function endWell(log: Log, stopServer: (grace: number) => Promise<void>): void {
  let isEnding = false;
  const end = (grace: number, code: number): void => {
    if (isEnding) return;
    isEnding = true;
    log.say('Shutting down …');
    stopServer(grace).then(
      () => process.exit(code),
      (error: unknown) => {
        log.error({ err: error }, 'shutdown.failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', () => end(0, 0));
  process.on('SIGTERM', () => end(graceMs, 0));
  process.on('SIGHUP', () => end(0, 0));
  // A starter on an older Node holds a channel to us; when it is killed, the channel closes.
  process.on('disconnect', () => end(0, 0));
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'process.uncaughtException');
    end(0, 1);
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
  const starting = runServer(config, log);
  endWell(log, async (grace) => {
    // A signal during the start waits for its end: half a start cannot be closed.
    const server = await starting.catch(() => undefined);
    await server?.stop(grace);
  });
  try {
    greet(log, await starting);
  } catch (error) {
    console.error(explain(error));
    process.exit(1);
  }
}

await main();
