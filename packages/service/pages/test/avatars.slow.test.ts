import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { takesMinutes } from '../../../../test/takesMinutes.ts';
import { type HostileImage, hostileImages } from '../../../avatars/src/image/hostile.fixture.ts';
import { expectAccessible, type Pages, people, startPages, takeFaults } from './startPages.ts';

// Each of the hostile images is rendered in a process of its own.
takesMinutes(2);

let pages: Pages;
beforeAll(async () => {
  pages = await startPages();
  for (const email of Object.values(people)) await untilAvatar(email);
});
afterAll(() => pages?.stop());
afterEach(() => expect(takeFaults()).toEqual([]));

type Page = Awaited<ReturnType<Pages['open']>>;

/** Made in a job, after the user. */
async function untilAvatar(email: string): Promise<void> {
  const { cookie } = await pages.service.signIn(email);
  await vi.waitFor(
    async () => {
      const { body } = await pages.service.call('/api/core/me', { headers: { cookie } });
      expect(body.user).toMatchObject({ avatar: { url: expect.stringContaining('/api/core/avatars/') } });
    },
    { timeout: 60_000 },
  );
}

const editorOf = (page: Page) => page.getByRole('region', { name: 'Image' });
const button = (page: Page, name: string) => editorOf(page).getByRole('button', { name, exact: true });
const headerImage = (page: Page) => page.locator('.app-user-button .app-avatar img');
const rowImage = (page: Page, name: string) =>
  page.getByRole('row').filter({ hasText: name }).locator('.app-avatar img');

/** 600 × 400: red on the left, green in the middle, blue on the right; noisy and lying on its side, as of a camera. */
async function photo(): Promise<Buffer> {
  const size = { width: 400, channels: 3 } as const;
  const stripe = (background: string) => ({ create: { ...size, height: 200, background } });
  const noise = { type: 'gaussian', mean: 0, sigma: 20 } as const;
  return sharp({ create: { ...size, height: 600, background: 'white' } })
    .composite([
      { input: stripe('#d00000'), left: 0, top: 400 },
      { input: stripe('#00a000'), left: 0, top: 200 },
      { input: stripe('#0000d0'), left: 0, top: 0 },
      { input: { create: { ...size, height: 600, background: 'black', noise } }, blend: 'add' },
    ])
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

/** The colour of an image that the page shows, in its middle. */
async function colourOf(image: Locator): Promise<'red' | 'green' | 'blue' | 'another'> {
  const [red = 0, green = 0, blue = 0] = await image.evaluate(async (element) => {
    const shown = element as HTMLImageElement;
    await shown.decode();
    const canvas = document.createElement('canvas');
    canvas.width = shown.naturalWidth;
    canvas.height = shown.naturalHeight;
    const context = canvas.getContext('2d');
    context?.drawImage(shown, 0, 0);
    return [...(context?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data ?? [])];
  });
  if (red > 180 && green < 60 && blue < 60) return 'red';
  if (green > 130 && red < 60 && blue < 60) return 'green';
  return blue > 180 && red < 60 && green < 60 ? 'blue' : 'another';
}

/** Address of an image without the size. */
async function addressOf(image: Locator): Promise<string> {
  const address = new URL((await image.getAttribute('src')) ?? '', pages.address);
  address.searchParams.delete('size');
  return address.pathname + address.search;
}

async function choosePhoto(page: Page): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await button(page, 'Choose an image').press('Enter');
  await (await choosing).setFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await photo() });
  await page
    .getByRole('application', { name: 'Part of the image to be shown' })
    .and(page.locator(':focus'))
    .waitFor();
}

