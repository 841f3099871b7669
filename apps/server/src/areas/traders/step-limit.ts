/** Longest step of an execution or an opening, whatever its bank does; the call itself ends at 30 s. */
const stepMs = 15_000;

/** Ends every call to a bank one step makes, all together. */
export const stepLimit = (): AbortSignal => AbortSignal.timeout(stepMs);
