import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { DatabaseTarget } from '@depotwerk/server/public';

/** In sources beside this file, in the build beside the bundle. */
function processFile(): string {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return fileURLToPath(new URL(`./fill-demo-process.${extension}`, import.meta.url));
}

/** Fills the demo world of the default size in a child process; `onProgress` hears the done part, 0 to 1. */
export function fillDemoWorld(target: DatabaseTarget, onProgress: (done: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(processFile(), [JSON.stringify(target)], { execArgv: [] });
    child.on('message', (done) => onProgress(Number(done)));
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The generator of the demo world ended with ${code}.`));
    });
  });
}