it('crops an image by keyboard, sends it and shows it everywhere, and then restores the default', async () => {
  const page = await pages.open('/profile', { as: people.administrator });
  const initials = await addressOf(headerImage(page));
  await choosePhoto(page);
  await page.keyboard.press('+');
  for (let press = 0; press < 8; press += 1) await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(() => page.getByLabel('Left to right').inputValue()).toBe('100');
  await expect.poll(() => page.getByLabel('Zoom').inputValue()).toBe('110');
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, 'color-contrast');

  await slowDown(page);
  const progress = await followProgress(page);
  await button(page, 'Save image').press('Enter');
  await editorOf(page).getByRole('status').getByText('The image is saved.').waitFor();
  await button(page, 'Choose an image').and(page.locator(':focus')).waitFor();
  expect(await colourOf(headerImage(page))).toBe('blue');
  expect(await colourOf(editorOf(page).locator('img'))).toBe('blue');
  const between = (await progress()).filter((percent) => percent > 0 && percent < 100);
  expect(between.length).toBeGreaterThan(1);
  expect(between).toEqual(between.toSorted((one, other) => one - other));
  const uploaded = await addressOf(headerImage(page));
  expect(uploaded).not.toBe(initials);

  await page.getByRole('button', { name: 'System' }).click();
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await rowImage(page, 'Ada Lovelace').waitFor();
  expect(await addressOf(rowImage(page, 'Ada Lovelace'))).toBe(uploaded);
  expect(await colourOf(rowImage(page, 'Ada Lovelace'))).toBe('blue');
  expect(await addressOf(rowImage(page, 'Carl Weiß'))).not.toBe(uploaded);

  await page.goBack();
  await button(page, 'Use the default image').click();
  await editorOf(page).getByRole('status').getByText('The default image is in use.').waitFor();
  const regenerated = await addressOf(headerImage(page));
  expect(regenerated).not.toBe(uploaded);
  expect(await addressOf(editorOf(page).locator('img'))).toBe(regenerated);
  await expect
    .poll(() => editorOf(page).getByRole('img', { name: 'Ada Lovelace' }).getAttribute('alt'))
    .toBe('Ada Lovelace');
  expect(await colourOf(headerImage(page))).toBe('another');
  const type = await page.evaluate(
    async (url) => (await fetch(url)).headers.get('content-type'),
    regenerated,
  );
  expect(type).toContain('image/svg+xml');
});

/** Returns every percentage that a progress bar of the editor shows from now on. */
async function followProgress(page: Page): Promise<() => Promise<number[]>> {
  const seen = await editorOf(page).evaluateHandle((editor) => {
    const values: number[] = [];
    const observer = new MutationObserver(() => {
      const value = editor.querySelector('progress')?.getAttribute('value');
      if (value) values.push(Number(value));
    });
    observer.observe(editor, { subtree: true, childList: true, attributes: true, characterData: true });
    return values;
  });
  return () => seen.jsonValue();
}

/** So that sending takes long enough to be seen. */
async function slowDown(page: Page): Promise<void> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 60_000,
  });
}

