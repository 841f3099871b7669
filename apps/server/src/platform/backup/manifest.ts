import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { OperatorError } from '../operator-error.ts';

/** Name of the file that makes a folder a backup. */
export const manifestName = 'backup-manifest.json';

const manifest = z.readonly(
  z.object({
    format: z.literal(1),
    madeAt: z.string(),
    files: z.array(z.object({ path: z.string(), size: z.number(), sha256: z.string() })),
  }),
);
/** What a backup holds: every file with its size and SHA-256. */
export type Manifest = z.infer<typeof manifest>;

/** @throws OperatorError where there is none, or one of another kind */
export function readManifest(file: string): Manifest {
  try {
    return manifest.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new OperatorError(
      `${file} is no manifest of a backup: the copy is unfinished, or something else.`,
      {
        cause: error,
      },
    );
  }
}
