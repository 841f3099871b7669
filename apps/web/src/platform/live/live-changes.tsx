import { useEffect } from 'react';
import { startFollowing } from './follow-changes.ts';

/**
 * Follows what others change for as long as it is on the page, and leaves with a session that ends elsewhere.
 * @param isHouse false for a customer, to whom only the latter is told
 */
export function LiveChanges({ isHouse }: { isHouse: boolean }) {
  useEffect(() => startFollowing(isHouse), [isHouse]);
  return null;
}
