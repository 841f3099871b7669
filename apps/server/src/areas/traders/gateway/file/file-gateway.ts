import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../../../platform/database/database-errors.ts';
import { readFileApart } from '../../../../platform/file-threads/file-threads.ts';
import { positionFileReader } from '../../../../platform/position-files/position-file.ts';
import type { Statement, StatementProblem } from '../../../../platform/position-files/statement.ts';
import { ImportRefused } from '../../../../platform/table-files/import-refused.ts';
import {
  type BankDepot,
  type BankDepotHead,
  type TraderAccess,
  TraderFault,
  type TraderGateway,
} from '../trader-gateway.ts';
import { toBankDepot } from './statement.ts';

const maximumBytes = 50 * 1024 * 1024;

interface Folder {
  /** Changes with any file of the folder. */
  readonly stamp: string;
  /** Newest statement by account. */
  readonly statements: ReadonlyMap<string, Statement>;
  readonly problems: readonly StatementProblem[];
}

/**
 * Institutions that deliver position files: MT535 and semt.002 in a folder become depots like any bank's. The newest
 * statement of an account counts; hidden and partial files (`.name`, `name.part`) are left alone. Nothing can be ordered.
 */
export class FileGateway implements TraderGateway {
  readonly #directory: string;
  #folder: Promise<Folder> | undefined;
  #stamp = '';

  constructor(directory: string) {
    this.#directory = directory;
  }

  signIn(): Promise<never> {
    return this.#refuse('Dieses Institut liefert Bestände als Datei; eine Anmeldung gibt es dort nicht.');
  }

  changePassword(): Promise<never> {
    return this.signIn();
  }

  async listDepots(_access: TraderAccess): Promise<BankDepotHead[]> {
    const { statements } = await this.#read();
    return [...statements.values()].map(toBankDepot);
  }

  async readDepot(_access: TraderAccess, externalKey: string): Promise<BankDepot> {
    const { statements } = await this.#read();
    const statement = statements.get(externalKey);
    if (!statement) throw new TraderFault('notFound', `In den Dateien gibt es kein Depot ${externalKey}.`);
    return toBankDepot(statement);
  }

  /** Rows and files that could not be read: shown with the refresh, never dropped. */
  async listProblems(): Promise<readonly StatementProblem[]> {
    return (await this.#read()).problems;
  }

  startSigning(): Promise<never> {
    return this.#refuseOrders();
  }
  selectMethod(): Promise<never> {
    return this.#refuseOrders();
  }
  readSigning(): Promise<never> {
    return this.#refuseOrders();
  }
  confirmSigning(): Promise<never> {
    return this.#refuseOrders();
  }
  execute(): Promise<never> {
    return this.#refuseOrders();
  }
  findExecution(): Promise<never> {
    return this.#refuseOrders();
  }
  findOpening(): Promise<never> {
    return this.#refuseOrders();
  }
  openDepot(): Promise<never> {
    return this.#refuseOrders();
  }
  startDepotSigning(): Promise<never> {
    return this.#refuseOrders();
  }

  #refuseOrders(): Promise<never> {
    return this.#refuse('Dieses Institut liefert Bestände als Datei; Aufträge nimmt es von hier nicht an.');
  }

  #refuse(message: string): Promise<never> {
    return Promise.reject(new TraderFault('notSupported', message));
  }

  /** Reads the folder once for all depots, and again when a file changed. */
  async #read(): Promise<Folder> {
    const files = await this.#listFiles();
    const stamp = createHash('sha256')
      .update(files.map((file) => `${file.name} ${file.size} ${file.changedAt}`).join('\n'))
      .digest('hex');
    if (!this.#folder || this.#stamp !== stamp) {
      this.#stamp = stamp;
      this.#folder = this.#readFiles(stamp, files).catch((error: unknown) => {
        this.#stamp = '';
        throw error;
      });
    }
    return this.#folder;
  }

  async #listFiles(): Promise<{ name: string; size: number; changedAt: number }[]> {
    const entries = await readdir(this.#directory, { withFileTypes: true }).catch((cause: unknown) => {
      // Nothing delivered yet is no outage: asking again in a moment would not help.
      if (errorCode(cause) === 'ENOENT') {
        throw new TraderFault('notSupported', 'Für dieses Institut liegen keine Bestandsdateien vor.', {
          cause,
        });
      }
      throw new TraderFault('unavailable', 'Der Ordner mit den Bestandsdateien ist nicht lesbar.', { cause });
    });
    const names = entries
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !entry.name.endsWith('.part'))
      .map((entry) => entry.name)
      .toSorted();
    return Promise.all(
      names.map(async (name) => {
        const { size, mtimeMs } = await stat(join(this.#directory, name));
        return { name, size, changedAt: mtimeMs };
      }),
    );
  }

  async #readFiles(stamp: string, files: readonly { name: string; size: number }[]): Promise<Folder> {
    const statements = new Map<string, Statement>();
    const problems: StatementProblem[] = [];
    for (const { name, size } of files) {
      try {
        if (size > maximumBytes) throw new ImportRefused('Die Datei ist größer als 50 MB.');
        const bytes = await readFile(join(this.#directory, name));
        const read = await readFileApart(positionFileReader, { bytes, fileName: name });
        problems.push(
          ...read.problems.map((problem) => ({ ...problem, message: `${name}: ${problem.message}` })),
        );
        for (const statement of read.statements) {
          const known = statements.get(statement.account);
          if (!known || known.date <= statement.date) statements.set(statement.account, statement);
        }
      } catch (error) {
        if (!(error instanceof ImportRefused)) throw error;
        problems.push({ account: null, message: `${name}: ${error.message}` });
      }
    }
    return { stamp, statements, problems };
  }
}
