import type { ImageOptions } from '../Avatars.ts';
import { AvatarError } from '../errors.ts';

/**
 * Reads `size` and `format` of the query; `Avatars.image` says which sizes there are. Throws
 * `avatars.invalid_request`.
 */
export function readImageOptions(query: unknown): ImageOptions {
  const { size, format } = query as Record<string, unknown>;

  return {
    ...(isGiven(size) && { size: readSize(size) }),
    ...(isGiven(format) && { format: readFormat(format) }),
  };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== '';
}

function readSize(value: unknown): number {
  if (typeof value === 'string' && /^[1-9]\d{0,4}$/.test(value)) return Number(value);
  throw invalid('size', `size is ${spelt(value)}. Use the number of pixels, once.`);
}

function readFormat(value: unknown): 'png' {
  if (value === 'png') return value;
  throw invalid('format', `format is ${spelt(value)}, which is not offered. Use png, or leave it out.`);
}

function spelt(value: unknown): string {
  return JSON.stringify(value).slice(0, 60);
}

function invalid(field: string, message: string): AvatarError {
  return new AvatarError('avatars.invalid_request', message, { fields: { [field]: [message] } });
}
