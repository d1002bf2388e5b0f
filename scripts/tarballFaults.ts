import { execFileSync } from 'node:child_process';
import { posix } from 'node:path';
import { relativeTargets } from './publishedReadme.ts';

/** Sentences: entry points, a README or a licence that a packed package lacks, and links of its README that lead nowhere. */
export function tarballFaults(tarball: string): string[] {
  const files = new Set(
    execFileSync('tar', ['tzf', tarball], { encoding: 'utf8' })
      .split('\n')
      .map((path) => path.replace(/^package\//, '')),
  );
  const read = (file: string) =>
    execFileSync('tar', ['xzOf', tarball, `package/${file}`], { encoding: 'utf8' });
  const isThere = (path: string) => {
    const file = posix.normalize(path).replace(/\/$/, '');
    return files.has(file) || [...files].some((other) => other.startsWith(`${file}/`));
  };
  const missing = ['package.json', 'README.md', 'LICENSE'].filter((file) => !files.has(file));
  if (missing.length > 0) return missing.map((file) => `${tarball} has no ${file}.`);
  const { exports, bin } = JSON.parse(read('package.json')) as { exports?: unknown; bin?: unknown };
  const entries = [...texts(exports), ...texts(bin)];

  return [
    ...(entries.length === 0 ? [`${tarball} has no entry point.`] : []),
    ...entries
      .filter((entry) => !isThere(entry))
      .map((entry) => `${tarball} lacks its entry point ${entry}.`),
    ...relativeTargets(read('README.md'))
      .filter((target) => !isThere(decodeURIComponent(target)))
      .map((target) => `${tarball}: README.md links to ${target}, which the tarball lacks.`),
  ];
}

/** Every text within nested objects. */
function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];

  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
}
