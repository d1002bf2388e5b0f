interface LogLine {
  readonly level: number;
  readonly msg?: string;
  readonly err?: { readonly message?: string; readonly stack?: string };
  readonly req?: { readonly method: string; readonly url: string };
}

/** How pino begins the lines of warnings and errors. Other lines are not parsed. */
const isGrave = /^\{"level":[4-6]\d,/;
const names: Readonly<Record<number, string>> = { 40: 'Warning', 50: 'Error', 60: 'Fatal error' };

/** A warning or error of the log as text for a person; null for other lines. Secrets are hidden in the line already. */
export function terminalText(line: string): string | null {
  if (!isGrave.test(line)) return null;
  const { level, msg, err, req } = JSON.parse(line) as LogLine;
  const name = names[level] ?? 'Error';
  const request = req === undefined ? '' : ` (${req.method} ${req.url})`;
  const details = err?.stack ?? err?.message;

  return [
    `${name}: ${msg ?? 'no text'}${request}`,
    ...(details === undefined ? [] : [indented(details)]),
  ].join('\n');
}

function indented(text: string): string {
  return text.replace(/^/gm, '  ');
}
