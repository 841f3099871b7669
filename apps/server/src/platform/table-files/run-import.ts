import { readConfig } from '../config.ts';
import { Database } from '../database/database.ts';
import { DatabaseUnavailable } from '../database/database-errors.ts';
import { openDatabase } from '../open-database.ts';
import { OperatorError } from '../operator-error.ts';
import { openMarkText } from './decimal-mark.ts';
import { ImportRefused } from './import-refused.ts';

/** Where an import of the console says what it did and what is wrong. */
export interface Console {
  readonly out: (line: string) => void;
  readonly error: (line: string) => void;
}

interface ImportOptions<Command> {
  /** What was asked for; `place` is the folder the command was given in. @throws OperatorError */
  readonly readCommand: (place: string) => Command;
  /** Milliseconds to wait for a connection; absent = the usual ones. */
  readonly connectionTimeout?: number;
  /** What to say when the database does not answer. */
  readonly unreachable: string;
}

/**
 * Runs an import of the console beside a server or without one; answers the exit code. What the operator or his file got wrong
 * is said in one sentence, without a stack.
 */
export async function runImport<Command>(
  variables: Readonly<Record<string, string | undefined>>,
  console: Console,
  { readCommand, connectionTimeout, unreachable }: ImportOptions<Command>,
  work: (database: Database, command: Command, isEmbedded: boolean) => Promise<number>,
): Promise<number> {
  try {
    // npm changes to the root of the package; paths are meant from where the command was given.
    const { INIT_CWD: place = process.cwd(), ...rest } = variables;
    const command = readCommand(place);
    const opened = await openDatabase(readConfig(rest), { mayJoin: true });
    const database = new Database(opened.target, {
      poolSize: 2,
      ...(connectionTimeout !== undefined && { connectionTimeout }),
    });
    try {
      return await work(database, command, opened.target.kind === 'socket');
    } finally {
      await database.close();
      await opened.close();
    }
  } catch (error) {
    if (error instanceof ImportRefused) {
      const option = error.message.endsWith(openMarkText) ? ' --decimal point | --decimal comma' : '';
      console.error(`Die Datei wurde abgelehnt. ${error.message}${option}`);
    } else if (error instanceof OperatorError) console.error(error.message);
    else if (error instanceof DatabaseUnavailable) console.error(unreachable);
    else throw error;
    return 1;
  }
}
