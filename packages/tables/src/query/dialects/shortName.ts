import { crc32 } from 'node:zlib';

/** A name of at most `longest` characters: a longer one ends in a checksum of what makes it unique. */
export function shortName(name: string, longest: number, unique = name): string {
  return name.length > longest
    ? `${name.slice(0, longest - 9)}_${crc32(unique).toString(16).padStart(8, '0')}`
    : name;
}
