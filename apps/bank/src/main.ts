/**
 * The practice bank as a program. Started with a pipe as standard input it ends when that closes, however its starter
 * ended; standard output tells the starter in one line where it listens.
 */
import { fstatSync } from 'node:fs';
import { openBank } from './bank.ts';
import { createApplication } from './http/create-application.ts';
import { portSentence, readSettings } from './read-settings.ts';

function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

async function run(): Promise<void> {
  const { port, folder } = readSettings(process.env);
  const bank = openBank(folder, Date.now);
  const application = createApplication(bank);
  let isEnding = false;
  const end = async (): Promise<void> => {
    if (isEnding) return;
    isEnding = true;
    await application.close();
    bank.store.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());
  if (isPipe()) {
    process.stdin.on('error', () => void end());
    process.stdin.on('close', () => void end());
    process.stdin.resume();
  }
  // The reader of our line may be gone before us.
  process.stdout.on('error', () => {});
  const address = await application
    .listen({ port, host: '127.0.0.1' })
    .catch((error: unknown) => fail(portSentence(port, error)));
  process.stdout.write(`${address}\n`);
}

/** A terminal or a closed input tells nothing about who started us. */
function isPipe(): boolean {
  try {
    const status = fstatSync(0);
    return status.isFIFO() || status.isSocket();
  } catch {
    return false;
  }
}

await run().catch(fail);