describe('Errors', () => {
  const faultOf = (page: Page, text: string) => editorOf(page).getByRole('alert').getByText(text).waitFor();

  it('are reported before anything is sent: not an image, too large, several', async () => {
    const page = await pages.open('/profile', { as: people.clerk });
    const file = editorOf(page).locator('input[type=file]');
    const text = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no image') };
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await file.setInputFiles(text);
    await faultOf(page, '“notes.png” has no image that can be read.');
    await expectAccessible(page);
    await file.setInputFiles({ ...text, buffer: Buffer.alloc(5 * 2 ** 20 + 1) });
    await faultOf(page, 'The file is too large. Choose one of 5 MiB at most.');
    const dropped = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      for (const name of ['one.png', 'two.png']) transfer.items.add(new File(['x'], name));
      return transfer;
    });
    await editorOf(page).dispatchEvent('drop', { dataTransfer: dropped });
    await faultOf(page, 'Choose one image, not several.');
    await expect.poll(() => page.getByRole('application').count()).toBe(0);
    expect(sent).toEqual([]);
  });

  it('are reported next to the image, which stays, and can be retried: refused, offline, stopped', async () => {
    const page = await pages.open('/profile', { as: people.clerk, phone: true });
    const before = await addressOf(headerImage(page));
    const drawing = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      const svg =
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 1"><path fill="#00a000" d="M0 0h3v1H0z"/></svg>';
      transfer.items.add(new File([svg], 'drawing.svg', { type: 'image/svg+xml' }));
      return transfer;
    });
    await editorOf(page).dispatchEvent('drop', { dataTransfer: drawing });
    await page.getByLabel('Zoom').fill('250');
    await expect.poll(() => page.getByLabel('Left to right').inputValue()).toBe('50');
    await page.getByRole('application').hover();
    await page.mouse.down();
    await page.mouse.move(380, 300);
    await page.mouse.up();
    expect(Number(await page.getByLabel('Left to right').inputValue())).toBeLessThan(45);
    await page.getByLabel('Left to right').fill('0');
    await page.getByLabel('Top to bottom').fill('100');
    await expectAccessible(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBe(0);

    const refuse = (status: number, body: object) =>
      page.route('**/api/core/avatars', (route) => route.fulfill({ status, json: body }), { times: 1 });
    const problem = 'avatar is 3 × 2 pixels. Crop it to a square.';
    await refuse(422, { message: 'Not acceptable.', errors: { avatar: [problem] } });
    await button(page, 'Save image').click();
    await faultOf(page, 'The service did not accept this image: it is 3 × 2 pixels. Crop it to a square.');
    await refuse(403, { message: 'This is forbidden.' });
    await button(page, 'Try again').click();
    await faultOf(page, 'You may not change this image.');
    await refuse(413, {});
    await button(page, 'Try again').click();
    await faultOf(page, 'The file is too large.');
    await page.context().setOffline(true);
    await button(page, 'Try again').click();
    await faultOf(page, 'The service cannot be reached. Check your connection, then try again.');
    await page.context().setOffline(false);

    let stopped = 0;
    page.on('requestfailed', () => (stopped += 1));
    await page.route('**/api/core/avatars', () => {}, { times: 1 });
    await button(page, 'Try again').click();
    await page.getByRole('progressbar').waitFor();
    await button(page, 'Cancel').click();
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    await expect.poll(() => stopped).toBe(1);
    await expect.poll(() => editorOf(page).getByRole('alert').textContent()).toBe('');
    expect(await addressOf(headerImage(page))).toBe(before);

    await button(page, 'Save image').click();
    await editorOf(page).getByRole('status').getByText('The image is saved.').waitFor();
    expect(await colourOf(headerImage(page))).toBe('green');
  });
});

describe('Someone else’s image', () => {
  it('is changed by a superior on the user’s form', async () => {
    const id = await pages.service.addUser('olga@example.com');
    await untilAvatar('olga@example.com');
    const page = await pages.open(`/users/${id}/edit`, { as: people.administrator });
    const own = await addressOf(headerImage(page));
    await choosePhoto(page);
    await button(page, 'Save image').click();
    await editorOf(page).getByRole('status').getByText('The image is saved.').waitFor();
    expect(await colourOf(editorOf(page).locator('img'))).toBe('green');
    expect(await addressOf(headerImage(page))).toBe(own);
    await page.getByRole('link', { name: 'Users', exact: true }).first().click();
    expect(await colourOf(rowImage(page, 'olga@example.com'))).toBe('green');
  });

  it('cannot be changed while impersonating, and the profile shows it', async () => {
    const page = await pages.open('/users', { as: people.administrator });
    const row = page.getByRole('row').filter({ hasText: 'Carl Weiß' });
    await row.getByRole('button', { name: 'Act as this user' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Act as this user' }).click();
    await page.getByText('You act as Carl Weiß.').waitFor();
    await page.goto('/profile');
    await editorOf(page).getByText('While you act as another user, no image can be changed.').waitFor();
    await editorOf(page).locator('img').waitFor();
    await expect.poll(() => editorOf(page).locator('button, input').count()).toBe(0);
    await expectAccessible(page);
  });
});

it('shows the initials in the same size without an image, or when it does not load', async () => {
  const page = await pages.open('/sign-in');
  const { cookie } = await pages.service.signIn(people.clerk);
  const cookies = cookie.split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return { name, value: value.join('='), url: pages.service.address };
  });
  await page.context().addCookies(cookies);
  await page.route('**/api/core/avatars/**', (route) => route.fulfill({ status: 503 }));
  await page.goto('/profile');
  const shown = page.locator('.app-user-button .app-avatar');
  await shown.getByText('CW').waitFor();
  await expect.poll(() => shown.boundingBox()).toMatchObject({ width: 32, height: 32 });
});

