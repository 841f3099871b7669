import { userRoutes } from '../src/areas/users/routes.ts';
import { CountCache } from '../src/platform/lists/count-cache.ts';
import type { useTestDatabase } from './database.ts';
import { createSignInWorld } from './sign-in-world.ts';

/** Signing in with a provider on this machine, and the calls of people it makes accounts for. */
export const createProviderWorld = (db: ReturnType<typeof useTestDatabase>) =>
  createSignInWorld(db, {
    hasCheapPasswords: true,
    privateSignInHosts: 'allowed',
    routes: (services) => userRoutes(services, new CountCache(services.clock)),
  });
