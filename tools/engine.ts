// The engine as a command: one request as JSON on standard input, one answer as JSON on standard output.
import { text } from 'node:stream/consumers';
import { findIsinFault, normalizeIsin } from '@depotwerk/domain/isin';
import { EngineError } from '@depotwerk/engine/engine-error';
import type { Input } from '@depotwerk/engine/operations/input';
import { type Operation, runOperation } from '@depotwerk/engine/operations/run-operation';
import { withTables } from './engine-data.ts';

/** `isinCheck` {isin} or {isins}: the rule belongs to the domain package, so the engine does not know it. */
function isinCheck(input: Input): unknown {
  const check = (isin: string) => {
    const fault = findIsinFault(normalizeIsin(isin));
    return { isin, valid: fault === null, fault };
  };
  if (input.has('valid') || input.has('invalid')) {
    const valid = input.textsOr('valid', []).map(check);
    const invalid = input.textsOr('invalid', []).map(check);
    return {
      ok: valid.every((entry) => entry.valid) && invalid.every((entry) => !entry.valid),
      valid,
      invalid,
    };
  }
  return input.has('isins') ? { results: input.texts('isins').map(check) } : check(input.text('isin'));
}

const commandOperations: Readonly<Record<string, Operation>> = { isinCheck };

/** The answer to one request, as printed, and whether it is an error. */
export async function answerRequest(
  json: string,
): Promise<{ readonly answer: unknown; readonly isError: boolean }> {
  try {
    let request: unknown;
    try {
      request = JSON.parse(json);
    } catch {
      throw new EngineError('INPUT_INVALID', 'the request is not valid JSON', '');
    }
    if (typeof request !== 'object' || request === null || Array.isArray(request)) {
      throw new EngineError('INPUT_INVALID', 'the request must be an object with operation and input', '');
    }
    const { operation, input } = request as { readonly operation?: unknown; readonly input?: unknown };
    const result = await runOperation(operation, await withTables(input), commandOperations);
    return { answer: { result }, isError: false };
  } catch (error) {
    if (error instanceof EngineError) {
      const { code, message, path, details } = error;
      return { answer: { error: { code, message, path, ...(details ? { details } : {}) } }, isError: true };
    }
    throw error;
  }
}

if (import.meta.main) {
  const { answer, isError } = await answerRequest(await text(process.stdin));
  process.stdout.write(`${JSON.stringify(answer)}\n`);
  process.exitCode = isError ? 1 : 0;
}
