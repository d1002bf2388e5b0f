/**
 * The environment of the server's programs. Only what they need: PG* variables of the person who starts
 * the service would change their behaviour, and its secrets are none of the server's business.
 */
export function serverEnvironment(): Record<string, string> {
  const environment: Record<string, string> = { LC_ALL: 'C', TZ: 'UTC' };
  for (const name of ['PATH', 'SystemRoot', 'TEMP', 'TMPDIR']) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}
