/** The generator in a process of its own: the server stays responsive, and the memory is gone with it. */

import { connectionConfig, type DatabaseTarget, unlimited } from '@depotwerk/server/public';
import pg from 'pg';
import { fillDemo } from './fill-demo.ts';

// Written by `fillDemoWorld`.
const target = JSON.parse(process.argv[2] ?? '') as DatabaseTarget;
// Whoever waited for us is gone: what was written so far is rolled back.
process.on('disconnect', () => process.exit(1));
const client = new pg.Client(connectionConfig(target, { role: 'owner', timeouts: unlimited }));
await client.connect();
await fillDemo({ client, onProgress: (_message, done) => process.send?.(done) });
await client.end();
// The channel would keep us alive.
process.exit(0);