describe('An uploaded file', () => {
  const mallory = 'mallory@example.com';
  const requested: string[] = [];
  const outside = createServer(({ url = '' }, response) => {
    requested.push(url);
    const image = corpus.find(({ filename }) => `/${filename}` === url);
    response.setHeader('content-type', image?.mediaType ?? 'text/plain').end(image?.bytes);
  });
  let corpus: readonly HostileImage[];
  let cookie: string;

  beforeAll(async () => {
    await pages.service.addUser(mallory);
    await untilAvatar(mallory);
    ({ cookie } = await pages.service.signIn(mallory));
    await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
    corpus = await hostileImages({ url: address(), file: join(pages.service.dataDir, 'secret.png') });
  });
  afterAll(() => outside.close());

  const address = () => `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;

  async function send({ bytes, filename, mediaType }: HostileImage) {
    const body = new FormData();
    body.append('avatar', new Blob([new Uint8Array(bytes)], { type: mediaType }), filename);
    return fetch(`${pages.service.address}/api/core/avatars`, { method: 'POST', headers: { cookie }, body });
  }

  function storedFiles() {
    return pages.service.database.db.selectFrom('avatar_files').select('key').orderBy('key').execute();
  }

  it('stores nothing of a refused file', async () => {
    const before = await storedFiles();
    const refused = corpus.filter(({ accepted }) => !accepted);
    expect(refused.length).toBeGreaterThan(20);
    for (const image of refused) {
      expect([image.name, (await send(image)).status]).toEqual([image.name, 422]);
    }
    expect(await storedFiles()).toEqual(before);
    expect(requested).toEqual([]);
  });

  it('does not run an accepted file, opened as a page or shown in one', async () => {
    const page = await pages.open('/profile', { as: mallory });
    const alone = await page.context().newPage();
    const requests: string[] = [];
    const dialogs: string[] = [];
    alone.on('request', (request) => requests.push(request.url()));
    alone.on('dialog', (dialog) => dialogs.push(dialog.message()));
    const accepted = corpus.filter((image) => image.accepted);
    expect(accepted.length).toBeGreaterThan(20);
    for (const image of accepted) {
      const stored = await send(image);
      expect([image.name, stored.status]).toEqual([image.name, 200]);
      const { url } = (await stored.json()) as { url: string };
      requests.length = 0;
      const shown = await alone.goto(url);
      expect(shown?.headers()['content-type']).toBe('image/webp');
      expect([image.name, await alone.title()]).not.toEqual([image.name, 'executed']);
      await page.evaluate(async (src) => {
        const element = new Image();
        element.src = src;
        await element.decode();
      }, url);
      expect([image.name, requests, dialogs]).toEqual([image.name, [pages.service.address + url], []]);
    }
    expect(await page.title()).toBe('Your profile · Rowhouse');
    expect(requested).toEqual([]);
    expect(await storedFiles()).toHaveLength(await countAvatars());
  });

  it('does not run a name, in initials', async () => {
    const page = await pages.open('/profile', { as: mallory });
    const script = `document.title='executed';fetch('${address()}/executed')`;
    await page.getByLabel('Name').fill(`<script>${script}</script> "onload="${script}`);
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('Your profile is saved.').waitFor();
    await button(page, 'Use the default image').click();
    await editorOf(page).getByText('The default image is in use.').waitFor();
    const shown = await page.goto(await addressOf(headerImage(page)));
    expect(shown?.headers()['content-type']).toContain('image/svg+xml');
    expect(await page.evaluate(() => document.querySelector('text')?.textContent)).toBe('SO');
    expect(await page.title()).not.toBe('executed');
    expect(requested).toEqual([]);
  });

  it('runs the file if it is shown as it was sent, as a control', async () => {
    const page = await pages.open('/sign-in');
    await page.goto(`${address()}/avatar.svg`);
    await page.waitForFunction(() => document.title === 'executed');
    await expect.poll(() => requested).toContain('/executed');
  });

  async function countAvatars(): Promise<number> {
    const { count } = await pages.service.database.db
      .selectFrom('avatars')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  }
});
