import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brandedPages } from './brandedPages.ts';
import { readBranding } from './readBranding.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rowhouse-branding-'));
  await writeFile(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, 'large.png'), Buffer.alloc(600 * 1024));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('The branding of an application', () => {
  it('is null if not set', () => {
    expect(readBranding({}, folder)).toBeNull();
  });

  it('consists of name, logo, colours and text', () => {
    const branding = {
      logo: pathToFileURL(join(folder, 'logo.svg')),
      colours: { accent: '#7a1f5c' },
      signInText: ' Ask the depot for an account. ',
    };
    const read = readBranding({ name: 'Depot', branding }, folder);

    expect(read).toMatchObject({ name: 'Depot', signInText: 'Ask the depot for an account.' });
    expect(read?.logo).toMatchObject({ type: 'image/svg+xml', extension: '.svg' });
    expect(read?.styles).toContain('--bulma-link-h:319.8deg');
    expect(readBranding({ branding: { ...branding, logo: 'logo.svg' } }, folder)?.name).toBe('Rowhouse');
  });

  it('is refused with every fault: field, value and remedy', () => {
    const read = () =>
      readBranding(
        {
          name: 'x'.repeat(41),
          branding: {
            logo: 'none.svg',
            colours: { accent: '#ffe066', link: 'red' },
            signInText: 5,
            icon: '',
          },
        },
        folder,
      );

    expect(read).toThrow(/name is "x+"\. Give a text of one line, with 1 to 40 characters\./);
    expect(read).toThrow(/branding\.icon is not known\. Give logo, colours, signInText\./);
    expect(read).toThrow(/branding\.logo is .*none\.svg, which cannot be read \(ENOENT\)/);
    expect(read).toThrow(
      /branding\.colours\.accent is "#ffe066", on which white text cannot be read: its contrast is 1\.3.*such as "#[\da-f]{6}"/,
    );
    expect(read).toThrow(/branding\.colours\.link is not known/);
    expect(read).toThrow(/branding\.signInText is 5\./);
  });

  it.each([
    [{ logo: 'logo.gif' }, /Give a file that ends with \.svg, \.png/],
    [{ logo: 'large.png' }, /has 614400 bytes/],
    [{ logo: new URL('https://example.com/logo.svg') }, /Give the path of an image/],
    [{ colours: { accent: 'teal' } }, /Give a colour such as "#0f5a70"/],
    [{ colours: '#123456' }, /branding\.colours is "#123456"\. Give an object/],
    ['blue', /branding is "blue"\. Give an object/],
  ])('refuses %j', (branding, message) => {
    expect(() => readBranding({ branding }, folder)).toThrow(message);
  });

  it('suggests colours that it accepts', () => {
    for (const accent of ['#ffe066', '#ff0000', '#00ff88', '#9ad', '#ffffff', '#808080']) {
      try {
        readBranding({ branding: { colours: { accent } } }, folder);
      } catch (error) {
        const proposed = /such as "(#[\da-f]{6})"/.exec((error as Error).message)?.[1];
        expect(readBranding({ branding: { colours: { accent: proposed } } }, folder)?.styles).toContain(
          '--bulma-link-h',
        );
      }
    }
  });
});

it('is escaped in the page', () => {
  const name = `</title><script>alert("1")</script>$&'`;
  const branding = { name, logo: null, styles: null, signInText: null };
  const html = '<head><title>Rowhouse</title></head><noscript>Rowhouse needs</noscript>';
  const { index } = brandedPages(html, { branding, signInTexts: {} });

  expect(index).not.toContain('<script>');
  expect(index).toContain('<title>&#60;/title&#62;&#60;script&#62;alert(&#34;1&#34;)');
  expect(index).toContain('<noscript>&#60;/title&#62;');
});
