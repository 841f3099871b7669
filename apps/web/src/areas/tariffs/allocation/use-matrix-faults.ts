import { useEffect } from 'react';
import type { MatrixStore } from '../../../ui/matrix/matrix-store.ts';
import { useWizard } from '../wizard/wizard-context.ts';

/** Tells the wizard while a matrix holds texts that are no shares: they are in no draft, so no rule sees them. */
export function useMatrixFaults(store: MatrixStore, path: string, message: string): void {
  const { setFault } = useWizard();
  useEffect(() => {
    let told = false;
    const tell = () => {
      const isFaulty = store.faultyCells().length > 0;
      if (isFaulty === told) return;
      told = isFaulty;
      setFault(path, isFaulty ? message : null);
    };
    const stop = store.topics.subscribe('status', tell);
    tell();
    return () => {
      stop();
      if (told) setFault(path, null);
    };
  }, [store, path, message, setFault]);
}
