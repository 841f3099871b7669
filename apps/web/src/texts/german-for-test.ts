import { setNotation } from '@depotwerk/domain/notation';
import { beforeAll } from 'vitest';
import german from '../../public/assets/i18n/de.json' with { type: 'json' };
import { startTexts } from './texts.ts';

/** Runs the tests of a file or of a describe in German, with the texts a server would send, whatever the file before spoke. */
export function speaksGerman(): void {
  beforeAll(async () => {
    setNotation(undefined);
    await startTexts('de', () => Promise.resolve(Response.json(german)));
  });
}
