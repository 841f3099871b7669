/** What the area jobs offers the others. */
export { jobOf, readJob } from './jobs.view.ts';
