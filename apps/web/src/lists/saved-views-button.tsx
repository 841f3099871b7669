import { lazy, Suspense } from 'react';
import type { SavedViewsProps } from './saved-views.tsx';
import './saved-views.css';

const SavedViews = lazy(async () => ({ default: (await import('./saved-views.tsx')).SavedViews }));

/** Button with the views of a list; its code comes after the list. */
export function SavedViewsButton(props: SavedViewsProps) {
  return (
    <span className="saved-views">
      <Suspense fallback={null}>
        <SavedViews {...props} />
      </Suspense>
    </span>
  );
}
