import { crc32, deflateSync } from 'node:zlib';
import fastCheck from 'fast-check';
import sharp from 'sharp';

/** Name → bytes of an upload. */
export type Images = readonly (readonly [string, Buffer])[];

/** Images with a valid start, so that a decoder continues, and with bytes changed, removed or repeated after it. */
export async function damagedImages(seed: number, each: number): Promise<Images> {
  const noise = sharp({
    create: {
      width: 48,
      height: 48,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });
  const whole = {
    png: await noise.png().toBuffer(),
    jpeg: await noise.jpeg().toBuffer(),
    gif: await noise.gif().toBuffer(),
    webp: await noise.webp().toBuffer(),
    lossless: await noise.webp({ lossless: true }).toBuffer(),
  };

  return Object.entries(whole).flatMap(([format, bytes], index) =>
    fastCheck
      .sample(damage(bytes), { seed: seed + index, numRuns: each })
      .map((damaged, n) => [`${format} ${n}`, damaged] as const),
  );
}

/** Offset after the signature and the size, which are read before a decoder is chosen. */
function damage(bytes: Buffer) {
  const place = fastCheck.integer({ min: 33, max: bytes.length - 1 });
  const changed = fastCheck
    .array(fastCheck.tuple(place, fastCheck.nat({ max: 255 })), { minLength: 1, maxLength: 8 })
    .map((changes) => {
      const copy = Buffer.from(bytes);
      for (const [at, byte] of changes) copy[at] = byte;

      return copy;
    });
  const cut = place.map((at) => bytes.subarray(0, at));
  const repeated = fastCheck
    .tuple(place, fastCheck.integer({ min: 1, max: 2_000 }))
    .map(([at, times]) =>
      Buffer.concat([bytes.subarray(0, at), ...Array<Buffer>(times).fill(bytes.subarray(at, at + 20))]),
    );

  return fastCheck.oneof(changed, cut, repeated);
}

/** A black PNG with one bit per pixel. */
export function blackPng(width: number, height: number, chunks: readonly Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);

  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    ...chunks,
    pngChunk('IDAT', deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Small files that decode to large images, or slowly. */
export function costlyImages(): Images {
  const zeros = deflateSync(Buffer.alloc(100_000_000));
  const compressed = (type: string, before: string) =>
    pngChunk(type, Buffer.concat([Buffer.from(before, 'latin1'), zeros]));
  const many = (count: number, of: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => of(index)).join('');

  return [
    ['png of 40,000 × 40,000', blackPng(40_000, 40_000)],
    ['png of 1 × 2,000,000', blackPng(1, 2_000_000)],
    ['png with 100 MB of a profile', blackPng(8, 8, [compressed('iCCP', 'a\0\0')])],
    ['png with 100 MB of text', blackPng(8, 8, [compressed('zTXt', 'a\0\0')])],
    [
      'png with more data than pixels',
      Buffer.concat([blackPng(8, 8).subarray(0, 33), pngChunk('IDAT', zeros)]),
    ],
    ['gif of 3,000 frames', gifOfFrames(3_000)],
    ['gif of 65,535 × 65,535', gifOfFrames(1, 0xffff)],
    [
      'svg with 20,000 namespaces',
      svg(
        '<g xmlns:a="urn:a"/>'.repeat(9_900),
        many(20_000, (n) => ` xmlns:n${n}="urn:n"`),
      ),
    ],
    ['svg with 250,000 attributes', svg(`<g${many(250_000, (n) => ` a${n}=""`)}/>`)],
    ['svg with 900,000 entities', svg(`<text>${'&amp;'.repeat(900_000)}</text>`)],
    ['svg with a long path', svg(`<path d="M0 0${'L9 9L1 5'.repeat(400_000)}" stroke="red"/>`)],
    [
      'svg with a wide blur',
      svg(
        '<filter id="f"><feGaussianBlur stdDeviation="1e9"/></filter><rect width="9" height="9" filter="url(#f)"/>',
      ),
    ],
    [
      'svg with a chain of filters',
      svg(
        `<filter id="f">${'<feTurbulence numOctaves="9999"/>'.repeat(500)}</filter><rect width="9" height="9" filter="url(#f)"/>`,
      ),
    ],
    [
      'svg with patterns in patterns',
      svg(
        `${many(12, (n) => `<pattern id="p${n}" width="1" height="1">${`<rect width="9" height="9" fill="url(#p${n + 1})"/>`.repeat(10)}</pattern>`)}<rect width="9" height="9" fill="url(#p0)"/>`,
      ),
    ],
    [
      'svg with uses of uses',
      svg(
        `<g id="a0"><path d="M0 0"/></g>${many(12, (n) => `<g id="a${n + 1}">${`<use href="#a${n}"/>`.repeat(10)}</g>`)}`,
      ),
    ],
    [
      'svg of huge numbers',
      svg(
        '<rect width="1e300" height="1e-300" stroke-width="1e308" stroke="red" stroke-dasharray="1e-300"/>',
      ),
    ],
  ];
}

export function svg(content: string, attributes = ''): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"${attributes}>${content}</svg>`,
  );
}

function gifOfFrames(count: number, size = 8): Buffer {
  const header = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  header.writeUInt16LE(size, 6);
  header.writeUInt16LE(size, 8);
  const frame = Buffer.from(',\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0', 'latin1');

  return Buffer.concat([header, ...Array<Buffer>(count).fill(frame), Buffer.from(';')]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));

  return Buffer.concat([length, body, check]);
}
