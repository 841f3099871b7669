import { existsSync, readdirSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Which package may import which of ours (docs/architecture.md). */
const allowed: Record<string, readonly string[]> = {
  'packages/domain': [],
  // Words of the domain as types only: the engine runs without anything else.
  'packages/engine': ['type domain'],
  'packages/api': ['domain'],
  'apps/bank': ['domain'],
  // Of the server what stands in its public.ts; the server knows nothing of the demo world but its place.
  'apps/demo': ['domain', 'engine', 'server'],
  'apps/server': ['api', 'domain', 'engine'],
  'apps/web': ['api', 'domain', 'engine'],
};

/** Packages without any dependency. */
const pure = ['packages/domain', 'packages/engine'];

export interface SourceFile {
  /** Path below the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

const importPattern = /(?:from|import)\s*\(?\s*'([^']+)'/g;
const typeImportPattern = /import type [^;]*?from '([^']+)'/g;
const isTest = (path: string) => /\.test\.tsx?$|-for-test\.tsx?$|\/fixtures\//.test(path);
const importsOf = (text: string) => [...text.matchAll(importPattern)].map((match) => match[1] ?? '');
const areaOf = (path: string) => /^apps\/server\/src\/areas\/([^/]+)\//.exec(path)?.[1];
const browserAreaOf = (path: string) => /^apps\/web\/src\/areas\/([^/]+)\//.exec(path)?.[1];

/** Tests of the server run the practice bank in their own process and fill the demo world; those of the demo stand on the server's. */
function isBesideServer(path: string, targetPath: string): boolean {
  if (!isTest(path) && !path.startsWith('apps/server/test/')) return false;
  if (path.startsWith('apps/demo/')) return targetPath.startsWith('apps/server/test/');
  return path.startsWith('apps/server/') && /^apps\/(?:bank|demo)\//.test(targetPath);
}

/** Imports against the direction of the house; one sentence each, empty when all is well. */
export function findWrongImports(file: SourceFile): string[] {
  const home = Object.keys(allowed).find((folder) => file.path.startsWith(`${folder}/`));
  if (!home) return [];
  const wrong: string[] = [];
  const values = importsOf(file.text.replaceAll(typeImportPattern, ''));
  for (const specifier of importsOf(file.text)) {
    const target = /^@depotwerk\/([^/]+)/.exec(specifier)?.[1];
    const mayTake = (taken: string) => (allowed[home] ?? []).includes(taken);
    if (target && !mayTake(target) && (values.includes(specifier) || !mayTake(`type ${target}`))) {
      wrong.push(`${file.path} imports ${specifier}: ${home} must not depend on ${target}`);
    }
    if (pure.includes(home) && /^(?!@depotwerk\/)[\w@]/.test(specifier) && !isTest(file.path)) {
      wrong.push(`${file.path} imports ${specifier}: ${home} runs without anything else`);
    }
    if (!specifier.startsWith('.')) continue;
    const targetPath = join(dirname(file.path), specifier).replaceAll('\\', '/');
    if (isBesideServer(file.path, targetPath)) continue;
    if (!targetPath.startsWith(`${home}/`)) wrong.push(`${file.path} leaves its package with ${specifier}`);
    wrong.push(
      ...foreignAreaImports(file.path, targetPath),
      ...browserImports(file.path, targetPath),
      ...upwardImports(file.path, targetPath),
    );
  }
  return wrong;
}

/** Folders of a package's sources from the ground up; those of one row may use each other, nothing uses what is above it. */
const floors: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'apps/server/src': [['platform'], ['areas']],
  'apps/web/src': [
    ['platform', 'texts', 'ui'],
    ['queries'],
    ['forms'],
    ['lists'],
    ['areas', 'shell'],
    ['routes'],
  ],
};

/** Files that use what stands above them, which is for areas and for what puts the application together. */
function upwardImports(path: string, targetPath: string): string[] {
  const source = Object.keys(floors).find((folder) => path.startsWith(`${folder}/`));
  if (source === undefined || isTest(path)) return [];
  const floorOf = (file: string) => {
    const folder = file.slice(source.length + 1).split('/')[0] ?? '';
    return floors[source]?.findIndex((row) => row.includes(folder)) ?? -1;
  };
  const [own, other] = [floorOf(path), floorOf(targetPath)];
  return own >= 0 && other > own ? [`${path} uses ${targetPath}, which stands above it`] : [];
}

/** An area of the browser takes of another one what lies in its folder `public`; tests may reach further. */
function browserImports(path: string, targetPath: string): string[] {
  const from = browserAreaOf(path);
  const to = browserAreaOf(targetPath);
  if (!from || !to || from === to || isTest(path)) return [];
  return targetPath.startsWith(`apps/web/src/areas/${to}/public/`)
    ? []
    : [`${path} reaches into area ${to} (${targetPath}); what is open to others lies in its folder public`];
}

/** Files in a folder `public` that no other area takes, by what every file of the browser imports. */
export function findIdleOffers(files: readonly SourceFile[]): string[] {
  const taken = new Set<string>();
  for (const { path, text } of files) {
    for (const specifier of importsOf(text)) {
      if (!specifier.startsWith('.')) continue;
      const target = join(dirname(path), specifier).replaceAll('\\', '/');
      if (!isTest(path) && browserAreaOf(path) !== browserAreaOf(target)) taken.add(target);
    }
  }
  return files
    .filter(({ path }) => /^apps\/web\/src\/areas\/[^/]+\/public\/.*(?<!\.test)\.tsx?$/.test(path))
    .filter(({ path }) => !taken.has(path))
    .map(({ path }) => `${path} lies in public, and nobody else takes it`);
}

/** Circles of areas of the browser: what each area takes, followed until it comes back; the lazily loaded counts too. */
export function findCirclesOfAreas(files: readonly SourceFile[]): string[] {
  const taken = new Map<string, Set<string>>();
  for (const { path, text } of files) {
    const from = browserAreaOf(path);
    if (from === undefined || isTest(path)) continue;
    for (const specifier of importsOf(text)) {
      const to = specifier.startsWith('.')
        ? browserAreaOf(join(dirname(path), specifier).replaceAll('\\', '/'))
        : undefined;
      if (to !== undefined && to !== from) taken.set(from, (taken.get(from) ?? new Set()).add(to));
    }
  }
  const circles: string[] = [];
  const closed = new Set<string>();
  const follow = (area: string, way: readonly string[]) => {
    if (way.includes(area)) circles.push([...way.slice(way.indexOf(area)), area].join(' → '));
    if (way.includes(area) || closed.has(area)) return;
    for (const next of taken.get(area) ?? []) follow(next, [...way, area]);
    closed.add(area);
  };
  for (const area of taken.keys()) follow(area, []);
  return circles.map((circle) => `areas of the browser use each other in a circle: ${circle}`);
}

/**
 * An area takes what another one offers from its `public.ts`, which offers read functions only; tests may reach further.
 * Patterns of the linter cannot tell `../../x.ts` of the own area from that of another, so paths are resolved here.
 */
function foreignAreaImports(path: string, targetPath: string): string[] {
  const from = areaOf(path);
  const to = areaOf(targetPath);
  if (!from || !to || isTest(path)) return [];
  if (from === to) {
    return path === publicOf(from) && !targetPath.endsWith('.view.ts')
      ? [`${path} offers ${targetPath}; only *.view.ts are open to others`]
      : [];
  }
  if (targetPath === publicOf(to)) {
    return path === publicOf(from) ? [`${path} hands on what area ${to} offers (${targetPath})`] : [];
  }
  return [`${path} reaches into area ${to} (${targetPath}); what is open to others stands in its public.ts`];
}

const publicOf = (area: string) => `apps/server/src/areas/${area}/public.ts`;

/** A verb that writes must check its permission and leave an audit entry. */
export function findCarelessVerbs(file: SourceFile): string[] {
  const area = areaOf(file.path);
  // Areas that act before or without a session check differently; their own tests hold them.
  if (
    !area ||
    area === 'auth' ||
    area === 'audit' ||
    area === 'white-label' ||
    area === 'prospects' ||
    // Drafts are the caller's own notes, saved every few seconds: their rule stands beside them, the log is not for them.
    area === 'drafts' ||
    file.path.endsWith('.test.ts')
  ) {
    return [];
  }
  if (!/\.transaction\(/.test(file.text)) return [];
  const wrong: string[] = [];
  // Where the log is not for a write, its file says why.
  if (!/writeAudits?\(|no audit entry: /.test(file.text))
    wrong.push(`${file.path} opens a transaction without an audit entry`);
  if (!/requirePermission\(|requireOwnSide\(|requireWholeHouse\(|system job/.test(file.text)) {
    wrong.push(`${file.path} opens a transaction without requirePermission`);
  }
  return wrong;
}

const exportedFunction = /^export (?:async )?function (\w+)\(([^;]*?)\): Promise<([^\n]*)/gm;
const ofWholeCall =
  /(?:SignedInContext|RequestContext),\s[^]*: CallInput<typeof [\w.]+>(?:\['body'\])?,?\s*$/;
/** What says more than the call's answer: headers, a status, the ids of a file, what nobody may change. */
const moreThanAnswer = /^(?:Reply|SentAnswer|StoredFile|RefreshAnswer)\b/;

/** Verbs that say themselves what their call says already (parts of one are handed its transaction): `Verb<typeof call>` gives both what it takes and what it answers. */
export function findVerbsBesideTheirCall({ path, text }: SourceFile): string[] {
  if (!areaOf(path) || isTest(path)) return [];
  // A name for the input of a call is the input of that call.
  const named = [...text.matchAll(/^type (\w+) = (CallInput<typeof [\w.]+>(?:\['body'\])?);/gm)];
  const said = named.reduce((so, [, name, input]) => so.replaceAll(`: ${name},`, `: ${input},`), text);
  return [...said.matchAll(exportedFunction)].flatMap(([, name, parameters = '', answer = '']) =>
    /^\s*services: (?![^]*\bTransaction<)/.test(parameters) &&
    ofWholeCall.test(parameters) &&
    !moreThanAnswer.test(answer)
      ? [`${path} says itself what ${name} takes and answers; its call does (Verb, BodyVerb, FileVerb)`]
      : [],
  );
}

// S3 is what object stores speak.
const outsideNumbers = /\b(?:[GM]-\d{1,3}|(?!S3\b)[SR][1-9]\d?)\b|\bspecification,? (?:section )?\d/;
const comment = /(?:^\s*(?:\*|--)|\/\*|\/\/|\s--\s).*/;

/** Comments and pages that point to numbers of texts outside the repository: they say the thing, or point into docs/. */
export function findOutsideNumbers(file: SourceFile): string[] {
  // The one page that answers the catalogue of security requirements, number by number; and this check's own examples.
  if (file.path === 'docs/security.md' || file.path === 'tools/check-architecture.test.ts') return [];
  return file.text.split('\n').flatMap((line, index) => {
    const said = file.path.endsWith('.md') ? line : (comment.exec(line)?.[0] ?? '');
    const number = outsideNumbers.exec(said)?.[0];
    return number === undefined
      ? []
      : [`${file.path}:${index + 1} points to "${number}" of a text that is not here`];
  });
}

/** Lines of the longest file; oxlint holds TypeScript to the same. */
const mostLines = 350;

/** Styles longer than fits in one's head. */
export function findLongStyles(file: SourceFile): string[] {
  const lines = file.text.trimEnd().split('\n').length;
  return file.path.endsWith('.css') && lines > mostLines
    ? [`${file.path} has ${lines} lines; ${mostLines} are the limit`]
    : [];
}
const comparisonFile = 'apps/server/src/platform/secrets/equal-in-constant-time.ts';
const secretName = String.raw`[\w.]*(?:token|secret|mac|macOf|nonce|verifier)\b(?:\([^)]*\))?`;
const comparedSecret = new RegExp(
  String.raw`${secretName} [!=]==? (?!null\b|undefined\b|'|"|\d|true\b|false\b)|[!=]==? (?!typeof\b)${secretName}`,
  'i',
);

/** Secrets the server compares in a time that tells how much of them fits, or past the one function that does not. */
export function findUnevenComparisons({ path, text }: SourceFile): string[] {
  if (!path.startsWith('apps/server/src/') || path.endsWith('.test.ts') || path === comparisonFile) return [];
  return text.split('\n').flatMap((line, index) => {
    const found = /\btimingSafeEqual\b/.exec(line)?.[0] ?? comparedSecret.exec(line)?.[0];
    return found === undefined || /^\s*(?:\*|\/\/|\/\*)/.test(line)
      ? []
      : [`${path}:${index + 1} compares a secret itself ("${found}"); equalInConstantTime does`];
  });
}

/** Folders of areas the page of the house does not name. */
export function findUnnamedAreas(folders: readonly string[], page: string): string[] {
  return folders
    .filter((folder) => !new RegExp(`\\b${folder}\\b`).test(page))
    .map((folder) => `docs/architecture.md does not name the area ${folder}`);
}

/** Folders of calls that are no area of the server, and files of calls that lie in none. */
export function findCallsOutsideAreas(
  folders: readonly string[],
  files: readonly string[],
  areas: readonly string[],
): string[] {
  const strangers = folders.filter((folder) => !areas.includes(folder));
  const ofAll = [
    'all-calls',
    'call',
    'call-scope',
    'challenge',
    'credential-fields',
    'data-position',
    'errors',
    'field-shapes',
    'fields',
    'master-data-calls',
    'may-lag',
  ];
  return [
    ...strangers.map((folder) => `packages/api/src/${folder} is no area of the server`),
    ...files
      .filter((file) => !ofAll.includes(file.replace(/(\.test)?\.ts$/, '')))
      .map((file) => `packages/api/src/${file} lies in the folder of no area`),
  ];
}

/** Relative links of a Markdown file that lead nowhere. */
export function findDeadLinks(file: SourceFile, exists: (path: string) => boolean): string[] {
  return [...file.text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map((match) => match[1] ?? '')
    .filter((link) => !/^[a-z]+:/.test(link) && !exists(join(dirname(file.path), link)))
    .map((link) => `${file.path} links to ${link}, which does not exist`);
}

/** Checks the whole tree below `root`. */
export async function checkArchitecture(root: string): Promise<string[]> {
  const wrong: string[] = [];
  const browser: SourceFile[] = [];
  const files = glob(['{apps,packages,tools,bench,e2e}/**/*.{ts,tsx,mjs,css,sql}', '*.md', 'docs/**/*.md'], {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**'],
  });
  for await (const name of files) {
    const path = name.replaceAll('\\', '/');
    if (/(^|\/)(node_modules|dist)\//.test(path)) continue;
    const file = { path, text: await readFile(join(root, path), 'utf8') };
    if (path.endsWith('.md')) wrong.push(...findDeadLinks(file, (link) => existsSync(join(root, link))));
    else if (/\.tsx?$/.test(path))
      wrong.push(
        ...findWrongImports(file),
        ...findCarelessVerbs(file),
        ...findVerbsBesideTheirCall(file),
        ...findUnevenComparisons(file),
      );
    if (/^apps\/web\/src\/.*\.tsx?$/.test(path)) browser.push(file);
    wrong.push(...findOutsideNumbers(file), ...findLongStyles(file));
  }
  const folders = ['server', 'web'].flatMap((app) => readdirSync(join(root, 'apps', app, 'src/areas')));
  const calls = readdirSync(join(root, 'packages/api/src'), { withFileTypes: true });
  const names = (isFolder: boolean) =>
    calls.filter((entry) => entry.isDirectory() === isFolder).map(({ name }) => name);
  const areas = readdirSync(join(root, 'apps/server/src/areas'));
  wrong.push(...findCallsOutsideAreas(names(true), names(false), areas));
  wrong.push(...findIdleOffers(browser), ...findCirclesOfAreas(browser));
  wrong.push(...findUnnamedAreas(folders, await readFile(join(root, 'docs/architecture.md'), 'utf8')));
  return wrong;
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const root = resolve(import.meta.dirname, '..');
  const wrong = await checkArchitecture(root);
  for (const sentence of wrong) console.error(sentence);
  if (wrong.length === 0) console.log('architecture: directions of import and links hold');
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
