import type { AvatarError } from '../../errors.ts';
import { invalidImage } from '../invalidImage.ts';

/** `what` continues “avatar is an SVG that …”. */
export function invalidSvg(what: string, cause?: unknown): AvatarError {
  return invalidImage(`avatar is an SVG that ${what}. Save the drawing as plain SVG, or as PNG.`, cause);
}
