import type { Projection } from '@depotwerk/engine/projection/project-value';
import type { ProjectionInput } from '@depotwerk/engine/projection/projection-input';
// oxlint-disable-next-line import/default -- the build makes the default export of this query: the worker's address
import workerAddress from './projection-worker.ts?worker&url';

/** What of trusted types is used: browsers without them take the address as it is. */
interface AddressRules {
  createPolicy(
    name: 'app',
    rules: { createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): string };
}

let policy: ReturnType<AddressRules['createPolicy']> | undefined;
/** A worker that waits for work; it is ready by the time the first input has come. */
let idle: Worker | undefined;

/** The worker's address as the page's content security policy wants it: this one and no other may be started. */
function trustedAddress(): string {
  // The library of types does not know trusted types.
  const { trustedTypes } = window as Window & { trustedTypes?: AddressRules };
  if (!trustedTypes) return workerAddress;
  policy ??= trustedTypes.createPolicy('app', {
    createScriptURL: (address) => {
      if (address !== workerAddress) throw new TypeError('only the projection runs beside the page');
      return address;
    },
  });
  return policy.createScriptURL(workerAddress);
}

const startWorker = (): Worker => new Worker(trustedAddress(), { type: 'module' });

/** Starts the worker while its input is still on the way. */
export function warmProjection(): void {
  idle ??= startWorker();
}

/** Projects off the main thread; an abandoned projection is ended. */
export function runProjection(input: ProjectionInput, signal: AbortSignal): Promise<Projection> {
  const worker = idle ?? startWorker();
  idle = undefined;
  return new Promise((resolve, reject) => {
    const listening = new AbortController();
    const { signal: until } = listening;
    signal.addEventListener(
      'abort',
      () => {
        worker.terminate();
        reject(new DOMException('abandoned', 'AbortError'));
      },
      { signal: until },
    );
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<Projection>) => {
        listening.abort();
        if (idle) worker.terminate();
        else idle = worker;
        resolve(data);
      },
      { signal: until },
    );
    worker.addEventListener(
      'error',
      () => {
        worker.terminate();
        reject(new Error('the projection could not be computed'));
      },
      { signal: until },
    );
    worker.postMessage(input);
  });
}
