import { parseArgs } from 'node:util';
import { post } from './browser-session.ts';

/**
 * Ten tabs refresh at the same moment, round after round, against a running server: counts forks (two
 * different successors), lost sessions and server errors, which must all be 0.
 * Usage: node tools/run.mjs tools/drills/refresh-storm.ts --url http://127.0.0.1:8080 --rounds 500
 */
const { values: args } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    rounds: { type: 'string', default: '500' },
    tabs: { type: 'string', default: '10' },
    user: { type: 'string', default: 'berater@demo.example' },
    password: { type: 'string', default: 'Depotwerk-Demo-1' },
  },
});
const rounds = Number(args.rounds);
const tabs = Number(args.tabs);

const login = await post(args.url, 'login', { userName: args.user, password: args.password }, null);
if (login.token === null) {
  console.error(`The sign-in of ${args.user} at ${args.url} failed with ${login.status}.`);
  process.exit(1);
}

let current: string = login.token;
const found = { forks: 0, lost: 0, serverErrors: 0 };
const started = performance.now();
for (let round = 0; round < rounds; round += 1) {
  const answers = await Promise.all(
    Array.from({ length: tabs }, () => post(args.url, 'refresh', {}, current)),
  );
  const successors = new Set(answers.flatMap((answer) => (answer.token === null ? [] : [answer.token])));
  found.serverErrors += answers.filter((answer) => answer.status >= 500).length;
  found.lost += answers.filter((answer) => answer.status === 401).length;
  if (successors.size > 1) found.forks += 1;
  const [next] = successors;
  if (next === undefined) break;
  current = next;
}
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(
  `${rounds} rounds of ${tabs} refreshes in ${seconds} s: ${found.forks} forks, ${found.lost} lost, ` +
    `${found.serverErrors} server errors`,
);
process.exitCode = found.forks + found.lost + found.serverErrors === 0 ? 0 : 1;
