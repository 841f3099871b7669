import { expect } from 'vitest';

/** Where the newest mail to somebody leads: the path of its link that begins so. */
export async function mailedLink(url: string, recipient: string, begin: string): Promise<string> {
  let path = '';
  await expect
    .poll(async () => {
      const outbox = await fetch(`${url}/api/demo/outbox`);
      // Shape of the call `demo/outbox`, newest first.
      const messages = (await outbox.json()) as { recipient: string; text: string }[];
      const own = messages.find((message) => message.recipient === recipient && message.text.includes(begin));
      path = own?.text.match(/https?:\/\/[^/\s]+(\/\S+)/)?.[1] ?? '';
      return path;
    })
    .toContain(begin);
  return path;
}
