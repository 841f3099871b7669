/** What the area workbench offers the others. */
export { countTasks, readTask } from './tasks.view.ts';
