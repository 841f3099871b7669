import { setTimeout as sleep } from 'node:timers/promises';
import type {
  importUsers as importCall,
  previewUserImport as previewCall,
  UserImport,
} from '@depotwerk/api/users/user-imports';
import { largestFileBytes } from '@depotwerk/domain/limits';
import { sql, type Transaction } from 'kysely';
import { type KeptAudits, keepAudits, writeAudit } from '../../../platform/audit/write-audit.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { readFileApart } from '../../../platform/file-threads/file-threads.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { BodyVerb } from '../../../platform/http/verb.ts';
import { answerPrepared } from '../../../platform/idempotency.ts';
import { lockPeople } from '../../../platform/own-rights.ts';
import { requirePermission } from '../../../platform/scope.ts';
import type { SignInServices } from '../../../platform/services.ts';
import { readNamesInHouse } from './names-in-house.ts';
import { type PersonFile, type PersonLine, personFileReader } from './person-file.ts';
import { reasonOf } from './refusal-reason.ts';
import { type PersonImport, takePerson } from './take-person.ts';

/** Ends a preview: the transaction is undone, the outcome survives. */
class PreviewEnd extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super('preview');
    this.outcome = outcome;
  }
}

interface Outcome {
  readonly answer: UserImport;
  readonly ended: readonly string[];
}

/**
 * Tells what would become of each line of a file of people: everything is done as in the import itself, and undone.
 * @throws 403, 400 with the sentence that says why the file is refused, 413
 */
export const previewUserImport: BodyVerb<typeof previewCall, SignInServices> = async (
  services,
  context,
  body,
) => {
  requirePermission(context.scope, 'userManagement.editUsers');
  const file = await readPeople(body);
  try {
    return await services.database.transaction(context.scope, async (transaction) => {
      const audits = keepAudits(transaction);
      throw new PreviewEnd(
        await takePeople(services, transaction, context, file, { audits, isInviting: false }),
      );
    });
  } catch (error) {
    if (!(error instanceof PreviewEnd)) throw error;
    const { lines, ...found } = error.outcome.answer;
    return { lines: lines.map(({ link: _link, ...line }) => line), ...found };
  }
};

/**
 * Adds and changes the people of a file in one transaction, each by the rules of the form and with the form's entries in
 * the log, and one for the file. A line that is refused leaves nothing and does not stop the others.
 * @throws as the preview
 */
export const importUsers: BodyVerb<typeof importCall, SignInServices> = async (services, context, body) => {
  requirePermission(context.scope, 'userManagement.editUsers');
  let ended: readonly string[] = [];
  const answer = await answerPrepared(
    services.database,
    context,
    'importUsers',
    body,
    () => readPeople(body),
    async (transaction, file) => {
      const audits = keepAudits(transaction);
      const { isInviting } = body;
      const outcome = await takePeople(services, transaction, context, file, { audits, isInviting });
      ended = outcome.ended;
      await audits.write();
      return outcome.answer;
    },
  );
  services.sessions.forget(ended);
  return answer;
};

async function readPeople({
  fileName,
  contentBase64,
}: {
  fileName: string;
  contentBase64: string;
}): Promise<PersonFile> {
  const bytes = Buffer.from(contentBase64, 'base64');
  if (bytes.byteLength > largestFileBytes) throw new AppError('common.payloadTooLarge');
  return readFileApart(personFileReader, { bytes, fileName });
}

/** Milliseconds a file waits for another one, far longer than one takes. */
const longestWait = 12_000;

/**
 * One file of people at a time: two that name the same people would wait for each other at every line, whichever house
 * they are of. @throws 409 while another one takes long
 */
async function takeTurn(transaction: Transaction<Schema>): Promise<void> {
  for (const end = performance.now() + longestWait; ; await sleep(50 + Math.random() * 100)) {
    const { rows } = await sql<{ isTaken: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('importUsers', 0)) as "isTaken"`.execute(transaction);
    if (rows[0]?.isTaken) return;
    if (performance.now() > end) throw new AppError('common.inProgress', { retryAfter: 5 });
  }
}

async function takePeople(
  services: SignInServices,
  transaction: Transaction<Schema>,
  context: SignedInContext,
  { lines, ignoredColumns, notes }: PersonFile,
  { audits, isInviting }: { readonly audits: KeptAudits; readonly isInviting: boolean },
): Promise<Outcome> {
  await takeTurn(transaction);
  await lockPeople(transaction);
  const names = await readNamesInHouse(transaction);
  const work = { services, transaction, context, isInviting, ...names };
  const seen = new Map<string, number>();
  const ended: string[] = [];
  const taken: UserImport['lines'] = [];
  for (const line of lines) {
    const userName = line.userName.slice(0, 200).toWellFormed();
    const twin = seen.get(line.userName.toLowerCase());
    const fault =
      line.fault ?? (twin === undefined ? null : `Die E-Mail-Adresse steht schon in Zeile ${twin}.`);
    if (line.userName !== '' && twin === undefined) seen.set(line.userName.toLowerCase(), line.line);
    const outcome =
      fault === null ? await takeLine(work, audits, line) : { fate: 'refused' as const, reason: fault };
    if ('ended' in outcome) ended.push(...outcome.ended);
    taken.push({
      line: line.line,
      userName,
      fate: outcome.fate,
      reason: 'reason' in outcome ? outcome.reason : null,
      ...('changes' in outcome && outcome.changes.length > 0 && { changes: [...outcome.changes] }),
      link: 'link' in outcome ? outcome.link : null,
    });
  }
  const countOf = (fate: (typeof taken)[number]['fate']) => taken.filter((line) => line.fate === fate).length;
  await writeAudit(transaction, {
    actor: context.actor,
    action: 'users.import',
    objectType: 'user',
    details: {
      added: countOf('new'),
      changed: countOf('changed'),
      unchanged: countOf('unchanged'),
      refused: countOf('refused'),
      isInviting,
    },
  });
  return { answer: { lines: taken, ignoredColumns: [...ignoredColumns], notes: [...notes] }, ended };
}

/** One line; what a refused one had begun is undone. */
async function takeLine(work: PersonImport, audits: KeptAudits, line: PersonLine) {
  const { transaction } = work;
  const logged = audits.count();
  await sql`savepoint person`.execute(transaction);
  try {
    const taken = await takePerson(work, line);
    await sql`release savepoint person`.execute(transaction);
    return taken;
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null) throw error;
    await sql`rollback to savepoint person`.execute(transaction);
    audits.cut(logged);
    return { fate: 'refused' as const, reason };
  }
}
