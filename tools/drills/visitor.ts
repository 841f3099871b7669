import { request } from 'node:http';
import { analysisConsentVersion } from '@depotwerk/domain/depot-analysis/consent';
import * as z from 'zod/mini';

/** Somebody without a sign-in, each of whose calls comes from another address of this machine: no network's limit is what is looked for. */
export class Visitor {
  readonly #url: string;
  #next = 0;

  constructor(url: string) {
    this.#url = url;
  }

  /** One call: POST with a body, else GET. */
  call(path: string, body?: object): Promise<Response> {
    const turn = this.#next++;
    const localAddress = `127.1.${Math.floor(turn / 250) % 250}.${(turn % 250) + 1}`;
    return new Promise((resolve, reject) => {
      const sent = request(
        `${this.#url}/api${path}`,
        {
          method: body ? 'POST' : 'GET',
          localAddress,
          headers: { ...(body && { 'content-type': 'application/json' }) },
        },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('error', reject);
          answer.on('end', () => {
            const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [
              name,
              String(value),
            ]);
            resolve(new Response(Buffer.concat(parts), { status: answer.statusCode ?? 0, headers }));
          });
        },
      );
      sent.on('error', reject);
      sent.end(body && JSON.stringify(body));
    });
  }

  /** The guid of a new analysis. @throws when it is refused */
  async startAnalysis(): Promise<string> {
    const answer = await this.call('/depotanalysis', { consentVersion: analysisConsentVersion });
    if (answer.status !== 201) throw new Error(`starting an analysis answered ${answer.status}`);
    return z.object({ guid: z.string() }).parse(await answer.json()).guid;
  }
}
