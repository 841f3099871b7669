import { argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '../http/app-error.ts';
import { equalInConstantTime } from '../secrets/equal-in-constant-time.ts';
import { Slots } from '../slots.ts';

/** Cost of new hashes: KiB of memory, passes, lanes. Raise here; sign-ins rehash older ones. */
export interface HashCost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

export const currentCost: HashCost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;
const saltLength = 16;
const atOnce = 4;
const maxWaiting = 200;

const run = promisify(argon2);
const shape =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{16,64})\$([A-Za-z0-9+/]{32,128})$/;

export interface PasswordHasher {
  /** PHC string `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
  hash(password: string): Promise<string>;
  /** Takes as long for a user without hash (null) as for a wrong password. */
  verify(password: string, hash: string | null): Promise<{ isCorrect: boolean; needsRehash: boolean }>;
}

/**
 * Hashes with argon2id of node:crypto, at most four at once so that sign-ins cannot take the machine; when 200
 * wait already, the next is refused with common.unavailable.
 */
export function createPasswordHasher(cost: HashCost = currentCost): PasswordHasher {
  const slots = new Slots(atOnce);
  const limit = async <T>(work: () => Promise<T>): Promise<T> => {
    if (slots.waiting >= maxWaiting) throw new AppError('common.unavailable', { retryAfter: 5 });
    return slots.use(work);
  };
  // Compared when there is nobody to compare with.
  const nobody = hashOfNothing(cost);

  return {
    hash: (password) =>
      limit(async () => {
        const salt = randomBytes(saltLength);
        return format(cost, salt, await derive(password, salt, cost, tagLength));
      }),

    verify: (password, hash) =>
      limit(async () => {
        const stored = parse(hash ?? nobody) ?? parse(nobody);
        if (!stored) throw new Error('the placeholder hash must parse');
        const derived = await derive(password, stored.salt, stored.cost, stored.tag.length);
        const isEqual = equalInConstantTime(derived, stored.tag);
        return { isCorrect: isEqual && hash !== null, needsRehash: isWeaker(stored.cost, cost) };
      }),
  };
}

/** A hash no password is known to lead to: who has it has a password still, and none that opens anything. */
export const hashOfNothing = (cost: HashCost = currentCost): string =>
  format(cost, randomBytes(saltLength), randomBytes(tagLength));

async function derive(password: string, salt: Buffer, cost: HashCost, length: number): Promise<Buffer> {
  const result: Buffer = await run('argon2id', {
    // As typed: no trimming, no normalisation, no cut at 72 bytes.
    message: Buffer.from(password, 'utf8'),
    nonce: salt,
    memory: cost.memory,
    passes: cost.passes,
    parallelism: cost.parallelism,
    tagLength: length,
  });
  return result;
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

function format(cost: HashCost, salt: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

function parse(hash: string): { cost: HashCost; salt: Buffer; tag: Buffer } | null {
  const match = shape.exec(hash);
  if (!match?.[4] || !match[5]) return null;
  return {
    cost: { memory: Number(match[1]), passes: Number(match[2]), parallelism: Number(match[3]) },
    salt: Buffer.from(match[4], 'base64'),
    tag: Buffer.from(match[5], 'base64'),
  };
}

function isWeaker(stored: HashCost, wanted: HashCost): boolean {
  return stored.memory < wanted.memory || stored.passes < wanted.passes;
}
