import { useEffect } from 'react';
import { startFollowing } from './follow-changes.ts';

/** Follows what others change for as long as it is on the page. */
export function LiveChanges() {
  useEffect(startFollowing, []);
  return null;
}
