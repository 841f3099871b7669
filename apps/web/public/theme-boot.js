// Why: src/platform/theme.ts
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
})();
