import { root } from '../../scripts/packages.ts';
import { run } from './tarballs.ts';

/** Makes a repository of what this one has now, changes that are not committed included, for others to clone. */
export async function copyTracked(folder: string): Promise<void> {
  const files = 'git ls-files --cached --others --exclude-standard -z';
  // Deleted ones are still tracked.
  const there = `while IFS= read -r -d '' file; do if [ -e "$file" ]; then printf '%s\\0' "$file"; fi; done`;
  await run(`${files} | ${there} | tar --null --files-from - -cf - | tar -xf - -C '${folder}'`, root);
  const author = '-c user.name=test -c user.email=test@example.com -c commit.gpgsign=false';
  await run(`git init --quiet && git add --all && git ${author} commit --quiet --message copy`, folder);
}
