import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { listAppearances } from '@depotwerk/api/white-label/appearances';
import { prospectTermsVersion } from '@depotwerk/domain/depot-analysis/consent';
import * as z from 'zod/mini';
import { adviserApi } from '../../e2e/support/adviser-api.ts';
import { Product } from './product.ts';
import { Visitor } from './visitor.ts';

/**
 * Whether the time of an answer tells a visitor what the answer does not: whether an address has an access, whether an analysis
 * was ever there, whether a link was ever sent. Asks for both of each pair in turn, against a product of its own with the
 * demo world, and says medians, quartiles and the rank statistic (Mann and Whitney) in standard deviations: within 3 nothing is told.
 * Answers that differ in status or code fail the drill whatever their time; a 503 by which the server sheds load is no answer and
 * left out.
 * Usage: node tools/run.mjs tools/drills/guess-times.ts --data /tmp/guess --port 20320 --pairs 200; --url of a demo that runs
 * already instead of data and port.
 */
const { values: args } = parseArgs({
  options: {
    data: { type: 'string', default: '/tmp/depotwerk-guess-times' },
    port: { type: 'string', default: '20320' },
    pairs: { type: 'string', default: '200' },
    url: { type: 'string', default: '' },
  },
});
const pairs = Number(args.pairs);
/** Beyond this many standard deviations chance is no explanation. */
const mostDeviation = 3;

interface Asked {
  readonly milliseconds: number;
  readonly isKnown: boolean;
  readonly said: string;
}

const product =
  args.url === ''
    ? new Product(Number(args.port), { DATA_DIR: args.data, DEMO: 'on', BANK_PORT: '0' })
    : null;
const url = product?.url ?? args.url;
const visitor = new Visitor(url);

async function ask(isKnown: boolean, call: () => Promise<Response>): Promise<Asked> {
  const started = performance.now();
  const answer = await call();
  const text = await answer.text();
  const milliseconds = performance.now() - started;
  const { code } = z.looseObject({ code: z.optional(z.string()) }).parse(text === '' ? {} : JSON.parse(text));
  return { milliseconds, isKnown, said: `${answer.status} ${code ?? ''}`.trim() };
}

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
const figures = (all: readonly Asked[]) => {
  const sorted = all.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
  return [0.5, 0.25, 0.75].map((share) => quantile(sorted, share).toFixed(1)).join(' / ');
};

/** How far the ranks of the known ones are from those of chance, in standard deviations. */
function deviation(all: readonly Asked[]): number {
  const ranked = all.toSorted((a, b) => a.milliseconds - b.milliseconds);
  const ranks = ranked.reduce((sum, { isKnown }, index) => sum + (isKnown ? index + 1 : 0), 0);
  const known = ranked.filter(({ isKnown }) => isKnown).length;
  const others = ranked.length - known;
  const expected = (known * (ranked.length + 1)) / 2;
  return (ranks - expected) / Math.sqrt((known * others * (ranked.length + 1)) / 12);
}

/** Asks for both in turn, which one first as a coin falls; true when nothing is told. */
async function compare(
  what: string,
  known: () => Promise<Response>,
  unknown: () => Promise<Response>,
): Promise<boolean> {
  const asked: Asked[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const isKnownFirst = Math.random() < 0.5;
    for (const isKnown of [isKnownFirst, !isKnownFirst])
      asked.push(await ask(isKnown, isKnown ? known : unknown));
  }
  const answered = asked.filter(({ said }) => !said.startsWith('503'));
  const said = new Set(answered.map((one) => one.said));
  const ranks = deviation(answered);
  const [first, second] = [true, false].map((isKnown) =>
    figures(answered.filter((one) => one.isKnown === isKnown)),
  );
  console.log(
    `${what}: ${pairs} pairs, ${asked.length - answered.length} shed; median / quartiles ${first} ms and ${second} ms, ranks ${ranks.toFixed(2)} deviations from chance; said ${[...said].join(', ')}`,
  );
  return said.size === 1 && Math.abs(ranks) <= mostDeviation;
}

const registration = (email: string) => ({
  firstName: 'Nora',
  lastName: 'Neu',
  email,
  dateOfBirth: '1990-02-03',
  termsVersion: prospectTermsVersion,
});
const register = (email: string) => visitor.call('/auth/registration', registration(email));
const confirm = (guid: string) => visitor.call('/auth/registration/confirm', { guid });

/** The demo lets nobody register: its administrator opens it (mode 1), as a house that offers registration has it. */
async function openRegistration(): Promise<void> {
  const call = await adviserApi(url, 'admin@demo.example');
  const path = listAppearances.path;
  const [house] = listAppearances.answer.parse((await call('GET', path)).answer);
  if (!house) throw new Error('the house has no appearance');
  const { id, isDefault: _, rowVersion, ...rest } = house;
  const body = { ...rest, registrationMode: 1 };
  const { status } = await call('PUT', `${path}/${id}`, body, { 'if-match': `"${rowVersion}"` });
  if (status !== 200) throw new Error(`opening the registration answered ${status}`);
  const shown = z.looseObject({ registrationMode: z.number() });
  const modeNow = async () => shown.parse((await call('GET', '/white-label-config')).answer).registrationMode;
  // What visitors are told is kept for half a minute.
  while ((await modeNow()) !== 1) await sleep(1000);
}

/** The link of a registration that was confirmed. */
async function usedLink(): Promise<string> {
  const email = `${crypto.randomUUID()}@post.example`;
  await register(email);
  const outbox = z.array(z.looseObject({ recipient: z.string(), text: z.string() }));
  const mails = outbox.parse(await (await visitor.call('/demo/outbox')).json());
  const text = mails.find(({ recipient }) => recipient === email)?.text ?? '';
  const guid = /registration\?guid=([0-9a-f-]{36})/.exec(text)?.[1] ?? '';
  const answer = await confirm(guid);
  if (!answer.ok) throw new Error(`confirming a registration answered ${answer.status}`);
  return guid;
}

try {
  await product?.start();
  const erased = await visitor.startAnalysis();
  const answer = await fetch(`${url}/api/depotanalysis/${erased}`, { method: 'DELETE' });
  if (!answer.ok) throw new Error(`erasing an analysis answered ${answer.status}`);
  await openRegistration();
  const used = await usedLink();
  const results = [
    await compare(
      'registration, of an address with an access and of one without',
      () => register('kunde@demo.example'),
      () => register(`${crypto.randomUUID()}@post.example`),
    ),
    await compare(
      'analysis, erased and never there',
      () => visitor.call(`/depotanalysis/${erased}`),
      () => visitor.call(`/depotanalysis/${crypto.randomUUID()}`),
    ),
    await compare(
      'link of a registration, used and never sent',
      () => confirm(used),
      () => confirm(crypto.randomUUID()),
    ),
  ];
  process.exitCode = results.every(Boolean) ? 0 : 1;
} finally {
  await product?.end('SIGTERM');
}
