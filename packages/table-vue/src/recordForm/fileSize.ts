const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Bytes for people: `1.2 MB`, in the format of the page's language. */
export function fileSize(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const language = document.documentElement.lang || undefined;
  const format = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    maximumFractionDigits: 1,
  });

  return format.format(bytes / 1000 ** power);
}
