import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readXml } from './readXml.ts';
import { rebuildSvg } from './rebuildSvg.ts';

const options = { size: 64, square: true };
const rebuild = (text: string) => rebuildSvg(Buffer.from(text), options);
const svg = (content: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"${attributes}>${content}</svg>`;
const root = '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 9 9">';

describe('keeps what is drawn', () => {
  test.each([
    ['<rect width="9" height="9" fill="red"/>', '<rect width="9" height="9" fill="red"></rect>'],
    ['<a href="x" xlink:href="y"><path d="M0 0"/></a>', '<g><path d="M0 0"></path></g>'],
    ['<text>a<a href="x">b</a></text>', '<text>a<tspan>b</tspan></text>'],
    ['<use xlink:href=" #a " x="1"/>', '<use href="#a" x="1"></use>'],
    ['<text>a &amp; &#60;b&gt;<![CDATA[<c>]]></text>', '<text>a &#38; &#60;b&#62;&#60;c&#62;</text>'],
    ['<style><![CDATA[a>b{fill:url("#x")}]]></style>', '<style>a&#62;b{fill:url(&#34;#x&#34;)}</style>'],
    [
      '<g fill="url(#a) red" style="mask:url( \'#b\' )"/>',
      '<g fill="url(#a) red" style="mask:url( &#39;#b&#39; )"></g>',
    ],
  ])('%s', (content, kept) => {
    expect(rebuild(svg(content, ' xmlns:xlink="http://www.w3.org/1999/xlink"'))).toBe(`${root}${kept}</svg>`);
  });

  test('keeps elements with another prefix or without a namespace', () => {
    expect(rebuild('<s:svg xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><s:g/></s:svg>')).toBe(
      `${root}<g></g></svg>`,
    );
    expect(rebuild('\uFEFF<?xml version="1.0"?><!-- a --><svg viewBox="0 0 9 9"><g/></svg>\n')).toBe(
      `${root}<g></g></svg>`,
    );
  });
});

describe('removes content that pixels cannot contain', () => {
  test.each([
    '<script>alert(1)</script>',
    '<metadata><g/></metadata>',
    '<title>a</title>',
    '<foreignObject><g/></foreignObject>',
    '<animate href="http://example.org"/>',
    '<x:image xmlns:x="urn:x" href="http://example.org"/>',
    '<iframe src="http://example.org"/>',
    'text outside of text',
    '<!-- <image/> -->',
    '<!-- a -- b -->',
    '<?php echo 1 ?>',
  ])('%s', (content) => {
    expect(rebuild(svg(content))).toBe(`${root}</svg>`);
  });

  test.each([
    'onload="a()"',
    'ONCLICK="a()"',
    'xml:base="http://example.org/"',
    'a:href.b="c"',
    'undeclared:x="c"',
    'x_y="c"',
  ])('removes the attribute %s', (attribute) => {
    expect(rebuild(svg(`<g ${attribute}/>`, ' xmlns:a="urn:a"'))).toBe(`${root}<g></g></svg>`);
  });
});

describe('the size of the drawing', () => {
  test.each([
    ['width="30" height="30"', 'viewBox="0 0 30 30"'],
    ['width="72pt" height="1in"', 'viewBox="0 0 96 96"'],
    ['width="100%" height="100%" viewBox="1,2 3 3"', 'viewBox="1 2 3 3"'],
    ['width="50" height="50" viewBox="0 0 20 10"', 'viewBox="0 0 20 10"'],
    ['width="1e9" height="1e9"', 'viewBox="0 0 1000000000 1000000000"'],
  ])('%s', (attributes, viewBox) => {
    expect(rebuild(`<svg ${attributes}/>`)).toBe(
      `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" ${viewBox}></svg>`,
    );
  });

  test.each([
    '',
    'width="5"',
    'width="0" height="0"',
    'viewBox="0 0 9"',
    'width="1em" height="1em"',
    'viewBox="0 0 -1 -1"',
  ])('is not known from %j', (attributes) => {
    expect(() => rebuild(`<svg ${attributes}/>`)).toThrow('has neither width and height nor a viewBox');
  });
});

describe('a message names what is wrong', () => {
  test.each([
    ['<g>', 'is not well-formed near character'],
    ['<g a=b/>', 'is not well-formed near character'],
    ['<g a="<"/>', 'is not well-formed near character'],
    ['</g>', 'is not well-formed near character'],
    ['<x:g/>', 'is not well-formed near character'],
    ['<!-- ', 'is not well-formed near character'],
    ['<text>&nbsp;</text>', 'uses an entity'],
    ['<text>a & b</text>', 'uses an entity'],
    ['<text>&#0;</text>', 'uses an entity'],
    ['<text>&constructor;</text>', 'uses an entity'],
    ['<text>\0</text>', 'has characters that XML does not allow'],
    ['<!DOCTYPE svg>', 'has declarations'],
    ['<image/>', 'has an embedded image (the element image)'],
    ['<use href="a.svg#b"/>', 'refers to something outside the file'],
    ['<g fill="url(a)"/>', 'refers to something outside the file'],
    ['<g fill="url(#a) url(b)"/>', 'refers to something outside the file'],
    ['<g fill="url&#40;//a)"/>', 'refers to something outside the file'],
    ['<style>a{}@media print{}</style>', 'has a CSS rule with @'],
    ['<style>a{fill:\\75rl(a)}</style>', 'has CSS with backslashes'],
    ['<style>a{fill:URL (a)}</style>', 'refers to something outside the file'],
    ['<g id="a" mask="url(#a)"/>', 'has a part that refers to itself'],
  ])('reports %j as %s', (content, message) => {
    expect(() => rebuild(svg(content))).toThrow(`avatar is an SVG that ${message}`);
  });

  test('draws at most 100 levels and 10,000 elements', () => {
    expect(rebuild(svg('<g>'.repeat(99) + '</g>'.repeat(99)))).toContain('<g></g>');
    expect(() => rebuild(svg('<g>'.repeat(100) + '</g>'.repeat(100)))).toThrow('nested more than 100 deep');
    expect(rebuild(svg('<g/>'.repeat(9999)))).toContain('<g></g>');
    expect(() => rebuild(svg('<g/>'.repeat(10_000)))).toThrow('more than 10000 elements');
  });

  test('reads at most 250 attributes per element and 50 namespaces in scope', () => {
    const attributes = (count: number) => Array.from({ length: count }, (_, n) => ` a${n}=""`).join('');
    expect(rebuild(svg(`<g${attributes(250)}/>`.repeat(2)))).toContain('a249=""');
    expect(() => rebuild(svg(`<g${attributes(251)}/>`))).toThrow('an element with more than 250 attributes');
    // With xmlns itself.
    const namespaces = (count: number, prefix: string) =>
      Array.from({ length: count }, (_, n) => ` xmlns:${prefix}${n}="urn:${n}"`).join('');
    const inside = `<g${namespaces(29, 'b')}/>`.repeat(3);
    expect(rebuild(svg(inside, namespaces(20, 'a')))).toContain('<g></g><g></g><g></g>');
    expect(() => rebuild(svg(inside, namespaces(21, 'a')))).toThrow('declares more than 50 namespaces');
  });
});

test('limits chains of references', () => {
  const chain = (length: number) =>
    svg(Array.from({ length }, (_, index) => `<g id="a${index}"><use href="#a${index + 1}"/></g>`).join(''));
  expect(rebuild(chain(200))).toContain('a200');
  expect(() => rebuild(chain(4000))).toThrow('has references nested more than 500 deep');
});

/** Text that is nearly SVG. */
const nearly = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          '<',
          '>',
          '/>',
          '"',
          "'",
          '&',
          ';',
          '=',
          ' ',
          '<g',
          '</g>',
          '<image',
          '<use href="#a"',
          '<script>',
          '</script>',
        ],
        ...[
          '<![CDATA[',
          ']]>',
          '<!--',
          '-->',
          '<?xml-stylesheet',
          '?>',
          '<!DOCTYPE svg [',
          '<!ENTITY a "b">',
          '&a;',
          '&#60;',
        ],
        ...[
          ' id="a"',
          ' href="http://a"',
          ' onload="b"',
          ' style="fill:url(c)"',
          '<style>',
          '@import',
          'url(',
          'xmlns:x="y"',
        ],
      ),
      fc.string({ maxLength: 5, unit: 'binary' }),
    ),
    { maxLength: 20 },
  )
  .map((parts) => svg(parts.join('')));

