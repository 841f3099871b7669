// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { builtInEnvironment, loadEnvironment } from './environment.ts';

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

function addressOf(input: RequestInfo | URL): string {
  if (typeof input === 'string') return input;
  return input instanceof URL ? input.href : input.url;
}

beforeEach(() => {
  // The configuration is loaded once per page; each test is a new page.
  vi.resetModules();
  document.head.innerHTML = '<link rel="icon" href="/old.svg" data-white-label="favicon"><title>old</title>';
  document.adoptedStyleSheets = [];
});

describe('environment', () => {
  it('is taken from the server', async () => {
    const environment = { ...builtInEnvironment, translationId: 'en-GB', apiBaseUrl: '/backend' };
    expect(await loadEnvironment(() => Promise.resolve(json(environment)))).toEqual(environment);
  });

  it('is that of the server too where a later release says more', async () => {
    const environment = { ...builtInEnvironment, apiBaseUrl: '/backend' };
    const loaded = await loadEnvironment(() => Promise.resolve(json({ ...environment, isLater: true })));
    expect(loaded).toEqual(environment);
  });

  it.each([
    ['is missing', () => Promise.resolve(json({}, 404))],
    ['is the application page', () => Promise.resolve(new Response('<!doctype html>'))],
    ['is malformed', () => Promise.resolve(json({ apiBaseUrl: 5 }))],
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('falls back to the built-in one when it %s', async (_name, fetcher) => {
    expect(await loadEnvironment(fetcher)).toEqual(builtInEnvironment);
  });
});

describe('white label', () => {
  it('sets title, favicon, shortcut icons and readable colours', async () => {
    const { builtInWhiteLabel, startWhiteLabel, whiteLabel } = await import('./white-label.ts');
    const config = {
      ...builtInWhiteLabel,
      applicationTitle: 'Nordberatung',
      favicon: '/nord.svg',
      shortcutIcons: [
        { sizes: '180x180', href: '/nord-180.png', type: 'image/png' },
        { sizes: '32x32', href: 'javascript:alert(1)', type: 'image/png' },
      ],
      primaryColour: '#7a1f5c',
      registrationMode: 2,
    };
    const asked: string[] = [];
    await startWhiteLabel('/api', (input, init) => {
      const zone = new Headers(init?.headers).get('x-timezone-name') ?? 'no zone';
      asked.push(`${addressOf(input)} ${zone}`);
      return Promise.resolve(json(config));
    });
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    expect(asked).toEqual([`/api/white-label-config ${timeZone}`]);
    expect(document.title).toBe('Nordberatung');
    expect(document.querySelector('link[data-white-label]')?.getAttribute('href')).toBe('/nord.svg');
    expect(document.querySelectorAll('link[rel="apple-touch-icon"]')).toHaveLength(1);
    expect(document.head.innerHTML).not.toContain('javascript:');
    expect(document.adoptedStyleSheets).toHaveLength(1);
    expect(whiteLabel().registrationMode).toBe(2);
  });

  it('shows the house too where a later release says more of it', async () => {
    const { builtInWhiteLabel, startWhiteLabel } = await import('./white-label.ts');
    const config = { ...builtInWhiteLabel, applicationTitle: 'Nordberatung' };
    const features = { ...config.features, isLater: true };
    const shown = await startWhiteLabel('/api', () =>
      Promise.resolve(json({ ...config, isLater: { deep: [] }, features })),
    );
    expect(shown).toEqual(config);
  });

  it('shows what was changed since, and keeps what was shown where nothing answers', async () => {
    const { builtInWhiteLabel, refreshWhiteLabel, startWhiteLabel, useWhiteLabel, whiteLabel } = await import(
      './white-label.ts'
    );
    const answers = (config: unknown) => () => Promise.resolve(json(config));
    const first = { ...builtInWhiteLabel, applicationTitle: 'Nord', primaryColour: '#7a1f5c' };
    await startWhiteLabel('/api', answers(first));
    document.title = 'Verträge – Nord';
    const { createRoot } = await import('react-dom/client');
    const { act, createElement } = await import('react');
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    const place = document.createElement('div');
    const root = createRoot(place);
    const Title = () => useWhiteLabel().applicationTitle;
    act(() => root.render(createElement(Title)));
    expect(place.textContent).toBe('Nord');

    await act(() =>
      refreshWhiteLabel(answers({ ...first, applicationTitle: 'Süd', primaryColour: '#205080' })),
    );
    expect(place.textContent).toBe('Süd');
    expect(document.title).toBe('Verträge – Süd');
    expect(document.adoptedStyleSheets).toHaveLength(1);

    await refreshWhiteLabel(() => Promise.reject(new TypeError('away')));
    expect(whiteLabel().applicationTitle).toBe('Süd');
    // Its own colours given up, a house has the product's again.
    await act(() => refreshWhiteLabel(answers({ ...builtInWhiteLabel, applicationTitle: 'Süd' })));
    expect(document.adoptedStyleSheets).toHaveLength(0);
    act(() => root.unmount());
    vi.unstubAllGlobals();
  });

  it('is not replaced by an answer that is late, and keeps the name of a page opened meanwhile', async () => {
    const { builtInWhiteLabel, refreshWhiteLabel, startWhiteLabel, whiteLabel, whiteLabelLoaded } =
      await import('./white-label.ts');
    const named = (applicationTitle: string) => json({ ...builtInWhiteLabel, applicationTitle });
    await startWhiteLabel('/api', () => Promise.resolve(named('Nord')));
    const late = Promise.withResolvers<Response>();
    const first = refreshWhiteLabel(() => late.promise);
    document.title = 'Kunden – Nord';
    await refreshWhiteLabel(() => Promise.resolve(named('Süd')));
    late.resolve(named('Nord'));
    await first;
    expect(whiteLabel().applicationTitle).toBe('Süd');
    expect(document.title).toBe('Kunden – Süd');
    expect((await whiteLabelLoaded()).applicationTitle).toBe('Süd');
  });

  it('shows what was saved also where the server has kept what it was for a second', async () => {
    const { builtInWhiteLabel, showSavedWhiteLabel, startWhiteLabel, whiteLabel } = await import(
      './white-label.ts'
    );
    const answers = ['Nord', 'Nord', 'Süd'].map((applicationTitle) => ({
      ...builtInWhiteLabel,
      applicationTitle,
    }));
    const fetcher = () => Promise.resolve(json(answers.shift()));
    await startWhiteLabel('/api', fetcher);
    vi.useFakeTimers();
    try {
      await showSavedWhiteLabel(fetcher);
      expect(whiteLabel().applicationTitle).toBe('Nord');
      await vi.advanceTimersByTimeAsync(1100);
      expect(whiteLabel().applicationTitle).toBe('Süd');
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([
    ['there is none', () => Promise.resolve(json({}, 404))],
    ['it is malformed', () => Promise.resolve(json({ applicationTitle: 5 }))],
    ['the server is away', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('falls back to the built-in one when %s', async (_name, fetcher) => {
    const { builtInWhiteLabel, startWhiteLabel, whiteLabel } = await import('./white-label.ts');
    await startWhiteLabel('/api', fetcher);
    expect(whiteLabel()).toEqual(builtInWhiteLabel);
    // A slow line takes no figures of sustainability away; what needs the server is not offered.
    expect(whiteLabel().features).toMatchObject({ esg: true, bankCredentials: false, bulk: false });
    expect(document.title).toBe('Depotwerk');
  });

  it('does not wait for an answer that does not come', async () => {
    const { startWhiteLabel, whiteLabelLoaded } = await import('./white-label.ts');
    void startWhiteLabel(
      '/api',
      (_input, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new DOMException('timeout', 'TimeoutError')));
        }),
    );
    const config = await whiteLabelLoaded();
    expect(config.applicationTitle).toBe('Depotwerk');
  });
});

describe('the look of the house on a slow line', () => {
  it('is shown once its answer is there, though the start went on without it', async () => {
    const { builtInWhiteLabel, startWhiteLabel, whiteLabel } = await import('./white-label.ts');
    const { features } = builtInWhiteLabel;
    const config = { ...builtInWhiteLabel, applicationTitle: 'Nord', features: { ...features, bulk: true } };
    const late = Promise.withResolvers<Response>();
    let asked = 0;
    await startWhiteLabel('/api', (_input, init) => {
      asked += 1;
      if (asked > 1) return late.promise;
      return new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('timeout', 'TimeoutError')));
      });
    });
    expect(whiteLabel().features.bulk).toBe(false);
    late.resolve(json(config));
    await expect.poll(() => whiteLabel().features.bulk).toBe(true);
    expect(document.title).toBe('Nord');
  });
});

describe('mode of registration', () => {
  const open = async () => {
    const { builtInWhiteLabel } = await import('./white-label.ts');
    return json({ ...builtInWhiteLabel, registrationMode: 1 });
  };

  it('is waited for where the start went on without it', async () => {
    const { knownRegistrationMode, startWhiteLabel, whiteLabel } = await import('./white-label.ts');
    await startWhiteLabel('/api', () => Promise.reject(new TypeError('slow')));
    expect(whiteLabel().registrationMode).toBe(0);
    expect(await knownRegistrationMode(open)).toBe(1);
    // Known now: nothing is asked again.
    expect(await knownRegistrationMode(() => Promise.reject(new TypeError('away')))).toBe(1);
  });

  it('is no answer where the server is away, and closed where it has no house', async () => {
    const { knownRegistrationMode, startWhiteLabel } = await import('./white-label.ts');
    await startWhiteLabel('/api', () => Promise.reject(new TypeError('away')));
    await expect(knownRegistrationMode(() => Promise.reject(new TypeError('away')))).rejects.toMatchObject({
      kind: 'network',
    });
    expect(await knownRegistrationMode(() => Promise.resolve(json({}, 404)))).toBe(0);
  });
});

describe('texts', () => {
  const files: Record<string, unknown> = {
    '/assets/i18n/de.json': { common: { ok: 'OK', save: 'Speichern' } },
    '/assets/i18n/en.json': { common: { save: 'Save' } },
  };
  const server: typeof fetch = (input) => {
    const file = files[addressOf(input)];
    return Promise.resolve(file ? json(file) : new Response('<!doctype html>', { status: 200 }));
  };

  it('are those of the language, with German behind them', async () => {
    const { startTexts, t } = await import('../texts/texts.ts');
    expect(await startTexts('en-GB', server)).toBe(true);
    expect([t('common.save'), t('common.ok'), document.documentElement.lang]).toEqual(['Save', 'OK', 'en']);
  });

  it('are German when the language has no file', async () => {
    const { startTexts, t } = await import('../texts/texts.ts');
    expect(await startTexts('fr-FR', server)).toBe(true);
    expect([t('common.save'), document.documentElement.lang]).toEqual(['Speichern', 'de']);
  });

  it('are those of visitors at first, and all of them when somebody asks', async () => {
    const { allTexts, hasAllTexts, startTexts, t } = await import('../texts/texts.ts');
    const visitors = { '/assets/i18n/de.visitors.json': { common: { ok: 'Ja' } } };
    const asked: string[] = [];
    let isAway = true;
    const split: typeof fetch = (input) => {
      const address = addressOf(input);
      asked.push(address);
      const file = { ...files, ...visitors }[address];
      if (!file || (isAway && address === '/assets/i18n/de.json'))
        return Promise.reject(new TypeError('away'));
      return Promise.resolve(json(file));
    };
    vi.stubGlobal('reportError', vi.fn());
    expect(await startTexts('de-DE', split, undefined, false)).toBe(true);
    // A text that is missing is reported; its key is nothing to read.
    expect([t('common.ok'), t('common.save'), asked]).toEqual(['Ja', '', ['/assets/i18n/de.visitors.json']]);
    expect(reportError).toHaveBeenCalledOnce();
    await expect(allTexts(split)).rejects.toThrow('texts');
    expect([t('common.ok'), hasAllTexts()]).toEqual(['Ja', false]);
    isAway = false;
    await Promise.all([allTexts(split), allTexts(split)]);
    expect([t('common.save'), hasAllTexts()]).toEqual(['Speichern', true]);
    expect(asked).toHaveLength(3);
    await allTexts(split);
    expect(asked).toHaveLength(3);
    vi.unstubAllGlobals();
  });

  it('are all of them where the server has no file for visitors', async () => {
    const { hasAllTexts, startTexts, t } = await import('../texts/texts.ts');
    expect(await startTexts('de-DE', server, undefined, false)).toBe(true);
    expect([t('common.save'), hasAllTexts()]).toEqual(['Speichern', true]);
  });

  it('say so when nothing could be read', async () => {
    const { startTexts } = await import('../texts/texts.ts');
    expect(await startTexts('de-DE', () => Promise.reject(new TypeError('x')))).toBe(false);
  });
});
