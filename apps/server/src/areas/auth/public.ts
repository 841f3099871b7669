/** What the area auth offers the others. */
export { hasOwnFactor, isFactorFresh } from './fresh-factor.view.ts';
