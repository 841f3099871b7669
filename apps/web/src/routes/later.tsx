import { lazyRouteComponent } from '@tanstack/react-router';
import type { TextKey } from '../texts/texts.ts';

/** Page of a route outside the signed-in shell whose content follows in later work: says what comes there. */
export function laterVisitorPage(title: TextKey, content: TextKey) {
  return lazyRouteComponent(async () => {
    const { LaterPage } = await import('../shell/later-page.tsx');
    return {
      Later: () => (
        <main className="full-page">
          <LaterPage title={title} content={content} />
        </main>
      ),
    };
  }, 'Later');
}
