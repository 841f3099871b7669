// Before the first paint. Why: src/platform/theme.ts, and of the texts src/texts/texts.ts.
(() => {
  let choice;
  try {
    choice = localStorage.getItem('depotwerk.theme');
  } catch {
    choice = null;
  }
  const dark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  // Who is signed in needs the texts of all pages, a visitor those of her own.
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = 'fetch';
  link.crossOrigin = '';
  link.href = `/assets/i18n/de${document.cookie.includes('refreshTokenExists=1') ? '' : '.visitors'}.json`;
  document.head.append(link);
})();
