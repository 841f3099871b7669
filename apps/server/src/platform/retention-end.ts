import { retentionEndOf } from '@depotwerk/domain/customers/retention';

/** Last day of what is filed or taken out now: until then it is kept. @param now milliseconds since 1970 */
export const retentionEnd = (now: number) => retentionEndOf(new Date(now).toISOString());
