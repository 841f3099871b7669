import { useState } from 'react';

/**
 * What cannot be read in the fields of a small form, by field: such a field keeps the value it had before, so nothing may
 * be sent while there is one.
 */
export function useFaults<Field extends string>() {
  const [faults, setFaults] = useState<{ readonly [Name in Field]?: string | null }>({});
  return {
    isAny: Object.values(faults).some((fault) => fault !== null),
    /** For a field's `error` once somebody has tried: the key Enter sends without leaving the field. */
    of: (field: Field): string | null => faults[field] ?? null,
    /** For a field's `onFault`. */
    take: (field: Field) => (fault: string | null) => setFaults((before) => ({ ...before, [field]: fault })),
  };
}
