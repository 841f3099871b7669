import type { DbContext, Reader, ReadQuery } from './database/database.ts';
import { notFound } from './http/app-error.ts';

/** The one row of something that is looked for by its id. @throws common.notFound where the caller sees none */
export async function readOne<Row>(reader: Reader, context: DbContext, query: ReadQuery<Row>): Promise<Row> {
  const [row] = await reader.read<Row>(context, query);
  if (row === undefined) throw notFound();
  return row;
}
