import { join, resolve } from 'node:path';

export interface Settings {
  readonly port: number;
  /** Folder of the store. */
  readonly folder: string;
}

/** What the environment says. Throws one sentence for a port that is none. */
export function readSettings(variables: Readonly<Record<string, string | undefined>>): Settings {
  const text = variables['BANK_PORT'] || '8081';
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port >= 1 && port <= 65_535))
    throw new Error(`The environment variable BANK_PORT "${text}" is not a port number from 1 to 65535.`);
  return { port, folder: join(resolve(variables['DATA_DIR'] || '.data'), 'bank') };
}

/** One sentence for why the bank cannot listen. */
export function portSentence(port: number, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `Port ${port} on 127.0.0.1 is taken: end the other program or set BANK_PORT to another one.`;
  if (code === 'EACCES') return `This user may not listen on port ${port}: set BANK_PORT to one above 1023.`;
  return `Listening on 127.0.0.1:${port} failed (${error instanceof Error ? error.message : String(error)}).`;
}
