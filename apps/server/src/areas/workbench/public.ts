/** What the area workbench offers the others. */
export { countTasks } from './count-tasks.view.ts';
export { taskPath } from './task-path.view.ts';
export { readTask, visibleTasks } from './tasks.view.ts';
