import { adminRoutes } from './admin.tsx';
import { contractRoutes } from './contracts.tsx';
import { customerRoutes } from './customers.tsx';
import { ownSideRoutes } from './own-side.tsx';
import { rootRoute } from './root.tsx';
import { settingsRoutes } from './settings.tsx';
import { setupRoute, shellIndexRoute, shellRoute, welcomeRoute } from './shell.tsx';
import { userManagementRoutes } from './user-management.tsx';
import { visitorRoutes } from './visitors.tsx';
import { workRoutes } from './work.tsx';

/** The map of the application: every address and what stands behind it. Made when the first page behind the sign-in is asked for. */
export const allRoutes = () =>
  rootRoute.addChildren([
    ...visitorRoutes,
    shellRoute.addChildren([
      shellIndexRoute,
      welcomeRoute,
      setupRoute,
      ...contractRoutes,
      ...customerRoutes,
      adminRoutes,
      userManagementRoutes,
      ...settingsRoutes,
      ...workRoutes,
      ...ownSideRoutes,
    ]),
  ]);
