/** Bytes of a text file that have its header. */
const headerBytes = 2 ** 20;
const lineFeed = 10;

/** What the server needs of a file to read its header: the first lines of a long CSV file, otherwise all of it. */
export async function headerOf(file: Blob): Promise<Blob> {
  if (file.size <= headerBytes) return file;
  const bytes = new Uint8Array(await file.slice(0, headerBytes).arrayBuffer());
  // An XLSX file is a zip archive, whose directory is at its end.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return file;
  const end = bytes.lastIndexOf(lineFeed);

  return end === -1 ? file : file.slice(0, end + 1);
}
