import { ApiError } from '../../../platform/api-error.ts';

interface Present {
  /** Who signed in, as this page knows it. */
  readonly known: { readonly id: string } | null;
  /** Whether there is a session at all. */
  readonly hasSession: boolean;
  readonly load: () => Promise<{ readonly id: string }>;
}

/**
 * Whose session there is; null where there is none, or it is over.
 * @throws while the server does not say so: a session of somebody unknown is not replaced by another one
 */
export async function presentUserId({ known, hasSession, load }: Present): Promise<string | null> {
  if (known !== null) return known.id;
  if (!hasSession) return null;
  try {
    return (await load()).id;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}
