/** Something the operator can mend: shown as one sentence without a stack, exit code 1. */
export class OperatorError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OperatorError';
  }
}
