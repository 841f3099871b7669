import { readFileSync, statSync } from 'node:fs';
import { OperatorError } from '../operator-error.ts';

/** What signs requests to the store. */
export interface StoreCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

const names = {
  aws_access_key_id: 'accessKeyId',
  aws_secret_access_key: 'secretAccessKey',
  aws_session_token: 'sessionToken',
} as const;

/**
 * Reads the lines `aws_access_key_id = …` and `aws_secret_access_key = …`, as AWS's own tools write them; sections and
 * comments are skipped. @throws OperatorError
 */
export function parseCredentials(text: string, file: string): StoreCredentials {
  const found: Partial<Record<(typeof names)[keyof typeof names], string>> = {};
  for (const line of text.split(/\r?\n/)) {
    const [, name, value] = /^\s*(aws_[a-z_]+)\s*=\s*(\S+)\s*$/.exec(line) ?? [];
    if (name === undefined || value === undefined || !(name in names)) continue;
    // Looked up just now.
    const member = names[name as keyof typeof names];
    if (found[member] !== undefined) {
      throw new OperatorError(`${file} has two lines ${name}: leave one access key in it.`);
    }
    found[member] = value;
  }
  const { accessKeyId, secretAccessKey, sessionToken } = found;
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new OperatorError(
      `${file} must hold the lines "aws_access_key_id = …" and "aws_secret_access_key = …".`,
    );
  }
  return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
}

/**
 * The credentials of a file, read again when it was changed: keys are replaced without a restart.
 * The function throws `OperatorError` when the file is missing, open to others or malformed.
 */
export function credentialsOf(file: string): () => StoreCredentials {
  let known: { readonly stamp: string; readonly credentials: StoreCredentials } | undefined;
  return () => {
    let text: string;
    let stamp: string;
    try {
      const { mode, mtimeMs, ino } = statSync(file);
      stamp = `${ino} ${mtimeMs}`;
      if (known?.stamp === stamp) return known.credentials;
      // As the key file: its owner and group, nobody else.
      if (process.platform !== 'win32' && (mode & 0o027) !== 0) {
        const shown = (mode & 0o777).toString(8).padStart(4, '0');
        throw new OperatorError(
          `The file ${file} can be read or changed by others (mode ${shown}): run "chmod 600 ${file}".`,
        );
      }
      text = readFileSync(file, 'utf8');
    } catch (error) {
      if (error instanceof OperatorError) throw error;
      throw new OperatorError(`The file ${file} (DOCUMENT_STORE_CREDENTIALS_FILE) cannot be read.`, {
        cause: error,
      });
    }
    known = { stamp, credentials: parseCredentials(text, file) };
    return known.credentials;
  };
}
