// `npm start`: installs, builds what changed, and runs the server, again whenever it dies. Called directly it runs the
// server in this process where its Node allows, for supervisors of the machine's own (systemd, containers) and tests.
import { spawnSync } from 'node:child_process';
import nodeModule from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { staleParts } from './build.mjs';
import {
  compileCache,
  endWithStarter,
  ensureInstalled,
  fail,
  findNode,
  root,
  runToEnd,
  withOwnBinaries,
} from './runtime.mjs';
import { superviseServer } from './supervise.mjs';

endWithStarter();
ensureInstalled({ withTools: false });
const node = findNode();
const isSupervised = process.env.npm_lifecycle_event === 'start';
if (node !== process.execPath && !isSupervised) {
  process.exit(
    await runToEnd(node, [join(root, 'tools/start.mjs'), ...process.argv.slice(2)], { ipc: true }),
  );
}

const stale = staleParts();
if (stale.length > 0) {
  ensureInstalled({ withTools: true });
  // In a process of its own: the builders' memory is gone with it.
  const built = spawnSync(node, [join(root, 'tools/build.mjs'), ...stale], { cwd: root, stdio: 'inherit' });
  if (built.status !== 0) fail('The build failed: see above.');
}
const server = join(root, 'apps/server/dist/main.js');
if (isSupervised) {
  const environment = { ...withOwnBinaries(node), NODE_COMPILE_CACHE: compileCache };
  process.exit(await superviseServer(node, [server], { environment }));
}
// A named import would not even load on Node 20, which has no such function.
nodeModule.enableCompileCache(compileCache);
await import(pathToFileURL(server).href);
// Listening to our starter must not keep us alive by itself.
process.channel?.unref();
