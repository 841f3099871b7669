import type { ReactNode } from 'react';

/** Place of a field in its form: the form learns here which field was left, the error summary where to go. */
export function FormField({ path, children }: { path: string; children: ReactNode }) {
  return <div data-path={path}>{children}</div>;
}
