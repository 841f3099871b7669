import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isScreenHeld } from '../platform/live/live-hold.ts';
import { loadUser } from '../platform/load-user.ts';
import { createRightsFollower, hearRefusals } from '../platform/own-rights.ts';
import { useSession } from '../platform/session.ts';
import { t } from '../texts/texts.ts';
import { showToast } from '../ui/toast.tsx';

/** Follows changes of the own rights for as long as it is on the page: the menu at once, the page where nothing is unsaved. */
export function OwnRights() {
  const router = useRouter();
  const queries = useQueryClient();
  useEffect(() => {
    const follower = createRightsFollower({
      current: () => useSession.getState().user,
      load: loadUser,
      onChanged: () => {
        showToast(t('shell.rightsChanged'));
        // Whoever has something unsaved is led on by the next page.
        if (isScreenHeld()) return;
        void router.invalidate();
        void queries.invalidateQueries();
      },
    });
    const ends = [
      hearRefusals((error) => follower.refused(error)),
      queries.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') follower.refused(event.action.error);
      }),
      queries.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') follower.refused(event.action.error);
      }),
      router.subscribe('onResolved', ({ pathChanged }) => {
        if (pathChanged) follower.opened();
      }),
    ];
    // It comes when the page is already there, which may have been refused something before.
    for (const { state } of queries.getQueryCache().getAll()) follower.refused(state.error);
    return () => {
      for (const end of ends) end();
    };
  }, [router, queries]);
  return null;
}
