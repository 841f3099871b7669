import * as z from 'zod/mini';
import { parseJson } from './bank-fault.ts';
import { exchange } from './http-exchange.ts';

const outbox = z.object({
  messages: z.array(
    z.object({
      id: z.int(),
      bankName: z.string(),
      phoneNumber: z.string(),
      text: z.string(),
      sentAt: z.string(),
    }),
  ),
});

/** An SMS the practice bank would have sent. */
export interface BankMessage {
  readonly id: string;
  readonly recipient: string;
  readonly text: string;
  readonly createdAt: string;
}

const patienceMs = 1000;

/** SMS of the practice bank, newest first, for the outbox of the demo; empty when it does not answer. */
export async function readBankOutbox(bankUrl: string): Promise<BankMessage[]> {
  try {
    const request = { method: 'GET', url: new URL('outbox', bankUrl), token: null, body: undefined } as const;
    const answer = await exchange(request, AbortSignal.timeout(patienceMs));
    const parsed = outbox.safeParse(parseJson(answer.text));
    if (answer.status !== 200 || !parsed.success) return [];
    return parsed.data.messages.slice(0, 100).map(({ id, bankName, phoneNumber, text, sentAt }) => ({
      id: `bank-${id}`,
      recipient: phoneNumber,
      text: `${bankName}: ${text}`,
      createdAt: sentAt,
    }));
  } catch {
    return [];
  }
}
