import { useEffect } from 'react';
import { create } from 'zustand';

const useOpenDialogs = create<{ count: number }>()(() => ({ count: 0 }));

/** Counts a modal dialog while it is rendered. */
export function useCountedDialog(): void {
  useEffect(() => {
    useOpenDialogs.setState(({ count }) => ({ count: count + 1 }));
    return () => useOpenDialogs.setState(({ count }) => ({ count: count - 1 }));
  }, []);
}

/** True while any modal dialog is open: nothing else may open one by itself. */
export const useIsDialogOpen = (): boolean => useOpenDialogs((state) => state.count > 0);
