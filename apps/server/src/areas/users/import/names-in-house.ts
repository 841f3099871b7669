import { foldText } from '@depotwerk/domain/fold-text';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../../platform/database/schema.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { quoteCell } from '../../../platform/table-files/source-table.ts';

/** Roles or groups a file names. */
export interface NamesInHouse {
  /** The id of the only active one of this name. @throws AppError with the German sentence for the line */
  idOf(name: string): string;
}

/** Refuses a line of a file with a sentence of its own. */
export const lineFault = (reason: string) => new AppError('common.validationFailed', { reason });

interface Row {
  readonly id: string;
  readonly name: string;
}

function namesOf(kind: string, rows: readonly Row[]): NamesInHouse {
  const ids = new Map<string, string[]>();
  for (const { id, name } of rows) ids.set(foldText(name), [...(ids.get(foldText(name)) ?? []), id]);
  return {
    idOf(name) {
      const [id, twin] = ids.get(foldText(name)) ?? [];
      if (id === undefined)
        throw lineFault(`Die ${kind} ${quoteCell(name)} gibt es nicht, oder sie ist inaktiv.`);
      if (twin !== undefined)
        throw lineFault(`Die ${kind} ${quoteCell(name)} gibt es mehrfach; bitte ordnen Sie sie von Hand zu.`);
      return id;
    },
  };
}

/** The active roles and groups of the house by name; case and accents do not count. */
export async function readNamesInHouse(
  transaction: Transaction<Schema>,
): Promise<{ roles: NamesInHouse; groups: NamesInHouse }> {
  const roles = await sql<Row>`select id, role_name as name from roles where not is_inactive`.execute(
    transaction,
  );
  const groups = await sql<Row>`select id, group_name as name from groups where not is_inactive`.execute(
    transaction,
  );
  return { roles: namesOf('Rolle', roles.rows), groups: namesOf('Gruppe', groups.rows) };
}
