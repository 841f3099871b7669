/** What an order asks of a bank; a switch sells one fund and buys another with the proceeds. */
export const tradeActions = ['buy', 'sell', 'switch'] as const;
export type TradeAction = (typeof tradeActions)[number];

/** What became of an order at its bank. */
export const executionStates = ['accepted', 'executed', 'partlyExecuted', 'rejected'] as const;
export type BankExecutionState = (typeof executionStates)[number];
/** States of an order of which the bank traded something. */
export const tradedStates = ['executed', 'partlyExecuted'] as const satisfies readonly BankExecutionState[];

/** Where a confirmation at a bank stands. */
export const signingStates = ['pending', 'confirmed', 'rejected', 'expired'] as const;
export type SigningState = (typeof signingStates)[number];

/** How a bank has something confirmed; `decoupled` in its own application. */
export const signingMethodTypes = ['sms', 'totp', 'decoupled'] as const;
export type SigningMethodType = (typeof signingMethodTypes)[number];

/** Whether the bank can be asked with the password that is stored. */
export const credentialStatuses = ['none', 'valid', 'mustUpdatePassword', 'locked'] as const;
export type CredentialStatus = (typeof credentialStatuses)[number];