test('any result contains only allowed elements and references to its own parts', () => {
  fc.assert(
    fc.property(nearly, (text) => {
      let rebuilt: string;
      try {
        rebuilt = rebuild(text);
      } catch (error) {
        expect((error as Error).name).toBe('AvatarError');
        return;
      }
      expect(rebuilt).not.toMatch(/<(?!\/?(?:svg|g|use|style)\b)/);
      expect(rebuilt).not.toMatch(/ on\w+=| href="(?!#)|<style>[^<]*(?:@|url\((?!#))/i);
      // Reading it again changes nothing: there is one way to understand it.
      expect(rebuild(rebuilt)).toBe(rebuilt);
      expect(readXml(rebuilt).name).toBe('svg');
    }),
    { numRuns: 2000 },
  );
});

test('takes time linear in the length of the text', () => {
  const long = 500_000;
  for (const part of [' ', ' a', ' a=""', ' a:', '"', '&', '<', '<!--', '<a>', ' a="']) {
    expect(() => rebuild(`${svg('')}<g${part.repeat(long)}`)).toThrow('avatar is an SVG that');
    expect(() => rebuild(svg(`<g${part.repeat(long)}`))).toThrow('avatar is an SVG that');
  }
  for (const value of ['1', ' ', '1 ', 'a']) {
    expect(() => rebuild(`<svg width="${value.repeat(long)}!" viewBox="${value.repeat(long)}!"/>`)).toThrow(
      'has neither width',
    );
    expect(() => rebuild(`<!DOCTYPE svg${value.repeat(long)}!<svg/>`)).toThrow('has declarations');
  }
  for (const value of ['url(', 'url(#', 'url( ', "url('#", 'url']) {
    expect(() => rebuild(svg(`<g fill="${value.repeat(long)}("/>`))).toThrow('refers to something');
  }
});
