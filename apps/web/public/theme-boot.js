// Runs before the first paint so that a dark page never flashes white. Kept out of index.html because the
// content security policy forbids inline scripts. The key and the values are those of src/platform/theme.ts.
(() => {
  let choice = 'system';
  try {
    choice = localStorage.getItem('depotwerk.theme') ?? 'system';
  } catch {
    // Storage can be blocked by the browser; the system's choice is then the best guess.
  }
  const dark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
