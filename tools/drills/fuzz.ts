import { request as httpRequest } from 'node:http';
import { parseArgs } from 'node:util';
import { allCalls } from '@depotwerk/api/all-calls';
import type { Call } from '@depotwerk/api/call';
import { hostileTexts, hostileValues, seededRandom } from './hostile-values.ts';
import { tellsOfInside } from './leak.ts';
import { type KnownIds, plausibleValue, rememberIds, shapeOf } from './plausible-values.ts';

/**
 * Sends hostile requests to every call of a running server and counts what must not happen: 5xx, dropped
 * connections, answers slower than a second, words that betray the inside. Half of the requests are
 * hostile from the path on; the others carry ids the server told before, so that they reach rules and database.
 * With `--at-once 4` each of them is made four times at the same moment, under keys of their own: who waits too long for the
 * others is told to come back (503), and that is no fault then.
 * Usage: node tools/run.mjs tools/drills/fuzz.ts --url http://127.0.0.1:8080 --cases 100000
 */
const { values: args } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    cases: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    user: { type: 'string', default: 'admin@demo.example' },
    password: { type: 'string', default: 'Depotwerk-Demo-1' },
    /** Only calls of these areas, e.g. traders,documents. */
    areas: { type: 'string', default: '' },
    'at-once': { type: 'string', default: '1' },
  },
});

const base = new URL(args.url);

const known: KnownIds = { guids: new Set(), bySegment: new Map(), numbers: new Set(), names: new Set() };

interface Answer {
  status: number;
  mediaType: string;
  retryAfter: string | undefined;
  body: string;
  milliseconds: number;
}

interface Shot {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

function shoot(shot: Shot): Promise<Answer> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      { host: base.hostname, port: base.port, method: shot.method, path: shot.path, headers: shot.headers },
      (incoming) => {
        let body = '';
        incoming
          .setEncoding('utf8')
          .on('data', (part: string) => (body.length < 20_000 ? (body += part) : 0));
        incoming.on('error', reject).on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            mediaType: incoming.headers['content-type'] ?? '',
            retryAfter: incoming.headers['retry-after'],
            body,
            milliseconds: performance.now() - started,
          }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(shot.body);
  });
}

async function signIn(): Promise<string> {
  const answer = await shoot({
    method: 'POST',
    path: '/api/auth/login',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: args.user, password: args.password }),
  });
  const token = /"accessToken":"([^"]+)"/.exec(answer.body)?.[1];
  if (!token) throw new Error(`sign-in failed: ${answer.status}`);
  return token;
}

// Ending the drill's own session would only test the 401, looking as somebody else the 403; a stream of events is held open for
// minutes.
const areas = args.areas === '' ? null : new Set(args.areas.split(','));
const targets = allCalls.filter(
  (call) =>
    !['logout', 'endSession', 'endOtherSessions', 'changePassword', 'followChanges', 'startViewing'].includes(
      call.id,
    ) &&
    (areas === null || areas.has(call.area)),
);
/** A report is set anew and a bank is asked: longer than the second any other small request may take. */
const mayTakeLong = (call: Call) =>
  call.answerKind === 'file' || call.id === 'createContractReportUrl' || call.area === 'traders';

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** A request that fits its schema but for a few members; ids are known ones. */
function aimInside(call: Call, random: () => number, token: string): Shot {
  const params = plausibleValue(shapeOf(call.params), known, random, 0.02) as Record<string, unknown> | null;
  const query = new URLSearchParams();
  const values = plausibleValue(shapeOf(call.query), known, random) ?? {};
  for (const [name, value] of Object.entries(values)) query.append(name, asText(value));
  const ids = [...(known.bySegment.get(call.path.split('/')[1] ?? '') ?? [])];
  const path = call.path.replaceAll(/:([A-Za-z]+)/g, (_match, name: string) => {
    const own = name === 'id' || name === 'contractId' ? ids[Math.floor(random() * ids.length)] : undefined;
    return encodeURIComponent(asText((random() < 0.8 && own) || (params?.[name] ?? '')).toWellFormed());
  });
  const headers: Record<string, string> = {
    authorization: `Bearer ${token}`,
    'x-timezone-name': 'Europe/Berlin',
    'if-match': `"${1 + Math.floor(random() * 3)}"`,
    'idempotency-key': random() < 0.1 ? 'the-same' : `in-${random()}`,
  };
  const shot: Shot = {
    method: call.method,
    path: `/api${path}${query.size > 0 ? `?${query}` : ''}`,
    headers,
  };
  if (call.method !== 'GET' && call.method !== 'DELETE') {
    headers['content-type'] = 'application/json';
    shot.body = JSON.stringify(plausibleValue(shapeOf(call.body), known, random));
  }
  return shot;
}

/** First lists of everything, so that there are ids to aim with. */
async function collectIds(): Promise<void> {
  const paths = ['/contracts', '/customers', '/documents', '/consultations', '/jobs', '/trader-depots/new'];
  for (const path of [
    ...paths,
    '/trader-depot-contracts',
    '/trader-credentials/available-credential-types',
    '/funds',
  ]) {
    const answer = await shoot({
      method: 'GET',
      path: `/api${path}`,
      headers: { authorization: `Bearer ${token}` },
    });
    rememberIds(known, answer.body, `/api${path}`);
  }
}

