import { resolve } from 'node:path';
import { bareHost } from '../http/bare-host.ts';
import { isLoopback } from '../loopback.ts';
import { OperatorError } from '../operator-error.ts';

/** How the store itself keeps an object from being deleted until its retention ends; `off` = not at all. */
export const storeLocks = ['off', 'governance', 'compliance'] as const;
export type StoreLock = (typeof storeLocks)[number];

/** Where contents of documents go. */
export interface DocumentStoreSettings {
  /** Address of the bucket, without a slash at its end; the bucket is in its host or its path. */
  readonly bucketUrl: string;
  readonly region: string;
  readonly credentialsFile: string;
  readonly lock: StoreLock;
  /** Whether contents still leave the database; what lies there is read and deleted in any case. */
  readonly moves: boolean;
}

/** Names of the variables, as `config.ts` reads them. */
type StoreVariable =
  | 'DOCUMENT_STORE_URL'
  | 'DOCUMENT_STORE_REGION'
  | 'DOCUMENT_STORE_CREDENTIALS_FILE'
  | 'DOCUMENT_STORE_LOCK'
  | 'DOCUMENT_STORE_MOVES';
type Read = <T>(
  name: StoreVariable,
  expected: string,
  parse: (text: string) => T | undefined,
) => T | undefined;

/** An address documents go to: https, or this machine; the bucket's, with nothing after it. */
function parseBucketUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isSafe =
    url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(bareHost(url.hostname)));
  const isBare = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  const path = url.pathname.replace(/\/$/, '');
  const isBucket = path === '' || /^\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(path);
  return isSafe && isBare && isBucket ? `${url.origin}${path}` : undefined;
}

const oneOf =
  <const T extends string>(values: readonly T[]) =>
  (text: string): T | undefined =>
    values.find((value) => value === text);

/** The store the operator names; null = contents stay in the database. @throws OperatorError */
export function readStoreSettings(read: Read): DocumentStoreSettings | null {
  const bucketUrl = read(
    'DOCUMENT_STORE_URL',
    'the https address of a bucket such as https://s3.example/depotwerk or https://depotwerk.s3.example',
    parseBucketUrl,
  );
  const credentialsFile = read('DOCUMENT_STORE_CREDENTIALS_FILE', 'a path', (text) => resolve(text));
  const lock = read('DOCUMENT_STORE_LOCK', `one of ${storeLocks.join(', ')}`, oneOf(storeLocks));
  const region = read('DOCUMENT_STORE_REGION', 'a region such as eu-central-1', (text) =>
    /^[a-z0-9][a-z0-9-]{0,40}$/.test(text) ? text : undefined,
  );
  const moves = read('DOCUMENT_STORE_MOVES', '"on" or "off"', oneOf(['on', 'off']));
  const others = [credentialsFile, lock, region, moves];
  if (bucketUrl === undefined) {
    if (others.every((value) => value === undefined)) return null;
    throw new OperatorError(
      'DOCUMENT_STORE_… is set without DOCUMENT_STORE_URL: name the bucket as well, or none of them.',
    );
  }
  if (credentialsFile === undefined) {
    throw new OperatorError(
      'DOCUMENT_STORE_URL needs DOCUMENT_STORE_CREDENTIALS_FILE: a file with the access key of the bucket.',
    );
  }
  // Nobody gets less than he thinks: whether the bucket locks is said, never guessed.
  if (lock === undefined) {
    throw new OperatorError(
      'DOCUMENT_STORE_URL needs DOCUMENT_STORE_LOCK: "compliance" or "governance" in a bucket with object lock, else "off".',
    );
  }
  return { bucketUrl, region: region ?? 'us-east-1', credentialsFile, lock, moves: moves !== 'off' };
}
