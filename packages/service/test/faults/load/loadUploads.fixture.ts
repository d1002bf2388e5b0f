import sharp from 'sharp';
import type { Person, Stage } from '../Stage.fixture.ts';
import { nextAddress } from '../Stage.fixture.ts';
import { steadily } from './loadRequests.fixture.ts';

/** Every user but the first repeatedly uploads an avatar and reads it; its colour identifies the upload. */
export async function loadUploads(stage: Stage, signal: AbortSignal): Promise<void> {
  const owners = stage.people.slice(1);
  await Promise.all(owners.map((owner) => uploadAgain(stage, owner, signal)));
}

async function uploadAgain(stage: Stage, owner: Person, signal: AbortSignal): Promise<void> {
  let isBusy = false;
  await steadily(1_200, signal, async (n) => {
    // One upload per user at a time, so that the last one is known.
    if (isBusy) return;
    isBusy = true;
    try {
      await upload(stage, owner, n % 16);
    } finally {
      isBusy = false;
    }
  });
}

async function upload(stage: Stage, owner: Person, colour: number): Promise<void> {
  const form = new FormData();
  form.set('avatar', new Blob([new Uint8Array(await imageOf(colour))]), 'me.png');
  const { status, body } = await stage.ledger.ask(
    'avatar uploaded',
    `${nextAddress(stage)}/api/core/avatars`,
    { method: 'POST', headers: owner.headers, body: form },
  );
  stage.uploads.push({ owner, colour, status });
  const url = (body as { url?: unknown }).url;
  if (status !== 200 || typeof url !== 'string') return;
  await stage.ledger.ask('avatar shown', new URL(url, nextAddress(stage)).href, { headers: owner.headers });
}

/** A square in one of 16 distinct shades of grey. */
function imageOf(colour: number): Promise<Buffer> {
  const shade = colour * 16 + 8;
  const background = { r: shade, g: shade, b: shade };

  return sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .png()
    .toBuffer();
}

/** The shade of an image. */
export async function colourOf(image: Buffer): Promise<number> {
  const { channels } = await sharp(image).stats();

  return Math.floor((channels[0]?.mean ?? 0) / 16);
}
