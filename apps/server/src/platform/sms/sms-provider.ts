export interface SmsMessage {
  /** E.164. */
  readonly phoneNumber: string;
  readonly text: string;
}

/** Way to the telephone network. A real one is a module with this interface and its own settings. */
export interface SmsProvider {
  /** False when no message can go out; SMS is then offered nowhere. */
  readonly isAvailable: boolean;
  /** True when the outbox keeps the text, code included, for the screen of the demo; else it is masked there. */
  readonly keepsText: boolean;
  /** @throws when the message was not accepted */
  deliver(message: SmsMessage): Promise<void>;
}

/** The built-in one of the demo: the outbox in the database is where messages end. */
export const outboxSmsProvider: SmsProvider = {
  isAvailable: true,
  keepsText: true,
  deliver: async () => {},
};

/** No provider configured: nothing is sent and nothing pretends to be. */
export const noSmsProvider: SmsProvider = {
  isAvailable: false,
  keepsText: false,
  deliver: async () => {
    throw new Error('no SMS provider is configured');
  },
};
