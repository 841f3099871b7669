// `npm test`: installs what is missing, then runs tools/test.ts with a Node that can.
import { join } from 'node:path';
import { ensureInstalled, findNode, root, runToEnd } from './runtime.mjs';

ensureInstalled({ withTools: true });
process.chdir(root);
process.exit(await runToEnd(findNode(), [join(root, 'tools/test.ts'), ...process.argv.slice(2)]));
