/** A process that starts the practice bank and then only lives: for tests that kill it. */
import { startPracticeBank } from '../../demo/src/practice-bank/start-practice-bank.ts';

const [port = '', dataDirectory = ''] = process.argv.slice(2);
startPracticeBank({
  port: Number(port),
  dataDirectory,
  say: (line) => void process.stdout.write(`${line}\n`),
  onReady: async () => {},
});
setInterval(() => {}, 1000);
