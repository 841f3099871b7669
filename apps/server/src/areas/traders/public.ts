/** What the area traders offers the others. */
export { type CustomerIssuer, listCustomerIssuers } from './customer-issuers.view.ts';
export { readBankOutbox } from './gateway/api/bank-outbox.view.ts';
