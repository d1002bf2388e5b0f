// Runs before the first paint, so that nobody who wants dark sees a white page first. See src/theme.ts.
(() => {
  let wanted = null;
  try {
    wanted = localStorage.getItem('rowhouse.theme');
  } catch {
    // The browser keeps nothing: the system decides.
  }
  const dark =
    wanted === 'dark' || (wanted !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
