import { type Browser, chromium } from 'playwright-core';
import { inject } from 'vitest';
import { chromiumFlags } from '../../tools/find-chromium.ts';

let running: Promise<Browser> | undefined;

/** The browser of this worker: started by its first file, ended with the worker, started anew should it have crashed. */
export async function ownBrowser(): Promise<Browser> {
  const known = (running ??= launched());
  const browser = await known;
  if (browser.isConnected()) return browser;
  if (running === known) running = launched();
  return running;
}

/** Pages of journeys live for seconds: code made for hours of use takes a second core that the product needs. */
const withoutOptimizer = '--js-flags=--no-turbofan,--no-maglev';

function launched(): Promise<Browser> {
  return chromium.launch({
    executablePath: inject('chromiumPath'),
    args: [...chromiumFlags, withoutOptimizer],
  });
}
