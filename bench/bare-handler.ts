import { createServer } from 'node:http';
import pg from 'pg';
import { type ContractRow, toContractItem } from '../apps/server/src/areas/contracts/contract-item.ts';
import {
  connectionConfig,
  type DatabaseTarget,
  requestTimeouts,
} from '../apps/server/src/platform/database/connection.ts';

export interface BarePlan {
  readonly target: DatabaseTarget;
  readonly tenantId: string;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/**
 * The yardstick of the contract list: `node:http`, one prepared statement, the rows as JSON. No routing, no
 * session, no check of input or answer, no count; the tenant is set once for each connection.
 */
process.once('message', (plan: BarePlan & { port: number }) => {
  const config = connectionConfig(plan.target, { role: 'app', timeouts: requestTimeouts });
  const pool = new pg.Pool({ ...config, ...withTenant(config, plan.tenantId), max: 10 });
  const server = createServer((_request, response) => {
    const query = { name: 'list', text: plan.sql, values: [...plan.parameters] };
    pool.query<ContractRow>(query, (error, result) => {
      if (error) {
        response.writeHead(500).end();
        return;
      }

      const body = JSON.stringify(result.rows.map((row) => toContractItem(row, { ownCustomerId: null })));
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      });
      response.end(body);
    });
  });
  server.listen(plan.port, '127.0.0.1', () => process.send?.('ready'));
});

/** The tenant as a setting of the connection: nothing of it is left to the single request. */
function withTenant(config: pg.ClientConfig, tenantId: string): pg.ClientConfig {
  const tenant = `-c app.tenant_id=${tenantId}`;
  if (config.connectionString === undefined) return { options: `${config.options} ${tenant}` };
  const url = new URL(config.connectionString);
  url.searchParams.set('options', `${url.searchParams.get('options')} ${tenant}`);
  return { connectionString: url.href };
}
