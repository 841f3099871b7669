import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** How every Chromium of tests and benches is started: without a window, a sandbox (root has none) and calls of its own. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
];

/** Chromium without the window around it: the same engine, which is what Playwright itself takes where nobody looks on. */
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell', 'headless_shell'];

const usualPlaces = [
  '/usr/bin/chromium',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Browsers that Playwright downloaded for other projects, those whose folder and program are named so. */
function playwrightBrowsers(folders: RegExp, programs: readonly string[]): string[] {
  const caches = [
    process.env['PLAYWRIGHT_BROWSERS_PATH'],
    join(homedir(), '.cache/ms-playwright'),
    join(homedir(), 'Library/Caches/ms-playwright'),
  ];
  return caches.flatMap((cache) => {
    if (cache === undefined || !existsSync(cache)) return [];
    return readdirSync(cache)
      .filter((folder) => folders.test(folder))
      .sort()
      .reverse()
      .flatMap((folder) => programs.map((program) => join(cache, folder, program)));
  });
}

function inPath(programs: readonly string[]): string[] {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => programs.map((program) => join(folder, program)));
}

function installedChromium(): string | undefined {
  return [
    ...inPath(names),
    ...usualPlaces,
    ...playwrightBrowsers(/^chromium(_headless_shell)?-\d+$/, [
      'chrome-linux/chrome',
      'chrome-linux64/chrome',
      'chrome-linux/headless_shell',
    ]),
  ].find(isProgram);
}

function installedShell(): string | undefined {
  return [
    ...inPath(shellNames),
    ...playwrightBrowsers(/^chromium_headless_shell-\d+$/, [
      'chrome-linux/headless_shell',
      'chrome-headless-shell-linux64/chrome-headless-shell',
    ]),
  ].find(isProgram);
}

/** On Debian and its relatives, as root, a browser can simply be installed. */
function install(name: 'chromium' | 'chromium-headless-shell'): void {
  if (process.getuid?.() !== 0 || !isProgram('/usr/bin/apt-get')) return;
  console.log(`Installing ${name} with apt-get …`);
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: 180_000,
  };
  spawnSync('apt-get', ['update', '-qq'], options);
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options);
}

/** The browser the variable CHROMIUM names. Throws when it is no program. */
function namedChromium(): string | undefined {
  const named = process.env['CHROMIUM'];
  if (named === undefined || named === '') return undefined;
  if (isProgram(named)) return named;
  throw new Error(`CHROMIUM=${named} is no program.`);
}

/**
 * Path of a whole Chromium, as people have it (benches): the variable CHROMIUM, PATH, the usual places, Playwright's own,
 * else installed where we may. Throws an error with one sentence when there is none.
 */
export async function findChromium(): Promise<string> {
  const found = namedChromium() ?? installedChromium();
  if (found !== undefined) return found;
  install('chromium');
  const installed = installedChromium();
  if (installed !== undefined) return installed;
  throw new Error('The browser journeys need a Chromium: install one, or set CHROMIUM to its path.');
}

/**
 * Path of the browser for journeys: the variable CHROMIUM, else Chromium's headless shell, installed where we may, else
 * a whole Chromium. A new page costs the shell half the processor time, and journeys are mostly new pages.
 */
export async function findJourneyBrowser(): Promise<string> {
  const found = namedChromium() ?? installedShell();
  if (found !== undefined) return found;
  install('chromium-headless-shell');
  return installedShell() ?? findChromium();
}
