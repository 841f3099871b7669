/** What the area workbench offers the others. */
export { taskPath } from './task-path.view.ts';
export { countTasks, readTask, visibleTasks } from './tasks.view.ts';
