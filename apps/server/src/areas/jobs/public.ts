/** What the area jobs offers the others. */
export { readJob } from './jobs.view.ts';
