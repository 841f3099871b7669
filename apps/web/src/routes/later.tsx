import { lazyRouteComponent } from '@tanstack/react-router';
import type { TextKey } from '../texts/texts.ts';

/** Page of a route whose content follows in later work: says what comes there. */
export function laterPage(title: TextKey, content: TextKey) {
  return lazyRouteComponent(async () => {
    const { LaterPage } = await import('../shell/later-page.tsx');
    return { Later: () => <LaterPage title={title} content={content} /> };
  }, 'Later');
}

/** The same outside the signed-in shell. */
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
