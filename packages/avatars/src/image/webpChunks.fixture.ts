/** The names of a webp's chunks, in their order. Throws unless they fill the file to its last byte. */
export function chunksOf(webp: Buffer): string[] {
  if (webp.toString('latin1', 0, 4) !== 'RIFF' || webp.toString('latin1', 8, 12) !== 'WEBP') {
    throw new Error('Not a webp.');
  }
  if (webp.readUInt32LE(4) !== webp.length - 8) throw new Error('There is something after the webp.');
  const names: string[] = [];
  let position = 12;
  while (position < webp.length) {
    names.push(webp.toString('latin1', position, position + 4));
    const length = webp.readUInt32LE(position + 4);
    position += 8 + length + (length % 2);
  }
  if (position !== webp.length) throw new Error('The last chunk is cut off.');
  return names;
}
