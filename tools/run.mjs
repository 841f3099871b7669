// Runs a TypeScript file of ours with all its arguments: `node tools/run.mjs tools/demo.ts --contracts 500`.
import { resolve } from 'node:path';
import { ensureInstalled, fail, findNode, runToEnd } from './runtime.mjs';

const [script, ...args] = process.argv.slice(2);
if (script === undefined) fail('Usage: node tools/run.mjs FILE.ts [arguments]');
ensureInstalled({ withTools: false });
process.exit(await runToEnd(findNode(), [resolve(script), ...args]));
