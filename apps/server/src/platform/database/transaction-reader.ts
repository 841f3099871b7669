import { CompiledQuery, type Transaction } from 'kysely';
import type { Reader, ReadQuery } from './database.ts';
import type { Schema } from './schema.ts';
import { encodeValue } from './value-encoder.ts';

/** Lets a view read inside a transaction: what it sees is what the transaction sees, under the transaction's context. */
export function readerIn(transaction: Transaction<Schema>): Reader {
  const run = async (query: ReadQuery<unknown>): Promise<unknown[]> => {
    const { sql, parameters } = 'compile' in query ? query.compile() : query;
    const values = parameters.map(encodeValue);
    const { rows } = await transaction.executeQuery<unknown>(CompiledQuery.raw(sql, values));
    return rows;
  };
  return {
    // The queries' builders vouch for the row types, as in `Database`.
    read: async <R>(_context: object, query: ReadQuery<R>) => (await run(query)) as R[],
    readMany: async <T extends unknown[]>(
      _context: object,
      queries: { readonly [K in keyof T]: ReadQuery<T[K]> },
    ) => {
      const results: unknown[][] = [];
      // One connection answers one question after the other.
      for (const query of queries) results.push(await run(query));
      return results as { [K in keyof T]: T[K][] };
    },
  };
}
