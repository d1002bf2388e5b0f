/** Bytes as a person reads them: `35.6 MB`. */
export function sizeText(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const value = bytes / 1000 ** power;

  return `${power === 0 ? value : value.toPrecision(3)} ${units[power]}`;
}
