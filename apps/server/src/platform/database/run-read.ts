import { guidPattern } from '@depotwerk/domain/guid';
import pg from 'pg';
import { DatabaseUnavailable, isLostConnection } from './database-errors.ts';
import type { FreshConnections } from './fresh-connections.ts';
import { type ReadOptions, type Row, ScopedRead, type Statement } from './scoped-read.ts';

/** Whose rows a statement may see; null means none (row level security then shows no tenant's rows). */
export interface DbContext {
  readonly tenantId: string | null;
  readonly userId: string | null;
}

/** An id of a context as part of a statement. */
export function idLiteral(id: string | null): string {
  if (id === null) return "''";
  if (!guidPattern.test(id)) throw new TypeError('A context id must be a UUID.');
  return `'${id}'`;
}

/** Statements in one round trip over a connection of a pool; one that does not answer within `patienceMs` is given up. */
export function runRead(
  connections: FreshConnections,
  context: DbContext,
  statements: readonly Statement[],
  options: ReadOptions,
  patienceMs: number,
): Promise<Row[][]> {
  return new Promise((resolve, reject) => {
    connections.take((connectError, client) => {
      if (!client) {
        reject(connectError ?? new Error('The pool gave no connection.'));
        return;
      }
      let isOver = false;
      const finish = (error: unknown, results: Row[][], isBroken: boolean): void => {
        if (isOver) return;
        isOver = true;
        clearTimeout(timer);
        client.release(isBroken);
        if (error) reject(error);
        else resolve(results);
      };
      // The server cancels a slow statement itself; this one is for a server that no longer answers.
      const timer = setTimeout(() => {
        finish(new DatabaseUnavailable('away'), [], true);
      }, patienceMs);
      const done = (error: unknown, results: Row[][]): void => {
        const isBroken = error !== undefined && !(error instanceof pg.DatabaseError);
        finish(error, results, isBroken || isLostConnection(error));
      };
      client.query(new ScopedRead(context.tenantId, context.userId, statements, options, done));
    });
  });
}
