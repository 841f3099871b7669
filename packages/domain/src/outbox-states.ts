/** What became of something on its way out of the house. */
export const outboxStates = ['queued', 'sending', 'sent', 'failed'] as const;

/** Of a mail nobody may know whether it has arrived: the connection ended before the answer. */
export const mailStates = [...outboxStates, 'unclear'] as const;
