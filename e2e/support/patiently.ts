import { setTimeout as pause } from 'node:timers/promises';

/** Asks again while the server says that it is busy, as the browser does; nothing was done then, and keys stay the same. */
export async function patiently(address: string, request: RequestInit): Promise<Response> {
  for (let triesLeft = 5; ; triesLeft -= 1) {
    const reply = await fetch(address, request);
    if (reply.status !== 503 || triesLeft === 0) return reply;
    await pause(500);
  }
}
