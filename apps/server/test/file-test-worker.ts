/** A thread whose readers do what no reader should, for the tests of those who start it. */
import { serveFiles } from '../src/platform/file-threads/serve-files.ts';
import { ImportRefused } from '../src/platform/table-files/import-refused.ts';

let count = 0;

serveFiles([
  { name: 'echo', read: (bytes) => `${bytes.toString()} ${(count += 1)}` },
  {
    name: 'endless',
    read: () => {
      for (let n = 0; n >= 0; n = (n + 1) % 1000);
    },
  },
  {
    name: 'waiting',
    read: async (bytes) => {
      const text = bytes.toString();
      await new Promise((resolve) => setTimeout(resolve, Number(text)));
      return text;
    },
  },
  {
    name: 'greedy',
    read: () => {
      const kept: string[][] = [];
      for (;;) kept.push(Array.from({ length: 10_000 }, (_, k) => `text ${k} ${kept.length}`));
    },
  },
  {
    name: 'unpacking',
    read: () => {
      const kept: Uint8Array[] = [];
      for (;;) kept.push(new Uint8Array(1024 * 1024).fill(kept.length % 256));
    },
  },
  {
    name: 'broken',
    read: () => {
      throw new TypeError('of a reader');
    },
  },
  { name: 'ending', read: () => process.exit(3) },
  {
    name: 'refusing',
    read: () => {
      throw new ImportRefused('Diese Datei nicht.', 'common.payloadTooLarge');
    },
  },
]);
