import type pg from 'pg';
import { quoteCell } from '../../../platform/table-files/source-table.ts';
import type { ReadField } from './read-field.ts';

/** Ids of the tenant's peer groups as a file may name them. */
export interface Peergroups {
  readonly byKey: ReadonlyMap<string, number>;
  readonly byName: ReadonlyMap<string, number>;
}

/** File systems and spreadsheets write umlauts in two ways; names are compared without case, as the table keeps them. */
const fold = (name: string) => name.normalize('NFC').toLowerCase();

/** Reads the peer groups of the tenant the connection stands in. */
export async function readPeergroups(connection: pg.ClientBase): Promise<Peergroups> {
  const { rows } = await connection.query<{ id: number; key: string; name: string }>(
    'select id, peergroup_key as key, peergroup_name as name from peergroups where tenant_id = app_tenant_id()',
  );
  return {
    byKey: new Map(rows.map(({ id, key }) => [key, id])),
    byName: new Map(rows.map(({ id, name }) => [fold(name), id])),
  };
}

/** The id of the peer group with this key or, where no key is so, this name; else why the row is not taken. */
export function findPeergroup(peergroups: Peergroups, text: string): ReadField {
  const id = peergroups.byKey.get(text) ?? peergroups.byName.get(fold(text));
  return id === undefined
    ? {
        code: 'peergroup.unknown',
        reason: `Die Peergroup ${quoteCell(text)} gibt es nicht. Legen Sie sie an oder lassen Sie die Zelle leer.`,
      }
    : { value: String(id) };
}
