import { readFileSync } from 'node:fs';

/** Version of the release; sources and build lie equally deep below the package. */
export function buildVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  // Our own package file.
  return (JSON.parse(text) as { version: string }).version;
}
