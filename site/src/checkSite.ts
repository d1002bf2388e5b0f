import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** The links of the built site that lead nowhere in it: `page: link`. Links to other addresses are not followed. */
export function checkSite(folder: string, base: string): readonly string[] {
  const pages = new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.html'))
      .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  );
  const anchors = new Map(
    [...pages].map(([file, html]) => [
      file,
      new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => plain(id))),
    ]),
  );
  const isDead = (file: string, link: string): boolean => {
    const { pathname, hash } = new URL(plain(link), `http://site${base}${file}`);
    const path = decodeURIComponent(pathname).slice(base.length);
    const target = [path, posix.join(path, 'index.html')].find(
      (one) => one !== '' && !one.endsWith('/') && existsSync(join(folder, one)) && posix.extname(one) !== '',
    );
    if (target === undefined) return true;

    return hash !== '' && anchors.get(target)?.has(decodeURIComponent(hash.slice(1))) === false;
  };

  return [...pages].flatMap(([file, html]) =>
    [
      ...new Set(
        [...html.matchAll(/<(?:a|img|link|script)\s[^>]*?(?:href|src)="([^"]+)"/g)].map(
          ([, link = '']) => link,
        ),
      ),
    ]
      .filter((link) => !/^[a-z][a-z0-9+.-]*:/i.test(link) && isDead(file, link))
      .map((link) => `${file}: ${plain(link)}`),
  );
}

function plain(text: string): string {
  return text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'");
}
