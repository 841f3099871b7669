import { AppError } from '../http/app-error.ts';

/** null where the work as a whole is refused; what fails otherwise is tried again. */
export async function attempt<Result>(work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
