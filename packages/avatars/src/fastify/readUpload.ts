import type { Multipart, MultipartFile } from '@fastify/multipart';
import { type EnglishText, say, type Text } from '@rowhouse/problems';
import type { FastifyRequest } from 'fastify';
import { AvatarError } from '../errors.ts';

interface Upload {
  readonly image: Buffer;
  /** The user that the form names; null for the sender. */
  readonly userId: string | null;
}

/** Well above what an avatar form needs. */
const limits = { files: 1, fields: 10, parts: 11, fieldSize: 200, fieldNameSize: 100, headerPairs: 20 };

/**
 * Reads a form with one file in the field `avatar` and an optional field `user_id`. Invalid forms are also read to
 * the end; at most `bytes` + 1 bytes of the file are kept in memory.
 */
export async function readUpload(request: FastifyRequest, bytes: number): Promise<Upload> {
  const form = new Form(bytes);
  try {
    for await (const part of request.parts({
      limits: { ...limits, fileSize: bytes + 1 },
      throwFileSizeLimit: false,
    } as Parameters<FastifyRequest['parts']>[0])) {
      await form.take(part);
    }
  } catch (error) {
    throw asAvatarError(error);
  }

  return form.upload();
}

class Form {
  readonly #bytes: number;
  #image: Buffer | null = null;
  #userId: string | null = null;
  #fault: AvatarError | null = null;

  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  async take(part: Multipart): Promise<void> {
    if (part.type === 'file') await this.#takeFile(part);
    else if (part.fieldname === 'avatar') {
      this.#fault ??= invalid('avatar', 'avatar is text. Send the image as a file, with a file name.');
    } else if (part.fieldname === 'user_id') this.#takeUser(part.value, part.valueTruncated);
  }

  upload(): Upload {
    if (this.#fault !== null) throw this.#fault;
    if (this.#image === null)
      throw invalid('avatar', 'avatar is missing. Send the image as a file in that field.');

    return { image: this.#image, userId: this.#userId };
  }

  async #takeFile(part: MultipartFile): Promise<void> {
    if (part.fieldname !== 'avatar') {
      part.file.resume();
      const name = JSON.stringify(part.fieldname.slice(0, 40));
      this.#fault ??= invalid('avatar', say`The file is in the field ${name}. Send it in the field avatar.`);
      return;
    }
    const image = await part.toBuffer();
    if (part.file.truncated || image.length > this.#bytes) this.#fault ??= tooLarge(this.#bytes);
    this.#image = image;
  }

  #takeUser(value: unknown, isTruncated: boolean): void {
    if (typeof value !== 'string' || isTruncated) {
      this.#fault ??= invalid('user_id', 'user_id is not the id of a user. Send the id, or leave it out.');
    } else if (value !== '') this.#userId = value;
  }
}

/** Translates an error of the form parser. */
function asAvatarError(error: unknown): AvatarError {
  if (error instanceof AvatarError) return error;
  const { code } = error as { code?: unknown };
  if (code === 'FST_FILES_LIMIT') {
    return invalid('avatar', 'There are several files. Send one, in the field avatar.');
  }
  if (code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT') {
    return invalid(
      'avatar',
      'The form has too many fields. Send avatar, and user_id where it is for another user.',
    );
  }

  return new AvatarError(
    'avatars.malformed_upload',
    'The form is incomplete or not valid multipart/form-data. Send it again.',
    { cause: error },
  );
}

function tooLarge(bytes: number): AvatarError {
  const message = say`avatar exceeds the limit of ${bytes} bytes. Choose a smaller image.`;

  return new AvatarError('avatars.too_large', message, { fields: { avatar: [message] } });
}

function invalid(field: string, message: EnglishText | Text): AvatarError {
  return new AvatarError('avatars.invalid_request', message, { fields: { [field]: [message] } });
}
