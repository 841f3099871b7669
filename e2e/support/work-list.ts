import { setTimeout as pause } from 'node:timers/promises';
import { listJobs } from '@depotwerk/api/jobs/jobs';
import { listTasks } from '@depotwerk/api/workbench/workbench';
import type { Page } from 'playwright-core';
import { adviserApi } from './adviser-api.ts';

/** What a product does when it starts makes tasks, which would come while they are counted: waits until it is done. */
export async function tasksAtRest(url: string): Promise<void> {
  const call = await adviserApi(url, 'admin@demo.example');
  const openJobs = async () => {
    const answers = await Promise.all(
      ['queued', 'running'].map((state) => call('GET', `/jobs?state=${state}&pageSize=1`)),
    );
    return answers.flatMap(({ answer }) => listJobs.answer.parse(answer)).length;
  };
  const openTasks = async () =>
    listTasks.answer.parse((await call('GET', '/workbench/tasks?pageSize=250')).answer).length;
  for (let before = -1, found = await openTasks(); before !== found || (await openJobs()) > 0; ) {
    // Tasks follow what has changed within a second.
    await pause(2_500);
    before = found;
    found = await openTasks();
  }
}

/** "37 offene Aufgaben" at the head of the page. */
export async function openCount(page: Page): Promise<number> {
  const text = await page.getByText(/^\d+ offene Aufgaben?$/).textContent();
  return Number(text?.split(' ')[0]);
}
