import { connect } from 'node:net';
import { endWithParent } from './end-with-parent.ts';

export interface LivePlan {
  /** Ports and tokens; each pair becomes `streams` connections. */
  readonly listeners: readonly { readonly port: number; readonly token: string; readonly streams: number }[];
}

/** What the streams have heard since they were last asked: milliseconds of the machine's clock, one each. */
export interface Heard {
  readonly open: number;
  readonly at: readonly number[];
}

let open = 0;
/** Streams held in all: one the server has just ended is taken up again, and hears what it missed. */
let all = 0;
let heard: number[] = [];

/** A reader: one stream of events, taken up again when the server ends it, that notes when it first hears of changed notes. */
function listen(port: number, token: string): Promise<void> {
  let told: readonly number[] | null = null;
  const hold = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1' });
      let isOpen = false;
      socket.on('data', (chunk) => {
        const text = chunk.toString();
        if (!isOpen) {
          // A server that is busy with opening others is asked again, as a browser does.
          if (text.startsWith('HTTP/1.1 503')) {
            socket.destroy();
            setTimeout(() => resolve(hold()), 1000);
            return;
          }
          if (!text.startsWith('HTTP/1.1 200'))
            return reject(new Error(`A stream was refused: ${text.slice(0, 60)}`));
          isOpen = true;
          open += 1;
          resolve();
        }
        if (!text.includes('"notes"') || told === heard) return;
        told = heard;
        heard.push(Date.now());
      });
      socket.on('close', () => {
        if (!isOpen) return;
        open -= 1;
        void hold();
      });
      socket.on('error', reject);
      socket.write(
        `GET /api/live HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\naccept: text/event-stream\r\n\r\n`,
      );
    });
  return hold();
}

/** Sends what was heard once every stream has heard it, also one that is being taken up again, or after ten seconds. */
async function collect(): Promise<void> {
  const until = Date.now() + 10_000;
  while (heard.length < all && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50));
  const answer: Heard = { open, at: heard };
  heard = [];
  process.send?.(answer);
}

endWithParent();

// Runs as a child of the benchmark, so that a thousand readers cost the measured processes nothing but the machine.
process.on('message', (message: LivePlan | 'collect') => {
  if (message === 'collect') {
    void collect();
    return;
  }
  void (async () => {
    for (const { port, token, streams } of message.listeners)
      await Promise.all(Array.from({ length: streams }, () => listen(port, token)));
    all = open;
    process.send?.({ open, at: [] } satisfies Heard);
  })();
});
