import { Readable } from 'node:stream';
import { AppError } from '../http/app-error.ts';
import type { SignedInContext } from '../http/request-context.ts';
import { Reply } from '../http/route.ts';
import { ExportTurns } from './export-turns.ts';

/** Those of this process. */
const turns = new ExportTurns();

/** Who asks for a file. */
export type ExportContext = Pick<SignedInContext, 'actor' | 'zone' | 'signal'>;

/** Does a piece of the file when it is its turn. It ends with the piece, before the reader takes it: a slow one holds nobody up. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

export interface FileToWrite {
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: AsyncGenerator<Uint8Array>;
}

/**
 * A file that is written while it is sent, in turns with those of everybody. Its first piece is written before anything is
 * sent: what fails at once is told as an error, not as half a file.
 * @throws 429 when the caller or his house has enough files under way
 */
export async function fileInTurns(
  { actor, signal }: ExportContext,
  make: (inTurn: InTurn) => Promise<FileToWrite>,
): Promise<Reply<never>> {
  const turn = turns.begin(actor);
  let hasBegun = false;
  try {
    const { bytes, ...head } = await make((work) => {
      hasBegun = true;
      return turn.use(work, signal);
    });
    const body = Readable.from(await begun(bytes, () => hasBegun), { objectMode: false });
    body.once('close', () => turn.end());
    return Reply.file({ ...head, body });
  } catch (error) {
    turn.end();
    // Nobody hears the answer.
    throw signal.aborted ? new AppError('common.badRequest', { cause: error }) : error;
  }
}

/** The same bytes, those of its beginning in memory. */
async function begun(
  file: AsyncGenerator<Uint8Array>,
  hasBegun: () => boolean,
): Promise<AsyncGenerator<Uint8Array>> {
  const beginning: Uint8Array[] = [];
  while (!hasBegun()) {
    const { done, value } = await file.next();
    if (done === true) break;
    beginning.push(value);
  }
  return (async function* () {
    yield* beginning;
    yield* file;
  })();
}
