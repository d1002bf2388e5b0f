// Runs before all other code, and before the first paint.
(() => {
  // Nobody who wants dark sees a white page first. See src/browser.ts.
  let wanted = null;
  // The rows that the table of this page requested last time, while its code is loaded. See src/api/earlyRows.ts.
  let rows = null;
  try {
    wanted = localStorage.getItem('rowhouse.theme');
    rows = JSON.parse(localStorage.getItem('rowhouse.rows') ?? '{}')[location.pathname + location.search];
  } catch {
    // The browser keeps nothing: the system decides, and the table requests its rows when it is loaded.
  }
  const dark =
    wanted === 'dark' || (wanted !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  if (!rows) return;
  const { method, path, body } = rows;
  const headers = { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) };
  const response = fetch(path, { method, headers, ...(body && { body }) });
  // Nobody may wait for it.
  response.catch(() => undefined);
  globalThis.rowhouseRows = { ...rows, response };
})();
