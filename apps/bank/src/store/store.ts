import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { schemaSql, schemaVersion, upgrades } from './schema.ts';

export type Value = string | number | null;

/** The bank's own storage. All access is synchronous: what runs between two awaits is never interleaved. */
export class Store {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /** Opens or creates the store in the folder, an older one is led on. Throws when it was written by a later version. */
  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#database = new DatabaseSync(join(folder, 'bank.sqlite'), { timeout: 5000 });
    this.#database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
    this.transaction(() => {
      const version = this.get<{ user_version: number }>('pragma user_version')?.user_version ?? 0;
      if (version === 0) this.#database.exec(schemaSql);
      else this.#upgrade(version);
      this.#database.exec(`pragma user_version = ${schemaVersion}`);
    });
  }

  #upgrade(from: number): void {
    for (let version = from; version !== schemaVersion; version += 1) {
      const step = upgrades[version];
      if (step === undefined)
        throw new Error(`The bank's store has version ${from}, expected ${schemaVersion}.`);
      this.#database.exec(step);
    }
  }

  /** All rows; `T` names the columns of the statement. */
  all<T extends object>(sql: string, ...values: Value[]): T[] {
    // The driver does not know the columns; the statement beside the type does.
    return this.#prepare(sql).all(...values) as T[];
  }

  /** The first row, if any. */
  // The row type of a statement is known to its writer only.
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  get<T extends object>(sql: string, ...values: Value[]): T | undefined {
    // As above.
    return this.#prepare(sql).get(...values) as T | undefined;
  }

  /** Runs a statement; gives the number of rows changed and the id of the last row inserted. */
  run(sql: string, ...values: Value[]): { readonly changes: number; readonly id: number } {
    const { changes, lastInsertRowid } = this.#prepare(sql).run(...values);
    return { changes: Number(changes), id: Number(lastInsertRowid) };
  }

  /** All or nothing, on disk when it returns. Inside another transaction it is part of that one. */
  transaction<T>(work: () => T): T {
    if (this.#database.isTransaction) return work();
    this.#database.exec('begin immediate');
    try {
      const result = work();
      this.#database.exec('commit');
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('rollback');
      throw error;
    }
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
