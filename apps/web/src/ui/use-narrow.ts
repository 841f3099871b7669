import { useSyncExternalStore } from 'react';

/** Where the styles of the bar under a list have their phone. */
const narrow = '(width < 600px)';

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(narrow);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Whether the page is as narrow as on a phone; for what is another thing there, not only another size. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(narrow).matches);
