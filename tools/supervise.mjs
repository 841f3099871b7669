// Keeps the server of `npm start` running: plain JavaScript that also Node 20 runs.
import { spawn } from 'node:child_process';

/** A server that died this soon after its start died quickly; one that ran longer is forgiven those before. */
const quietMs = 60_000;
const longestPauseMs = 60_000;

/**
 * Milliseconds to wait before the next start, doubling with every quick death in a row. It never ends: what kills a
 * server again and again (a full disk, a neighbour that takes all memory) may pass while nobody is there.
 * @param {number} quickDeaths @param {number} firstPauseMs @param {number} longestMs
 */
export function pauseBefore(quickDeaths, firstPauseMs = 1000, longestMs = longestPauseMs) {
  return Math.min(longestMs, firstPauseMs * 2 ** Math.max(0, quickDeaths - 1));
}

/**
 * Runs a server and starts it again when it dies. It tells us by a message that it runs: one that never did has said
 * why and is not tried again, one that ends with 0 was meant to. Signals are passed on and end it all.
 * @param {string} program @param {string[]} args
 * @param {{ environment?: NodeJS.ProcessEnv, firstPauseMs?: number, longestPauseMs?: number, quietMs?: number, say?: (line: string) => void }} [options]
 * @returns {Promise<number>} exit code of the last run
 */
export function superviseServer(program, args, options = {}) {
  const say = options.say ?? ((line) => console.error(line));
  let quickDeaths = 0;
  let hasRun = false;
  let isEnding = false;
  let child;
  let waiting;
  return new Promise((resolve) => {
    const start = () => {
      const startedAt = Date.now();
      let isRunning = false;
      waiting = undefined;
      child = spawn(program, args, {
        // With a channel to us the server notices when we are killed, and ends.
        stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
        env: options.environment ?? process.env,
      });
      child.once('message', () => {
        isRunning = true;
        hasRun = true;
      });
      child.once('error', (error) => {
        say(`${program} cannot be started: ${error.message}`);
        resolve(1);
      });
      child.once('exit', (code, signal) => {
        if (isEnding || code === 0 || !hasRun) {
          resolve(code ?? (signal === 'SIGINT' ? 130 : 1));
          return;
        }
        const isQuick = !isRunning || Date.now() - startedAt < (options.quietMs ?? quietMs);
        quickDeaths = isQuick ? quickDeaths + 1 : 1;
        const reason = code === null ? `was ended by ${signal}` : `ended with code ${code}`;
        const pause = pauseBefore(quickDeaths, options.firstPauseMs, options.longestPauseMs);
        const times = quickDeaths > 1 ? `, ${quickDeaths} times in a row soon after its start` : '';
        say(`The server ${reason}${times}; it is started again in ${(pause / 1000).toFixed(0)} s.`);
        waiting = setTimeout(start, pause);
      });
    };
    for (const name of /** @type {NodeJS.Signals[]} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
      process.on(name, () => {
        isEnding = true;
        if (waiting === undefined) child?.kill(name);
        else {
          clearTimeout(waiting);
          resolve(0);
        }
      });
    }
    start();
  });
}
