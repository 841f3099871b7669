import { expect, it } from 'vitest';
import { createBackground } from './background.ts';

it('does everything it was given, however much waits, and outlives failures', async () => {
  const failures: string[] = [];
  const background = createBackground({ error: (values) => failures.push(JSON.stringify(values)) });
  const done: number[] = [];
  let atOnce = 0;
  let most = 0;
  for (let index = 0; index < 300; index += 1) {
    background.run('work', async () => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce -= 1;
      if (index % 100 === 7) throw new Error('on purpose');
      done.push(index);
    });
  }
  await background.settled();
  expect(done).toHaveLength(297);
  expect(failures).toHaveLength(3);
  expect(most).toBe(50);
});
