import { ApiError } from '../api/ApiError.ts';
import { notify } from '../notices.ts';

/** Does what a button is for; what the service has against it is told in a notice. */
export async function attempt(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    notify('danger', error.message);
  }
}
