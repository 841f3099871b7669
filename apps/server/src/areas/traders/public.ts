/** What the area traders offers the others. */
export { readBankOutbox } from './gateway/api/bank-outbox.view.ts';
