/** What can be wrong with a request to the engine; every code has a sentence in docs/engine.md. */
export type EngineErrorCode =
  | 'INPUT_INVALID'
  | 'OPERATION_UNKNOWN'
  | 'COV_NOT_PSD'
  | 'INFEASIBLE'
  | 'ALLOC_INFEASIBLE'
  | 'OPTIMIZATION_INFEASIBLE'
  | 'NOT_CONVERGED'
  | 'SIGNS_DO_NOT_ALTERNATE';

/** Refusal of the engine: a code for programs, a sentence for people, and the place in the input. */
export class EngineError extends Error {
  readonly code: EngineErrorCode;
  /** Place in the input, e.g. `groups[1].lower`; empty for the whole input. */
  readonly path: string;
  /** Figures that belong to the refusal, e.g. the reachable range. */
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(
    code: EngineErrorCode,
    message: string,
    path = '',
    details?: Readonly<Record<string, unknown>>,
  ) {
    super(message);
    this.name = 'EngineError';
    this.code = code;
    this.path = path;
    this.details = details;
  }
}

/** No weights satisfy all rows; `path` names the row at which this became certain. */
export class InfeasibleError extends EngineError {
  constructor(message: string, path: string) {
    super('INFEASIBLE', message, path);
    this.name = 'InfeasibleError';
  }
}
