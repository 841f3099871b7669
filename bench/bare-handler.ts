import { createServer } from 'node:http';
import pg from 'pg';
import {
  connectionConfig,
  type DatabaseTarget,
  requestTimeouts,
} from '../apps/server/src/platform/database/connection.ts';
import { type ContractRow, toContractItem } from '../apps/server/src/areas/contracts/contract-item.ts';

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
  const pool = new pg.Pool({ ...config, max: 10 });
  pool.on('connect', (client) => {
    void client.query(`select set_config('app.tenant_id', $1, false)`, [plan.tenantId]);
  });
  const server = createServer((_request, response) => {
    const query = { name: 'list', text: plan.sql, values: [...plan.parameters] };
    pool.query<ContractRow>(query, (error, result) => {
      if (error) {
        response.writeHead(500).end();
        return;
      }

      const body = JSON.stringify(result.rows.map(toContractItem));
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      });
      response.end(body);
    });
  });
  server.listen(plan.port, '127.0.0.1', () => process.send?.('ready'));
});
