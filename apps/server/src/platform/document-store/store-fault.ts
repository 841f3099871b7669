import type { StoreProblem } from '@depotwerk/api/operation/operation';

/** The store did not do what was asked of it. The message is for operators and names no object. */
export class StoreFault extends Error {
  readonly problem: StoreProblem;

  constructor(problem: StoreProblem, detail: string, options?: ErrorOptions) {
    super(`${problem}: ${detail}`, options);
    this.name = 'StoreFault';
    this.problem = problem;
  }

  /** Whether it is about this object alone, so that others may be tried. */
  get isOfObject(): boolean {
    return ['missing', 'altered', 'refused', 'forbidden'].includes(this.problem);
  }
}

/** One sentence for an operator's console. */
export const problemTexts: Readonly<Record<StoreProblem, string>> = {
  unreachable: 'The document store does not answer.',
  credentials: 'The document store does not know the access key, or its secret is another one.',
  forbidden: 'The access key may not do what is needed; docs/operations.md has the policy.',
  bucketMissing: 'The document store has no such bucket.',
  clock: 'The clocks of this machine and of the document store are more than 15 minutes apart.',
  lockUnknown: 'The bucket takes no retention: make one with object lock, or set DOCUMENT_STORE_LOCK=off.',
  region: 'The document store expects another region (DOCUMENT_STORE_REGION).',
  refused: 'The document store refused the request.',
  missing: 'The document store does not have the object.',
  altered: 'What the document store has is not what was put there.',
};

const problemsByCode: Readonly<Record<string, StoreProblem>> = {
  InvalidAccessKeyId: 'credentials',
  SignatureDoesNotMatch: 'credentials',
  ExpiredToken: 'credentials',
  InvalidToken: 'credentials',
  AccessDenied: 'forbidden',
  NoSuchBucket: 'bucketMissing',
  RequestTimeTooSkewed: 'clock',
  AuthorizationHeaderMalformed: 'region',
  IllegalLocationConstraintException: 'region',
  PermanentRedirect: 'region',
  TemporaryRedirect: 'region',
  ObjectLockConfigurationNotFoundError: 'lockUnknown',
  NoSuchKey: 'missing',
  NoSuchVersion: 'missing',
  BadDigest: 'altered',
  XAmzContentSHA256Mismatch: 'altered',
};

/** What an answer that is no success means. @param text its body */
export function faultOf(status: number, text: string): StoreFault {
  const code = /<Code>([A-Za-z0-9]{1,60})<\/Code>/.exec(text)?.[1];
  const detail = code === undefined ? `status ${status}` : `${code}, status ${status}`;
  const known = code === undefined ? undefined : problemsByCode[code];
  if (known !== undefined) return new StoreFault(known, detail);
  // AWS and MinIO: "Bucket is missing Object Lock Configuration".
  if (code === 'InvalidRequest' && /object ?lock/i.test(text)) return new StoreFault('lockUnknown', detail);
  if (status >= 500 || status === 429 || status === 408) return new StoreFault('unreachable', detail);
  if (status === 301 || status === 307) return new StoreFault('region', detail);
  if (status === 403) return new StoreFault('forbidden', detail);
  if (status === 404) return new StoreFault('missing', detail);
  return new StoreFault('refused', detail);
}
