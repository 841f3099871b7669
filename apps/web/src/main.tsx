import { CSPProvider } from '@base-ui/react/csp-provider';
import { browserOrigins } from '@depotwerk/domain/white-label/browser-origins';
import { QueryClientProvider } from '@tanstack/react-query';
import type { AnyRoute } from '@tanstack/react-router';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setApiBaseUrl } from './platform/api-client.ts';
import { ApiError } from './platform/api-error.ts';
import { watchBrowserConnection } from './platform/connectivity.ts';
import { startDensity } from './platform/density.ts';
import { loadEnvironment } from './platform/environment.ts';
import { followLogout } from './platform/follow-logout.ts';
import { loadUser } from './platform/load-user.ts';
import { watchOtherTabs } from './platform/logout.ts';
import { queryClient } from './platform/query-client.ts';
import { refreshTokenExists } from './platform/session.ts';
import { startTheme } from './platform/theme.ts';
import { startWhiteLabel } from './platform/white-label.ts';
import { knowRoutesOfStart, router } from './router.tsx';
import { followLanguage, startTexts } from './texts/texts.ts';
import { holdPresses } from './ui/held-press.ts';
import './ui/tokens.css';
import './ui/base.css';

/** Environment, white label and texts come first; then the application is drawn once, in its final look. */
async function start(): Promise<void> {
  startTheme();
  startDensity();
  holdPresses();
  const environment = await loadEnvironment();
  setApiBaseUrl(environment.apiBaseUrl);
  watchBrowserConnection();
  watchOtherTabs();
  followLogout(router);
  // Without its map the first address asks for it again, and says what failed.
  const routes = knowRoutesOfStart().catch(() => undefined);
  const hasSession = refreshTokenExists();
  if (hasSession) void routes.then(resumeSession);
  const house = startWhiteLabel(environment.apiBaseUrl);
  const hasTexts = await startTexts(environment.translationId, fetch, house, hasSession);
  const { allowedFrameAncestors } = await house;
  await routes;
  const target = document.querySelector('#app');
  if (!target) throw new Error('index.html has no element #app');
  if (!hasTexts) {
    // The one sentence that cannot come from the texts.
    target.textContent = 'Die Anwendung konnte nicht geladen werden. Bitte laden Sie die Seite neu.';
    return;
  }
  const parentOrigins = browserOrigins([...environment.mobileParentOrigins, ...allowedFrameAncestors]);
  if (parentOrigins.length > 0 && window.parent !== window) {
    const bridge = await import('./areas/auth/mobile/start-mobile-bridge.ts');
    bridge.startMobileBridge(router, parentOrigins);
  }
  const root = createRoot(target, { onCaughtError });
  followLanguage(() =>
    root.render(
      // Another language draws everything anew, also what had its words already.
      <StrictMode key={document.documentElement.lang}>
        <CSPProvider disableStyleElements>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </CSPProvider>
      </StrictMode>,
    ),
  );
}

/** On a reload user and scripts of the page come while the texts are still on their way. */
function resumeSession(): void {
  // The guards ask again and deal with a refusal.
  loadUser().catch(() => undefined);
  const matches: readonly { routeId: string }[] = router.matchRoutes(router.latestLocation);
  const routes: Readonly<Record<string, AnyRoute>> = router.routesById;
  for (const { routeId } of matches) {
    const route = routes[routeId];
    if (route) router.loadRouteChunk(route)?.catch(() => undefined);
  }
}

/** Failed calls have their page and banner; anything else caught by an error page is a defect worth a report. */
function onCaughtError(error: unknown): void {
  if (!(error instanceof ApiError)) reportError(error);
}

void start();
