import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DatabaseTarget } from './platform/database/connection.ts';
import type { Database } from './platform/database/database.ts';
import { OperatorError } from './platform/operator-error.ts';

/** A practice bank that runs beside the demo. */
export interface PracticeBank {
  stop(): Promise<void>;
}

export interface PracticeBankOptions {
  readonly port: number;
  readonly dataDirectory: string;
  /** A line for the person at the console. */
  readonly say: (line: string) => void;
  /** Called each time it listens. What it throws is told in one line. */
  readonly onReady: (address: string) => Promise<void>;
}

/** What the workspace of the demo world gives the server, which knows nothing of it but this shape. */
export interface DemoWorld {
  /** Fills an empty database in a process of its own; `onProgress` hears the done part, 0 to 1. */
  readonly fill: (target: DatabaseTarget, onProgress: (done: number) => void) => Promise<void>;
  readonly startPracticeBank: (options: PracticeBankOptions) => PracticeBank;
  /** Tells the practice bank at this address the depots of the world. */
  readonly seedPracticeBank: (address: string, database: Database) => Promise<void>;
  /** Imprint, privacy and terms of its houses. */
  readonly legalPages: ReadonlyMap<string, { readonly name: string; readonly text: string }>;
  /** Names of its people; all have the same password. */
  readonly signIns: readonly string[];
}

/** In sources and in the build the demo world lies beside the server, as the practice bank does. */
const place = import.meta.url.endsWith('.ts')
  ? '../../demo/src/demo-world.ts'
  : '../../demo/dist/demo-world.js';

/** Loaded only when asked for: a server without the demo never reads it. @throws OperatorError where it was left out */
export async function loadDemoWorld(): Promise<DemoWorld> {
  const address = new URL(place, import.meta.url);
  if (!existsSync(address))
    throw new OperatorError(
      `The demo world is not part of this installation (${fileURLToPath(address)}): set DEMO=off.`,
    );
  // A module named by its place has no type; the demo world says `satisfies DemoWorld` of what it offers.
  const { demoWorld } = (await import(address.href)) as { readonly demoWorld: DemoWorld };
  return demoWorld;
}
