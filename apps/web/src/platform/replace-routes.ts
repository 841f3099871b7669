import type { AnyRoute, AnyRouter } from '@tanstack/react-router';

/**
 * Tells a router that its tree was replaced in place. `drawn` stands in the page until what follows it is there, and is looked up
 * by its id for as long; no address leads to it any more.
 */
export function replaceRoutes(router: AnyRouter, drawn: AnyRoute): void {
  const tree = router.buildRouteTree();
  router.setRoutes({ ...tree, routesById: { ...tree.routesById, [drawn.id]: drawn } });
}
