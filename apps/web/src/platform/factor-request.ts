import { create } from 'zustand';
import { onLogout } from './logout.ts';

/** The dialog that asks for a second factor, while somebody waits for its answer. */
interface FactorRequest {
  readonly answer: (isShown: boolean) => void;
}

export const useFactorRequest = create<{ request: FactorRequest | null }>()(() => ({ request: null }));

let asking: Promise<boolean> | undefined;

/** Asks the user for the second factor, once for all calls that wait; false when he would rather not. */
export function askForFactor(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    const answer = (isShown: boolean) => {
      asking = undefined;
      useFactorRequest.setState({ request: null });
      resolve(isShown);
    };
    useFactorRequest.setState({ request: { answer } });
  });
  return asking;
}

onLogout(() => useFactorRequest.getState().request?.answer(false));
