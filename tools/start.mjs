// `npm start`: installs, builds what changed, and runs the server in this process where its Node allows.
import { spawnSync } from 'node:child_process';
import nodeModule from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { staleParts } from './build.mjs';
import { ensureInstalled, fail, findNode, root, runToEnd } from './runtime.mjs';

ensureInstalled();
const node = findNode();
if (node !== process.execPath) {
  process.exit(
    await runToEnd(node, [join(root, 'tools/start.mjs'), ...process.argv.slice(2)], { ipc: true }),
  );
}

const stale = staleParts();
if (stale.length > 0) {
  // In a process of its own: the builders' memory is gone with it.
  const built = spawnSync(node, [join(root, 'tools/build.mjs'), ...stale], { cwd: root, stdio: 'inherit' });
  if (built.status !== 0) fail('The build failed: see above.');
}
// A named import would not even load on Node 20, which has no such function.
nodeModule.enableCompileCache(join(root, 'node_modules/.cache/depotwerk'));
await import(pathToFileURL(join(root, 'apps/server/dist/main.js')).href);
// Listening to our starter must not keep us alive by itself.
process.channel?.unref();