function aim(call: Call, random: () => number, token: string): Shot {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const path = call.path.replaceAll(/:[A-Za-z]+/g, () =>
    encodeURIComponent(pick(hostileTexts).toWellFormed()),
  );
  const members = Object.keys('shape' in call.query ? (call.query.shape as object) : {});
  const query = new URLSearchParams();
  for (let count = Math.floor(random() * 4); count > 0; count -= 1) {
    query.append(
      random() < 0.9 && members.length > 0 ? pick(members) : pick(hostileTexts).slice(0, 50),
      pick(hostileTexts),
    );
  }
  const headers: Record<string, string> = {
    ...(random() < 0.9 && { authorization: `Bearer ${random() < 0.95 ? token : 'x.y.z'}` }),
    'x-timezone-offset': pick(['60', '-999999', 'NaN', '']),
    'x-timezone-name': pick(['Europe/Berlin', 'Mars/Base', '../etc']),
    'x-requested-with': 'depotwerk',
    ...(random() < 0.8 && { 'if-match': pick(['"1"', '"x"', '*', '"999999999999"']) }),
    ...(random() < 0.8 && {
      'idempotency-key': pick(['k1', 'x'.repeat(101), 'ok-'.concat(String(random()))]),
    }),
  };
  const shot: Shot = {
    method: call.method,
    path: `/api${path}${query.size > 0 ? `?${query}` : ''}`,
    headers,
  };
  if (call.method !== 'GET' && call.method !== 'DELETE') {
    headers['content-type'] = random() < 0.95 ? 'application/json' : pick(['text/plain', 'application/xml']);
    const shape = Object.keys('shape' in call.body ? (call.body.shape as object) : {});
    const body: unknown =
      random() < 0.1
        ? pick(hostileValues)
        : Object.fromEntries(shape.map((name) => [name, random() < 0.8 ? pick(hostileValues) : undefined]));
    shot.body = random() < 0.03 ? '{"a":' : JSON.stringify(body);
    if (call.takesForm && random() < 0.8) {
      headers['content-type'] = 'application/x-www-form-urlencoded';
      shot.body = hostileForm(shape, random);
    }
  }
  return shot;
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Members of a form: hostile texts, or tokens nobody has signed that carry hostile claims. */
function hostileForm(members: readonly string[], random: () => number): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const token = () =>
    [{ alg: 'RS256', kid: pick(hostileTexts) }, { iss: pick(hostileValues), aud: pick(hostileValues) }, 'x']
      .map(part)
      .join('.');
  const entries = members.map((name) => [name, random() < 0.3 ? pick(hostileTexts) : token()]);
  return new URLSearchParams(entries).toString();
}

/** Without the token. */
const describe = ({ method, path, headers, body }: Shot) =>
  JSON.stringify({ method, path, headers: { ...headers, authorization: undefined }, body }).slice(0, 600);

/** A machine busy with other things sheds load with Retry-After: the same request again, five times at most. */
async function shootPatiently(shot: Shot): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await shoot(shot);
    if (answer.status !== 503 || answer.retryAfter !== '1' || attempt === 5) return answer;
    shed += 1;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

/** 5xx; a bank that does not answer (502, 504) and a full queue (503) are documented answers of their calls. */
const isServerFault = (answer: Answer) =>
  answer.status >= 500 &&
  !(atOnce > 1 && answer.status === 503 && answer.retryAfter !== undefined) &&
  !/"code":"(fundsApi\.traderUnavailable|traderAuth\.bankUnavailable|reports\.busy)"/.test(answer.body);

const random = seededRandom(Number(args.seed));
const total = Number(args.cases);
const atOnce = Number(args['at-once']);
const counts = new Map<number, number>();
const failures: string[] = [];
let dropped = 0;
let shed = 0;
let slowest = 0;
let token = await signIn();
await collectIds();
const byCall = new Map<string, number>();

for (let index = 0; index < total; index += 1) {
  if (index % 5_000 === 4_999) token = await signIn();
  const call = targets[Math.floor(random() * targets.length)] as Call;
  const shot = (random() < (atOnce > 1 ? 0.1 : 0.5) ? aim : aimInside)(call, random, token);
  const shots = Array.from({ length: atOnce }, (_, twin): Shot => {
    const key = `${shot.headers['idempotency-key']}-${twin}`;
    return twin === 0 ? shot : { ...shot, headers: { ...shot.headers, 'idempotency-key': key } };
  });
  await Promise.all(shots.map((each) => take(call, each)));
}

/** Makes one request and keeps what was wrong with its answer. */
async function take(call: Call, shot: Shot): Promise<void> {
  try {
    const answer = await shootPatiently(shot);
    counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
    slowest = Math.max(slowest, answer.milliseconds);
    if (answer.status < 400) byCall.set(call.id, (byCall.get(call.id) ?? 0) + 1);
    if (answer.status < 300 && answer.mediaType.includes('json')) rememberIds(known, answer.body, shot.path);
    const isSlow = answer.milliseconds > (mayTakeLong(call) ? 30_000 : atOnce > 1 ? 5000 : 1000);
    const isFault = isServerFault(answer) || (answer.status >= 400 && tellsOfInside(answer.body)) || isSlow;
    if (isFault)
      failures.push(
        `${answer.status} ${Math.round(answer.milliseconds)} ms ${describe(shot)} → ${answer.body.slice(0, 300)}`,
      );
  } catch (error) {
    dropped += 1;
    failures.push(`dropped (${String(error)}) ${describe(shot)}`);
  }
}

console.log(
  `${total} cases, statuses ${JSON.stringify(Object.fromEntries([...counts].toSorted(([a], [b]) => a - b)))}`,
);
console.log(`${byCall.size} of ${targets.length} calls were answered with success at least once`);
console.log(`dropped ${dropped}, shed ${shed}, slowest ${Math.round(slowest)} ms, faults ${failures.length}`);
for (const failure of failures.slice(0, 20)) console.log(failure);
process.exitCode = failures.length === 0 ? 0 : 1;
