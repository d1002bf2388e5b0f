/** Why npm would not take the name of a package, and what would help; null when it would. */
export function nameFault(name: string): string | null {
  if (name === '') return 'it is empty.';
  if (name.length > 214) return 'it has more than 214 characters. Choose a shorter one.';
  if (['node_modules', 'favicon.ico', 'package.json'].includes(name)) return 'npm keeps it for itself.';
  if (!/^[a-z0-9-]/.test(name)) return 'it has to begin with a letter from a to z, a digit or a hyphen.';
  if (!/^[a-z0-9._~-]+$/.test(name)) {
    return 'it may have small letters from a to z, digits, hyphens, dots and underscores.';
  }

  return null;
}
