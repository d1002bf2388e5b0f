const secretNames = /^(token|access_token|refresh_token|key|api_?key|password|secret|signature|code)$/i;

/** An address for the log: the values of query parameters that are secrets are hidden. */
export function withoutSecrets(url: string): string {
  const start = url.indexOf('?');
  if (start === -1) return url;
  const query = url
    .slice(start + 1)
    .split('&')
    .map((pair) => {
      const [name = ''] = pair.split('=');
      return secretNames.test(name) && pair.includes('=') ? `${name}=[hidden]` : pair;
    });
  return `${url.slice(0, start)}?${query.join('&')}`;
}
