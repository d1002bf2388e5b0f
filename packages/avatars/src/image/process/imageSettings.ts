import type { NormalizeOptions } from '../normalizeImage.ts';
import type { ProcessLimits } from './limitProcess.ts';

/** The first argument of imageProgram, as JSON. */
export interface ImageSettings extends NormalizeOptions {
  readonly process: ProcessLimits;
}

/** What imageProgram prints with the exit status `refused`, as JSON. */
export interface Refusal {
  readonly message: string;
  readonly cause: string | null;
}

/** Exit status of imageProgram when the upload is not acceptable. */
export const refused = 3;
