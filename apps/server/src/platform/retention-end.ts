import { retentionEndOf } from '@depotwerk/domain/customers/retention';

/** Last day a document filed now is kept. @param now milliseconds since 1970 */
export const retentionEnd = (now: number) => retentionEndOf(new Date(now).toISOString());
