// Why: src/texts/texts.ts. Who is signed in needs the texts of all pages, a visitor those of her own.
(() => {
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = 'fetch';
  link.crossOrigin = '';
  link.href = `/assets/i18n/de${document.cookie.includes('refreshTokenExists=1') ? '' : '.visitors'}.json`;
  document.head.append(link);
})();
