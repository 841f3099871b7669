import { parentPort } from 'node:worker_threads';
import { automaticAllocation } from '@depotwerk/engine/allocation/automatic-allocation';
import { EngineError } from '@depotwerk/engine/engine-error';
import type { SolverAnswer, SolverRequest } from './allocation-solver.ts';

// The thread that computes large matrices, so that nobody else waits for them.

parentPort?.on('message', ({ id, input }: SolverRequest) => {
  parentPort?.postMessage(answerOf(id, input));
});

function answerOf(id: number, input: SolverRequest['input']): SolverAnswer {
  try {
    return { id, result: automaticAllocation(input) };
  } catch (error) {
    const { code, message, path, details } =
      error instanceof EngineError
        ? error
        : new EngineError('NOT_CONVERGED', error instanceof Error ? error.message : String(error));
    return { id, refusal: { code, message, path, details } };
  }
}
