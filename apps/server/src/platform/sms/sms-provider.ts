/** Where messages are handed over, and the secret both sides know. */
export interface HttpSmsSettings {
  /** https, or plain http on this machine. */
  readonly url: string;
  readonly secret: string;
  /** Whom a message shows as its sender; null = as the receiver has it. */
  readonly sender: string | null;
}

export interface SmsMessage {
  /** Stays the same when a message is handed over again, so that a receiver sends it once. */
  readonly key: string;
  /** E.164. */
  readonly phoneNumber: string;
  readonly text: string;
}

/** What became of one attempt: taken; not yet (try later); refused for good. */
export type SmsOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'later' | 'refused'; readonly reason: string };

/** Way to the telephone network. A real one is a module with this interface and its own settings. */
export interface SmsProvider {
  /** False when no message can go out; SMS is then offered nowhere. */
  readonly isAvailable: boolean;
  /** True when the outbox keeps the text, code included, for the screen of the demo; else it is masked there. */
  readonly keepsText: boolean;
  /** Hands a message over once; never throws. */
  attempt(message: SmsMessage): Promise<SmsOutcome>;
}

/** The built-in one of the demo: the outbox in the database is where messages end. */
export const outboxSmsProvider: SmsProvider = {
  isAvailable: true,
  keepsText: true,
  attempt: async () => ({ kind: 'sent' }),
};

/** No provider configured: nothing is sent and nothing pretends to be. */
export const noSmsProvider: SmsProvider = {
  isAvailable: false,
  keepsText: false,
  attempt: async () => ({ kind: 'later', reason: 'Es ist kein SMS-Versand eingerichtet.' }),
};
